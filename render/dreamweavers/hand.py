"""The hand of a seat, for its own view only: its cards with cost, power and text, and the cards being looked at.

A Thought is light paper, a Feeling dyed cloth. Unplayable cards are dimmed and show the reason. While defending,
Thoughts show their shield value.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.print_consequences import shield
from engine.dreamweavers.views.types import CardFace, DreamweaversView, HandCard
from render.canvas import paint_sheet
from render.dreamweavers.art import art_of
from render.dreamweavers.inks import (
    CLOTH,
    FADED,
    GILT,
    HEM,
    INK,
    LABEL,
    MADDER,
    MOSS,
    PLUM,
    SHEET,
    SHEET_LOW,
    WOAD,
    board_inks,
    dye,
)
from render.dreamweavers.notion_signs import notion_mark
from render.dreamweavers.words import bonus_words, defends, is_thought, kind_line, memory_words, shown_names
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Sheet, Words, moved
from render.png import png
from render.table.hand import WIDTH, BandForm, HandForm, HandSheet
from render.table.lines import Lines
from render.table.words import Names, cards_words, lines_of, of, own_seat, plain, rules, title_of
from render.typeset import fitted

MARGIN, SEAM = 16, 14
INNER = WIDTH - 2 * MARGIN
HALF = (INNER - SEAM) // 2
PAD = 18
ART_H = 150
WIDE_ART = 330
"""The width of the picture of a card with its own row, in pixels."""
DISC = 66
TEXT, LABELS = 27, 26
MAY_ACT = ("main",)


class Leaf(Struct, frozen=True):
    """A card on the sheet: its face, its current cost, the reason why it is unplayable ("" if playable), and notes."""

    face: CardFace
    cost: int
    reason: str = ""
    can_be_played: bool = False
    known: bool = False
    shield: int | None = None
    """Its shield value; None if it isn't needed."""

    @property
    def ground(self) -> Colour:
        """The background of its text."""
        if not is_thought(self.face):
            return dye(self.face.notion)
        return SHEET_LOW if self.reason else SHEET

    @property
    def ink(self) -> Colour:
        """The colour of its text."""
        if not is_thought(self.face):
            return LABEL
        return FADED if self.reason else INK


def _numbers(leaf: Leaf, right: int) -> list[Piece]:
    """Return the current cost on a button in the left corner, with an arrow if changed; a Thought's power on the right."""
    face = leaf.face
    disc = Rect(12, 12, DISC, DISC)
    changed = leaf.cost - face.cost
    pieces: list[Piece] = [
        Shape(disc, dye(face.notion), "disc", 0, LABEL, 4),
        Words(disc, (str(leaf.cost),), "number", 42, LABEL, "center"),
        *notion_mark(disc.x + 8, disc.bottom + 4, face.notion, DISC - 16),
    ]
    if changed:
        small = Rect(disc.right - 22, disc.y - 4, 36, 36)
        ink = MADDER if changed > 0 else MOSS
        pieces.append(Shape(small, SHEET, "disc", 0, ink, 3))
        pieces.append(Icon(small.inset(9), "up" if changed > 0 else "down", ink))
    if is_thought(face):
        number = plain(face.power)
        wide = max(DISC, width_of(number, "number", 46) + 24)
        patch = Rect(right - 12 - wide, 12, wide, DISC)
        pieces.append(Shape(patch, SHEET, "box", 14, dye(face.notion), 4))
        pieces.append(Words(patch, (number,), "number", 46, INK, "center"))
    return pieces


def _card_notes(leaf: Leaf, translator: Translator) -> list[tuple[str, str, Colour]]:
    """Return the notes on a card in addition to its print: text, sign, and colour on paper."""
    notes: list[tuple[str, str, Colour]] = []
    if leaf.shield is not None:
        notes.append((translator(msg("counts {n} as a shield", n=leaf.shield)), "shield", WOAD))
    if leaf.reason:
        notes.append((leaf.reason, "passed", MADDER))
    elif leaf.can_be_played:
        notes.append((translator(msg("can be played")), "turn", MOSS))
    if leaf.known:
        notes.append((translator(msg("known to all")), "eye", WOAD))
    return notes


_LABELS = {"Fleeting:": "spark", "Lingering:": "knot"}


@lru_cache(maxsize=64)
def _text(leaf: Leaf, width: int, translator: Translator) -> tuple[tuple[Piece, ...], int]:
    """Return the text of a leaf, starting at y = 0, and its end."""
    face, on_paper = leaf.face, is_thought(leaf.face)
    lines = Lines(PAD, width - 2 * PAD)
    title = title_of(face, translator)
    room = Rect(PAD, 0, lines.width, 2 * line_height(36))
    title_words = fitted(title, room, "display", 38, 29, leaf.ink, "left", 2)
    high = len(title_words.lines) * line_height(title_words.size)
    lines.put(replace(title_words, rect=Rect(PAD, 6, lines.width, high)), below=1)
    lines.text(kind_line(face, translator), "text", LABELS, FADED if on_paper else LABEL, below=6)
    for text, sign, colour in _card_notes(leaf, translator):
        ink = colour if on_paper else GILT
        lines.sign(sign, 25, ink, lowered=4)
        lines.text(text, "strong", LABELS, ink, indent=36, below=5)
    for line_in_print, text in zip(face.text, lines_of(face.text, translator), strict=True):
        sign = next((sign for label, sign in _LABELS.items() if line_in_print.startswith(label)), "")
        if sign:
            lines.sign(sign, 26, leaf.ink if on_paper else GILT, lowered=4)
        lines.text(rules(text), "strong", TEXT, leaf.ink, indent=36 if sign else 0, below=5)
    return tuple(lines.pieces), lines.y + PAD - 5


