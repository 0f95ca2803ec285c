"""The middle of the table: the heading, the rest of the turn, the attack as two sums, used cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from cards.dreams_of_dystopia.language.words import Moment
from cards.i18n import Message, Translator, msg, msg_plural
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
    return Block(paper.w, height, (*enamel(height).pieces, *paper.pieces[1:]))


class MiddleCard(Struct, frozen=True):
    """A card in the middle, the number of copies, and whether it was, or will be, turned over (`folded`)."""

    face: PrintedSide
    count: int = 1
    folded: bool = False
    adds: str = ""
    """Its contribution to a sum."""


class _Middle:
    """The middle of a table in progress. `y` is the position of the next piece."""

    def __init__(self, view: DystopiaView, names: Names, translator: Translator) -> None:
        self.view, self.names, self.translator = view, names, translator
        self.paper, self.y = enamel(4000), 20

    def tiles(self, cards: Sequence[MiddleCard], w: int = WHOLE, most: int = ACROSS) -> None:
        """Add cards over `w` pixels in rows of `most`, or of two if a word would be cut."""
        titles = [title_of(card.face, self.translator) for card in cards]
        names = [
            title + f" ×{card.count}" * (card.count > 1) for card, title in zip(cards, titles, strict=True)
        ]
        room = (w - (most - 1) * 10) // most - BESIDE
        across = most if all(unbroken(name, "title", LEAST, room) for name in names) else 2
        w = (w - (across - 1) * 10) // across
        for k, (card, name) in enumerate(zip(cards, names, strict=True)):
            at = Rect(PAD + k % across * (w + 10), self.y + k // across * (TILE_H + 10), w, TILE_H)
            self.paper.tile(card.face, name, at, folded=card.folded, adds=card.adds)
        self.y += -(-len(cards) // across) * (TILE_H + 10)

    def tickets(self) -> None:
        """Add the rest of the turn: full tickets with numbers, empty ones for used allowances."""
        left = words.allowances(self.view, self.translator)
        w = (WHOLE + 10) // len(left) - 10
        for k, (word, n) in enumerate(left):
            x = PAD + k * (w + 10)
            fill, ink = (DIVINE.paper, DIVINE.ink) if n else (ENAMEL.paper, ENAMEL.quiet)
            self.paper.box(Rect(x, self.y, w, 64), fill, radius=4, edge=DIVINE.paper if n else ENAMEL.quiet)
            self.paper.say(word, Rect(x + 14, self.y, w - 64, 64), ink=ink)
            number = Rect(x + w - 52, self.y, 40, 64)
            self.paper.say(str(n), number, 42, ink=ink, face="number", align="right")
        self.y += 76

    def attack(self, combat: CombatView) -> None:
        """Add the sums of the attack and of the block (or the hand), then the result."""
        attacker, defender = combat.attacker, combat.defender
        who = msg("{who} against {target}", who=self.names[attacker.seat], target=self.names[defender.seat])
        self.paper.say(self.translator(who), Rect(PAD, self.y, WHOLE, 56), 44, face="display")
        self.y += 62
        self.fighter(attacker, is_attack=True)
        if defender.card:
            self.fighter(defender, is_attack=False)
        else:
            self.unblocked(defender.seat)
        result = words.price_words(self.view, combat, self.names, self.translator)
        self.y = self.paper.flow(result, PAD, self.y, WHOLE, face="strong", ink=ENAMEL.accent)
        self.notes([words.hit_words(attacker, self.translator)])
        for fighter in (attacker, defender):
            self.notes(words.fighter_notes(fighter, self.translator), f"{self.names[fighter.seat]}: ")

    def fighter(self, fighter: FighterView, *, is_attack: bool) -> None:
        """Add a fighter and its helpers, and their sum at the right."""
        cards = fighting(self.view, fighter, Moment.ATTACK if is_attack else Moment.BLOCK)
        turned = {*fighter.turning, *self.view.players[fighter.seat].turned}
        faces = ((face_of(card, self.view.printed), card in turned, adds) for card, adds in cards)
        y = self.y
        self.tiles([MiddleCard(face, 1, folded, adds) for face, folded, adds in faces], WHOLE - 184)
        number, word = (fighter.atk, msg("ATK")) if is_attack else (fighter.defence, msg("DEF"))
        self.sum(str(number), word, y, is_attack=is_attack)

    def sum(self, number: str, word: Message, y: int, *, is_attack: bool) -> None:
        """Add ATK in red, or DEF in blue, at the right."""
        x = INNER - PAD - 172
        self.paper.box(Rect(x, y, 172, TILE_H), RED if is_attack else BLUE, radius=10, edge=WHITE)
        self.paper.sign("sword" if is_attack else "shield", x + 14, y + 16, 44, WHITE)
        self.paper.say(number, Rect(x + 60, y + 4, 104, 82), 72, ink=WHITE, face="number", align="center")
        word_box = Rect(x + 60, y + 84, 104, 44)
        self.paper.say(self.translator(word), word_box, 36, ink=WHITE, align="center")

    def unblocked(self, seat: int) -> None:
        """Add the attacked player's hand: a card back, and the number of cards."""
        y, w = self.y, WHOLE - 194 - 180
        self.paper.box(Rect(PAD, y, WHOLE - 194, TILE_H), ENAMEL.paper, edge=ENAMEL.quiet)
        self.paper.art(BackArt(), Rect(PAD + 4, y + 4, 150, TILE_H - 8))
        who = self.translator(msg("{name} has not blocked", name=self.names[seat]))
        self.paper.say(who, Rect(PAD + 172, y + 12, w, 54), 40, face="title")
        hand_text = msg_plural("{n} card in hand", "{n} cards in hand", len(self.view.players[seat].hand))
        self.paper.say(self.translator(hand_text), Rect(PAD + 172, y + 70, w, 46), ink=ENAMEL.quiet)
        self.sum("?", msg("DEF"), y, is_attack=False)
        self.y += TILE_H + 10

    def caption(self, text: Message, below: int) -> None:
        """Add a caption. The next piece begins `below` pixels under its top."""
        self.paper.say(self.translator(text), Rect(PAD, self.y, WHOLE, 46), ink=ENAMEL.accent)
        self.y += below

    def notes(self, notes: Iterable[str], prefix: str = "") -> None:
        """Add notes, each on its own lines."""
        for note in filter(None, notes):
            self.y = self.paper.flow(prefix + note, PAD, self.y, WHOLE, ink=ENAMEL.quiet)

    def table(self) -> None:
        """Add each player's cards on the table that aren't in the Combat, and in words their used cards and effects."""
        combat = self.view.combat
        in_combat = Counter[str]()
        for fighter in (combat.attacker, combat.defender) if combat else ():
            in_combat.update((fighter.card, *fighter.helpers))
        for player in self.view.players:
            if player.is_out:
                continue
            name = self.names[player.seat]
            if table := Counter(player.table) - in_combat:
                self.caption(msg("{name} keeps on the table", name=name), 48)
                faces = ((face_of(card, self.view.printed), card, n) for card, n in table.items())
                self.tiles([MiddleCard(face, n, card in player.turned) for face, card, n in faces])
            turned = (card for card in player.turned if card in player.used)
            self.notes(words.used_words(player, turned, name, self.translator))
            self.notes(words.turn_notes(player, self.translator), f"{name}: ")


def middle(view: DystopiaView, names: Names, translator: Translator) -> Block:
    """Return the middle of a table: the attack or the rest of the turn, cards on the table, and the Supply."""
    pieces, combat = _Middle(view, names, translator), attack_of(view)
    if combat is not None:
        pieces.y = 10
        pieces.attack(combat)
    elif view.turn and not view.ended:
        pieces.tickets()
    if not view.turn and view.masters:
        pieces.caption(msg("Free Masters"), 52)
        pieces.tiles(
            [MiddleCard(face_of(title, view.printed)) for sides in view.masters for title in sides], most=2
        )
    pieces.table()
    pieces.y += 2
    pieces.notes([words.supply_words(view, translator)])
    return _cut(pieces.paper, pieces.y + 16)
