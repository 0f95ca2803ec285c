"""The middle of the table: the heading, the rest of the turn, the attack as two sums, used cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from cards.dreams_of_dystopia.language.words import Moment
from cards.i18n import Translator, msg, msg_plural
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, FighterView
from render.dreams_of_dystopia import words
from render.dreams_of_dystopia.art import BackArt
from render.dreams_of_dystopia.derived_numbers import attack_of, fighting, is_over
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.inks import BLUE, DIVINE, ENAMEL, RED, WHITE
from render.dreams_of_dystopia.paper import BESIDE, INNER, LEAST, Paper, enamel
from render.fonts import width_of
from render.layout import Block, Rect
from render.table.words import Names, title_of
from render.typeset import unbroken

PAD = 24
ACROSS = 3
"""Cards in play beside each other."""
TILE_H = 132
LEAD, CORNER = 50, 38
"""The sizes of who decides, and of the turn in the heading's corner."""


@lru_cache(maxsize=16)
def heading(lead: str, notes: tuple[str, ...], corner: str) -> Block:
    """Return the sign above all: who decides and what about, who comes next, and in its corner the turn."""
    paper = enamel(2000)
    lead_w = width_of(lead, "display", LEAD) + 4
    corner_w = width_of(corner, "strong", CORNER) + 4
    paper.say(corner, Rect(INNER - corner_w - 28, 10, corner_w, 52), CORNER, align="right")
    room = INNER - corner_w - 56 - 28
    x = 28 + lead_w + 20
    if len(notes) == 1 and x + width_of(notes[0], "strong", LEAST) + 4 <= 28 + room:
        paper.say(lead, Rect(28, 6, lead_w, 62), LEAD, ink=ENAMEL.accent, face="display")
        paper.say(notes[0], Rect(x, 12, 28 + room - x, 54))
        return _cut(paper, 76)
    paper.say(lead, Rect(28, 6, room, 62), LEAD, ink=ENAMEL.accent, face="display")
    y = 66
    for note in notes:
        y = paper.flow(note, 28, y, INNER - 56, face="strong")
    return _cut(paper, y + 14)


def _cut(paper: Paper, height: int) -> Block:
    """The block of a paper that was begun too high."""
    cut = enamel(height)
    return Block(paper.w, height, (*cut.pieces, *paper.pieces[1:]))


class MiddleCard(Struct, frozen=True):
    """A card in the middle, how many there are alike, and whether it has been, or will be, turned over."""

    face: PrintedSide
    count: int = 1
    folded: bool = False
    adds: str = ""
    """Its contribution to a sum."""


def _counted(view: DystopiaView, cards: Iterable[str], turned: Sequence[str] = ()) -> tuple[MiddleCard, ...]:
    return tuple(
        MiddleCard(face_of(card, view.printed), n, card in turned) for card, n in Counter(cards).items()
    )


