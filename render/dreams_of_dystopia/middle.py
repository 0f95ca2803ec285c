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
from render.dreams_of_dystopia.derived_numbers import attack_of, fighting
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.inks import BLUE, DIVINE, ENAMEL, RED, WHITE
from render.dreams_of_dystopia.paper import BESIDE, INNER, LEAST, Paper, enamel
from render.fonts import width_of
from render.layout import Block, Rect
from render.table.words import Names, title_of
from render.typeset import unbroken

PAD = 24
WHOLE = INNER - 2 * PAD
"""The width of the middle's content."""
ACROSS = 3
"""The number of cards in play on a row."""
TILE_H = 132
LEAD, CORNER = 50, 38
"""The text sizes of the heading and of its corner."""


@lru_cache(maxsize=16)
def heading(lead: str, notes: tuple[str, ...], corner: str) -> Block:
    """Return the heading of a picture, such as the decision, notes below or beside it, and a note in its corner."""
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
    """Return the block of a paper that was begun too high."""
    cut = enamel(height)
    return Block(paper.w, height, (*cut.pieces, *paper.pieces[1:]))


class MiddleCard(Struct, frozen=True):
    """A card in the middle, the number of copies, and whether it was, or will be, turned over (`folded`)."""

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
    """Add cards in rows of `most`, or of two if a word would be cut. Return the position below them."""
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
    """Add the rest of the turn: full tickets with numbers, empty ones for used allowances. Return the position below."""
    w = (WHOLE + 10) // len(left) - 10
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
    """Add a fighter and its helpers, and their sum at the right. Return the position below."""
    cards = fighting(view, fighter, Moment.ATTACK if is_attack else Moment.BLOCK)
    room = Rect(PAD, y, WHOLE - 184, TILE_H)
    turned = {*fighter.turning, *view.players[fighter.seat].turned}
    tiles = [MiddleCard(face_of(card, view.printed), 1, card in turned, adds) for card, adds in cards]
    below = _tiles(paper, tiles, room, translator)
    number = fighter.atk if is_attack else fighter.defence
    _sum(paper, str(number), translator(msg("ATK") if is_attack else msg("DEF")), y, is_attack)
    return below


def _sum(paper: Paper, number: str, word: str, y: int, is_attack: bool) -> None:
    """Add ATK in red, or DEF in blue."""
    x = INNER - PAD - 172
    paper.box(Rect(x, y, 172, TILE_H), RED if is_attack else BLUE, radius=10, edge=WHITE)
    paper.sign("sword" if is_attack else "shield", x + 14, y + 16, 44, WHITE)
    paper.say(number, Rect(x + 60, y + 4, 104, 82), 72, ink=WHITE, face="number", align="center")
    paper.say(word, Rect(x + 60, y + 84, 104, 44), 36, ink=WHITE, align="center")


def _unblocked(
    paper: Paper, view: DystopiaView, seat: int, names: Names, y: int, translator: Translator
) -> int:
    """Add the attacked player's hand: a card back, and the number of cards. Return the position below."""
    paper.box(Rect(PAD, y, WHOLE - 194, TILE_H), ENAMEL.paper, edge=ENAMEL.quiet)
    paper.art(BackArt(), Rect(PAD + 4, y + 4, 150, TILE_H - 8))
    held = msg_plural("{n} card in hand", "{n} cards in hand", len(view.players[seat].hand))
    w, who = WHOLE - 194 - 180, translator(msg("{name} has not blocked", name=names[seat]))
    paper.say(who, Rect(PAD + 172, y + 12, w, 54), 40, face="title")
    paper.say(translator(held), Rect(PAD + 172, y + 70, w, 46), ink=ENAMEL.quiet)
    _sum(paper, "?", translator(msg("DEF")), y, False)
    return y + TILE_H + 10


def _attack(
    paper: Paper, view: DystopiaView, combat: CombatView, names: Names, y: int, translator: Translator
) -> int:
    """Add the sums of the attack and of the block (or the hand), then the result. Return the position below."""
    who = msg("{who} against {target}", who=names[combat.attacker.seat], target=names[combat.defender.seat])
    paper.say(translator(who), Rect(PAD, y, WHOLE, 56), 44, face="display")
    y = _fighter(paper, view, combat.attacker, y + 62, True, translator)
    if combat.defender.card:
        y = _fighter(paper, view, combat.defender, y, False, translator)
    else:
        y = _unblocked(paper, view, combat.defender.seat, names, y, translator)
    result = words.price_words(view, combat, names, translator)
    y = paper.flow(result, PAD, y, WHOLE, face="strong", ink=ENAMEL.accent)
    notes = [words.hit_words(combat.attacker, translator)]
    for fighter in (combat.attacker, combat.defender):
        notes += [f"{names[fighter.seat]}: {note}" for note in words.fighter_notes(fighter, translator)]
    return _notes(paper, notes, y)


def _notes(paper: Paper, notes: Iterable[str], y: int) -> int:
    for note in filter(None, notes):
        y = paper.flow(note, PAD, y, WHOLE, ink=ENAMEL.quiet)
    return y


def _table(paper: Paper, view: DystopiaView, names: Names, y: int, translator: Translator) -> int:
    """Add each player's cards on the table that aren't in the Combat, and in words their used cards and effects."""
    combat = view.combat
    in_combat = Counter[str]()
    for fighter in (combat.attacker, combat.defender) if combat else ():
        in_combat.update((fighter.card, *fighter.helpers))
    for player in view.players:
        if player.is_out:
            continue
        name = names[player.seat]
        if table := Counter(player.table) - in_combat:
            keeps = translator(msg("{name} keeps on the table", name=name))
            paper.say(keeps, Rect(PAD, y, WHOLE, 46), ink=ENAMEL.accent)
            shown = _counted(view, table.elements(), player.turned)
            y = _tiles(paper, shown, Rect(PAD, y + 48, WHOLE, 0), translator)
        turned = (card for card in player.turned if card in player.used)
        y = _notes(paper, words.used_words(player, turned, name, translator), y)
        y = _notes(paper, (f"{name}: {note}" for note in words.turn_notes(player, translator)), y)
    return y


def middle(view: DystopiaView, names: Names, translator: Translator) -> Block:
    """Return the middle of a table: the attack or the rest of the turn, cards on the table, and the Supply."""
    paper, y = enamel(4000), 20
    combat = attack_of(view)
    if combat is not None:
        y = _attack(paper, view, combat, names, 10, translator)
    elif view.turn and not view.ended:
        y = _tickets(paper, words.allowances(view, translator), y)
    if not view.turn and view.masters:
        paper.say(translator(msg("Free Masters")), Rect(PAD, y, WHOLE, 46), ink=ENAMEL.accent)
        free = [MiddleCard(face_of(title, view.printed)) for sides in view.masters for title in sides]
        y = _tiles(paper, free, Rect(PAD, y + 52, WHOLE, 0), translator, 2)
    y = _table(paper, view, names, y, translator)
    y = paper.flow(words.supply_words(view, translator), PAD, y + 2, WHOLE, ink=ENAMEL.quiet)
    return _cut(paper, y + 16)
