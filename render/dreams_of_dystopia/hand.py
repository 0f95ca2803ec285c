"""The picture of a hand, from its owner's view: each card on its side's paper, with its other side along the bottom.

LOYALTY is omitted, because cards in hand are already acquired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.inks import BLACK, ENAMEL, TAPE, WHITE, ground_of
from render.dreams_of_dystopia.middle import heading
from render.dreams_of_dystopia.paper import GAP, LEAST, MARGIN, Paper
from render.dreams_of_dystopia.wall import NAME, draw
from render.dreams_of_dystopia.words import kind_line, numbers, text_of
from render.fonts import width_of
from render.layout import Block, Rect, Sheet
from render.table.hand import BandForm, HandForm, HandSheet
from render.table.words import Names, cards_words, of, own_seat, shown_names, title_of

PAD = 18
ART_H = 190
STRIP_H = 104
"""The height of the other side, at the bottom of a card."""


class Leaf(Struct, frozen=True):
    """A card on the sheet: its sides (`other` None without one), the number of copies, and whether they were turned over."""

    face: PrintedSide
    other: PrintedSide | None
    count: int
    is_turned: bool


def numbers_row(paper: Paper, numbers: Sequence[tuple[str, str]], x: int, y: int, w: int) -> int:
    """Add numbers after their words, on as many rows as they need. Return the position below them."""
    at = x
    for word, number in numbers:
        wide, high = width_of(word, "strong", LEAST), width_of(number, "number", 42)
        if at > x and at + wide + 10 + high > x + w:
            at, y = x, y + 48
        paper.say(word, Rect(at, y, wide, 48), ink=paper.on.quiet)
        paper.say(number, Rect(at + wide + 10, y, high, 48), 42, face="number")
        at += wide + high + 30
    return y + 48 if at > x else y


def _print(leaf: Leaf, width: int, translator: Translator) -> tuple[Paper, int]:
    """Return a card's text on a paper that is too high, without picture and other side, and its bottom row."""
    face = leaf.face
    paper = Paper(width, 4000, ground_of(face.faction))
    w, y = width - 2 * PAD, ART_H + 6
    y = paper.say(title_of(face, translator), Rect(PAD, y, w, 120), 42, face="display", lines=2, hangs=True)
    kind = kind_line(face, translator)
    if kind:
        paper.sign(paper.on.sign, PAD, y + 6, 34, paper.on.accent)
        y = paper.say(kind, Rect(PAD + 44, y + 2, w - 44, 100), ink=paper.on.quiet, lines=2, hangs=True)
    y = numbers_row(paper, numbers(face, translator)[-3:], PAD, y, w)
    for text in text_of(face, translator):
        y = paper.flow(text, PAD, y + 4, w)
    return paper, y + 12


def leaf_height(leaf: Leaf, width: int, translator: Translator) -> int:
    """Return the minimum height of a card."""
    return _print(leaf, width, translator)[1] + (STRIP_H if leaf.other else 0)


@lru_cache(maxsize=32)
def leaf_block(leaf: Leaf, width: int, height: int, translator: Translator) -> Block:
    """Return a card at this size. Additional height stays free above the other side."""
    face = leaf.face
    written, _ = _print(leaf, width, translator)
    paper = Paper(width, height, written.on, None if face.faction else WHITE)
    paper.art(art_of(face, folded=leaf.is_turned), Rect(6, 6, width - 12, ART_H - 6))
    if leaf.is_turned:
        paper.tag(translator(msg("turned over")), "tap", TAPE, BLACK, 16, ART_H - 64, 270)
    if leaf.count > 1:
        paper.badge(f"×{leaf.count}", Rect(width - 104, 16, 88, 60), 44, BLACK, WHITE, edge=WHITE)
    paper.pieces += written.pieces[1:]
    if leaf.other:
        other = leaf.other
        on, y = ground_of(other.faction), height - STRIP_H
        paper.box(Rect(0, y, width, STRIP_H), on.paper, radius=0)
        paper.sign(on.sign, PAD, y + 58, 36, on.accent)
        below = Paper(width, 4000, on)
        below.say(title_of(other, translator), Rect(PAD, y + 4, width - 2 * PAD, 50), 36, face="title")
        numbers_row(below, numbers(other, translator)[-3:], PAD + 52, y + 52, width)
        paper.pieces += below.pieces[1:]
    return paper.block()


FORM = HandForm(
    background=NAME,
    margin=MARGIN,
    seam=GAP,
    caption=BandForm(58, ENAMEL.paper, ENAMEL.ink),
    sign="cards",
    leaf_height=leaf_height,
    leaf_block=leaf_block,
)


def layout_hand(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the viewer's hand. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    name, player = shown_names(names, translator)[seat], view.players[seat]
    whose = translator(msg("{whose} hand", whose=of(name), name=name))
    note = translator(msg("Your hand is empty"))
    if player.hand:
        foot = msg("At the foot of a card: its other side")
        note = f"{translator(cards_words(len(player.hand)))} · {translator(foot)}"
    corner = translator(msg("FAME {n}", n=player.fame))
    sheet = HandSheet(FORM, heading(whose, (note,), corner), translator)
    sheet.leaves([_leaf(view, player, card, n) for card, n in Counter(player.hand).items()])
    return sheet.sheet()


def _leaf(view: DystopiaView, player: PlayerView, card: str, count: int) -> Leaf:
    face = face_of(card, view.printed)
    other = face_of(face.other, view.printed) if face.other else None
    return Leaf(face, other, count, card in player.turned)


def draw_hand(view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the viewer's hand as a PNG, 1,100 pixels wide. Raises ValueError for spectators."""
    return draw(layout_hand(view, names, translator))