def _tiles(
    paper: Paper, cards: Sequence[MiddleCard], rect: Rect, translator: Translator, most: int = ACROSS
) -> int:
    """Add cards in rows of `most`, of two if a word would be cut, and return the row below them."""
    names = [
        title_of(card.face, translator) + (f" ×{card.count}" if card.count > 1 else "") for card in cards
    ]
    room = (rect.w - (most - 1) * 10) // most - BESIDE
    across = most if all(unbroken(name, "title", LEAST, room) for name in names) else 2
    w = (rect.w - (across - 1) * 10) // across
    for k, (card, name) in enumerate(zip(cards, names, strict=True)):
        at = Rect(rect.x + k % across * (w + 10), rect.y + k // across * (TILE_H + 10), w, TILE_H)
        paper.tile(card.face, name, at, folded=card.folded, adds=card.adds)
    return rect.y + -(-len(cards) // across) * (TILE_H + 10)


def _tickets(paper: Paper, left: Sequence[tuple[str, int]], y: int) -> int:
    """The rest of the turn: full tickets with their numbers, empty ones for what is used up."""
    w = (INNER - 2 * PAD + 10) // len(left) - 10
    for k, (word, n) in enumerate(left):
        x = PAD + k * (w + 10)
        fill, ink = (DIVINE.paper, DIVINE.ink) if n else (ENAMEL.paper, ENAMEL.quiet)
        paper.box(Rect(x, y, w, 64), fill, radius=4, edge=DIVINE.paper if n else ENAMEL.quiet)
        paper.say(word, Rect(x + 14, y, w - 64, 64), ink=ink)
        paper.say(str(n), Rect(x + w - 52, y, 40, 64), 42, ink=ink, face="number", align="right")
    return y + 76


def _fighter(
    paper: Paper, view: DystopiaView, fighter: FighterView, y: int, is_attack: bool, translator: Translator
) -> int:
    """A fighter and its helpers, and their sum at the right: red for ATK, blue for DEF."""
    cards = fighting(view, fighter, Moment.ATTACK if is_attack else Moment.BLOCK)
    room = Rect(PAD, y, INNER - 2 * PAD - 184, TILE_H)
    turned = {*fighter.turning, *view.players[fighter.seat].turned}
    tiles = [MiddleCard(face_of(one, view.printed), 1, one in turned, adds) for one, adds in cards]
    below = _tiles(paper, tiles, room, translator)
    number = fighter.atk if is_attack else fighter.defence
    _sum(paper, str(number), translator(msg("ATK") if is_attack else msg("DEF")), y, is_attack)
    return below


def _sum(paper: Paper, number: str, word: str, y: int, is_attack: bool) -> None:
    x = INNER - PAD - 172
    paper.box(Rect(x, y, 172, TILE_H), RED if is_attack else BLUE, radius=10, edge=WHITE)
    paper.sign("sword" if is_attack else "shield", x + 14, y + 16, 44, WHITE)
    paper.say(number, Rect(x + 60, y + 4, 104, 82), 72, ink=WHITE, face="number", align="center")
    paper.say(word, Rect(x + 60, y + 84, 104, 44), 36, ink=WHITE, align="center")


def _unblocked(
    paper: Paper, view: DystopiaView, seat: int, names: Names, y: int, translator: Translator
) -> int:
    """The closed hand of who is asked: a sleeve, and how many cards it holds."""
    paper.box(Rect(PAD, y, INNER - 2 * PAD - 194, TILE_H), ENAMEL.paper, edge=ENAMEL.quiet)
    paper.art(BackArt(), Rect(PAD + 4, y + 4, 150, TILE_H - 8))
    held = msg_plural("{n} card in hand", "{n} cards in hand", len(view.players[seat].hand))
    w = INNER - 2 * PAD - 194 - 180
    paper.say(
        translator(msg("{name} has not blocked", name=names[seat])),
        Rect(PAD + 172, y + 12, w, 54),
        40,
        face="title",
    )
    paper.say(translator(held), Rect(PAD + 172, y + 70, w, 46), ink=ENAMEL.quiet)
    _sum(paper, "?", translator(msg("DEF")), y, False)
    return y + TILE_H + 10


def _attack(
    paper: Paper, view: DystopiaView, combat: CombatView, names: Names, y: int, translator: Translator
) -> int:
    """The sum of the attack, below it that of the block or the closed hand, then what it comes to."""
    who = msg("{who} against {target}", who=names[combat.attacker.seat], target=names[combat.defender.seat])
    paper.say(translator(who), Rect(PAD, y, INNER - 2 * PAD, 56), 44, face="display")
    y = _fighter(paper, view, combat.attacker, y + 62, True, translator)
    if combat.defender.card:
        y = _fighter(paper, view, combat.defender, y, False, translator)
    else:
        y = _unblocked(paper, view, combat.defender.seat, names, y, translator)
    y = paper.flow(
        words.price_words(view, combat, names, translator),
        PAD,
        y,
        INNER - 2 * PAD,
        face="strong",
        ink=ENAMEL.accent,
    )
    notes = [words.hit_words(combat.attacker, translator)]
    for fighter in (combat.attacker, combat.defender):
        notes += [f"{names[fighter.seat]}: {note}" for note in words.fighter_notes(fighter, translator)]
    return _notes(paper, notes, y)


def _notes(paper: Paper, notes: Iterable[str], y: int) -> int:
    for note in notes:
        y = paper.flow(note, PAD, y, INNER - 2 * PAD, ink=ENAMEL.quiet) if note else y
    return y


def _lying(paper: Paper, view: DystopiaView, names: Names, y: int, translator: Translator) -> int:
    """Each player's cards on the table, but for those of a Combat, and in words the used cards of this turn."""
    combat = view.combat
    in_combat = Counter[str]()
    for fighter in (combat.attacker, combat.defender) if combat else ():
        in_combat.update((fighter.card, *fighter.helpers))
    for player in view.players:
        name = names[player.seat]
        table = Counter(player.table) - in_combat
        if table and not player.is_out:
            paper.say(
                translator(msg("{name} keeps on the table", name=name)),
                Rect(PAD, y, INNER - 2 * PAD, 46),
                ink=ENAMEL.accent,
            )
            shown = _counted(view, table.elements(), player.turned)
            y = _tiles(paper, shown, Rect(PAD, y + 48, INNER - 2 * PAD, 0), translator)
        turned = (card for card in player.turned if card in player.used)
        used = [] if player.is_out else words.used_words(player, turned, name, translator)
        y = _notes(paper, used, y)
        y = _notes(
            paper,
            (f"{name}: {note}" for note in words.turn_notes(player, translator) if not player.is_out),
            y,
        )
    return y


def middle(view: DystopiaView, names: Names, translator: Translator) -> Block:
    """Return what lies between the players: the attack or what was used, what is left of the turn and of the Supply."""
    paper, y = enamel(4000), 20
    combat = attack_of(view)
    if combat is not None:
        y = _attack(paper, view, combat, names, 10, translator)
    elif view.turn and not is_over(view):
        y = _tickets(paper, words.allowances(view, translator), y)
    if not view.turn and view.masters:
        paper.say(translator(msg("Free Masters")), Rect(PAD, y, INNER - 2 * PAD, 46), ink=ENAMEL.accent)
        free = [MiddleCard(face_of(one, view.printed)) for sides in view.masters for one in sides]
        y = _tiles(paper, free, Rect(PAD, y + 52, INNER - 2 * PAD, 0), translator, 2)
    y = _lying(paper, view, names, y, translator)
    y = paper.flow(words.supply_words(view, translator), PAD, y + 2, INNER - 2 * PAD, ink=ENAMEL.quiet)
    return _cut(paper, y + 16)