def leaf_height(leaf: Leaf, width: int, translator: Translator = ENGLISH) -> int:
    """Return the minimum height of a leaf. A wide one has its picture beside its text."""
    if width > HALF:
        return max(220, _text(leaf, width - WIDE_ART, translator)[1])
    return ART_H + _text(leaf, width, translator)[1]


@lru_cache(maxsize=64)
def leaf_block(leaf: Leaf, width: int, height: int, translator: Translator = ENGLISH) -> Block:
    """Return a card on the sheet at this size. Spare height goes to its picture."""
    is_wide = width > HALF
    rim, thick = (MOSS, 6) if leaf.can_be_played else (dye(leaf.face.notion), 4)
    if not is_thought(leaf.face) and not leaf.can_be_played:
        rim = HEM
    text, end = _text(leaf, width - WIDE_ART if is_wide else width, translator)
    high = height - end
    art = Rect(5, 5, WIDE_ART - 5, height - 10) if is_wide else Rect(5, 5, width - 10, high - 5)
    dx, dy = (WIDE_ART, 6) if is_wide else (0, high)
    return Block(
        width,
        height,
        (
            Shape(Rect(0, 0, width, height), leaf.ground, "box", 20, rim, thick),
            Picture(art, art_of(leaf.face), 15, dimmed=bool(leaf.reason)),
            *_numbers(leaf, art.right),
            *(moved(piece, dx, dy) for piece in text),
        ),
    )


@lru_cache(maxsize=16)
def _head(name: str, count: int, memory: str, translator: Translator) -> Block:
    """Return the owner of the hand, the number of cards, and the tracker's place."""
    height = 96
    heading = translator(msg("{whose} hand", whose=of(name), name=name))
    cards = translator(cards_words(count))
    right = max(width_of(cards, "strong", 32), width_of(memory, "strong", LABELS))
    right = min(right, INNER // 2)
    x = INNER - PAD - 6 - right
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), PLUM, "box", 20, GILT, 3),
        fitted(heading, Rect(PAD + 8, 4, x - PAD - 30, height - 8), "display", 52, 29, GILT, "left", 2),
        fitted(cards, Rect(x, 8, right, 42), "strong", 32, LABELS, LABEL, "right", 1),
    ]
    if memory:
        pieces.append(fitted(memory, Rect(x, 50, right, 36), "strong", LABELS, 22, LABEL, "right", 1))
    return Block(INNER, height, tuple(pieces))


def _leaf(view: DreamweaversView, card: HandCard, face: CardFace) -> Leaf:
    is_asked = any(awaited.seat == view.viewer for awaited in view.awaited)
    as_shield = is_asked and defends(view) and is_thought(face)
    reason = "" if as_shield else card.playable
    can = is_asked and not reason and not as_shield and view.phase in MAY_ACT and not view.looking_at
    return Leaf(face, card.cost, reason, can, card.is_known, shield(face) if as_shield else None)


FORM = HandForm(
    background=CLOTH,
    margin=MARGIN,
    seam=SEAM,
    caption=BandForm(58, WOAD, LABEL),
    sign="cards",
    leaf_height=leaf_height,
    leaf_block=leaf_block,
)


def layout_hand(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of the viewer's hand. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    display_names = shown_names(names, translator)
    side = view.sides[seat]
    memory = memory_words(view, display_names, translator) if view.turn else ""
    sheet = HandSheet(FORM, _head(display_names[seat], len(side.hand), memory, translator), translator)
    sheet.looked_at([Leaf(face, face.cost) for face in view.looking_at])
    if defends(view) and side.shields_bonus:
        sheet.caption(bonus_words(side, translator), "shield")
    hand = [_leaf(view, card, card.face) for card in side.hand if card.face is not None]
    sheet.held(len(side.hand), hand, msg("In your hand") if view.looking_at else None)
    return sheet.sheet()


def draw_hand(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the viewer's hand, and all other cards that only they look at, as a PNG.

    Raises ValueError for spectators.
    """
    sheet = layout_hand(view, names, translator)
    faces = (*view.looking_at, *(card.face for card in view.sides[own_seat(view.viewer)].hand))
    notions = tuple(dict.fromkeys(face.notion for face in faces if face is not None))
    return png(paint_sheet(sheet, board_inks(notions)))
