"""A player as one strip: name, notions with the Intent, Ego, mind, hand and Id; below it the known hidden cards."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import CardFace, HandCard, SideView
from render.dreamweavers.inks import (
    FADED,
    GILT,
    HEM,
    INK,
    LABEL,
    MADDER,
    OCHRE,
    PLUM,
    SHEET,
    SHEET_LOW,
    WOAD,
    dye,
)
from render.dreamweavers.words import is_thought, notion_word
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Piece, Rect, Shape, Words
from render.table.lines import Lines
from render.table.words import lines_of, plain, rules, title_of
from render.typeset import fitted

HEIGHT = 98
"""The height of a strip without the lines under it."""
EGO = 5
"""The number of cards of an Ego in the beginning."""
LABEL_SIZE, FACT, NUMBER = 24, 26, 40
COUNTED = 36
"""The size of the labels under numbers: 12 pixels of a phone's screen."""
_CARD_W, _CARD_H, _CARD_GAP = 48, 58, 8
_NAME_X = 34


class StripFacts(Struct, frozen=True):
    """A player's strip: everything beside the name."""

    is_viewer: bool = False
    has_turn: bool = False
    decides: bool = False
    attacks: bool | None = None
    """Whether they attack or defend; None without an attack."""
    won: bool = False
    has_ego: bool = True
    """Whether the Ego has been dealt."""


class KnownLine(Struct, frozen=True):
    """A line of what is known of closed cards: where they lie, and their words."""

    where: str
    cards: str


def _chips(side: SideView, x: int, y: int, translator: Translator) -> tuple[list[Piece], int]:
    """Return the notions side by side, the Intent filled with its dye; and where they end."""
    pieces: list[Piece] = []
    intent = side.intent.notion if side.intent is not None else ""
    for notion in sorted(side.notions, key=lambda one: one != intent):
        word = notion_word(notion, translator)
        chosen = notion == intent
        face = "strong" if chosen else "text"
        sign = 28 if chosen else 0
        wide = width_of(word, face, LABEL_SIZE) + 22 + sign
        rect = Rect(x, y, wide, 38)
        ground, ink = (dye(notion), LABEL) if chosen else (SHEET, INK)
        pieces.append(Shape(rect, ground, "box", 12, dye(notion), 2))
        if chosen:
            pieces.append(Icon(Rect(x + 10, y + 9, 20, 20), "star", GILT))
        room = Rect(x + 11 + sign, y, wide - 22 - sign, 38)
        pieces.append(Words(room, (word,), face, LABEL_SIZE, ink))
        x += wide + 8
    return pieces, x


def _ego_card(face: CardFace | None, rect: Rect, seen: int) -> list[Piece]:
    """Return a card of an Ego: its back, or of a known one its power (a wave for a Feeling) on paper.

    So many columns of it are seen; where that is too little for a number, its line below must do.
    """
    if face is None:
        inner = rect.inset(8, 10)
        return [
            Shape(rect, PLUM, "box", 8, GILT, 2),
            Shape(inner, PLUM, "box", 5, HEM, 2),
            Icon(Rect(inner.x + 4, inner.y + 10, inner.w - 8, inner.h - 20), "shut", GILT),
        ]
    pieces: list[Piece] = [Shape(rect, SHEET, "box", 8, dye(face.notion), 4)]
    if not is_thought(face):
        return [*pieces, Icon(rect.inset(10, 15), "wave", dye(face.notion))]
    number, room = plain(face.power), min(seen, rect.w)
    size = next((one for one in (34, 28, 26) if width_of(number, "number", one) <= room - 2), 0)
    if not size:
        return pieces
    return [*pieces, Words(Rect(rect.x, rect.y, room, rect.h), (number,), "number", size, INK, "center")]


def _ego(ego: tuple[CardFace | None, ...], x: int, y: int, w: int, is_dealt: bool) -> list[Piece]:
    """Return the cards of an Ego from the top, and broken places up to five; many lie closer together."""
    count = max(EGO, len(ego))
    step = min(_CARD_W + _CARD_GAP, (w - _CARD_W) // max(1, count - 1))
    pieces: list[Piece] = []
    for k in range(count):
        rect = Rect(x + k * step, y, _CARD_W, _CARD_H)
        if k < len(ego):
            pieces += _ego_card(ego[k], rect, _CARD_W if k == count - 1 else step)
        else:
            pieces.append(Shape(rect, SHEET_LOW, "box", 8, HEM, 2))
            if is_dealt:
                pieces.append(Icon(rect.inset(14, 19), "crack", HEM))
    return pieces


def _counts(side: SideView, right: int, translator: Translator) -> tuple[list[Piece], int]:
    """Mind, hand and Id with their numbers, up to `right`; and where they begin."""
    pieces: list[Piece] = []
    for number, said in (
        (len(side.id), msg("Id", "strip")),
        (len(side.hand), msg("hand", "strip")),
        (side.mind_count, msg("mind", "strip")),
    ):
        label = translator(said)
        w = max(74, width_of(label, "text", COUNTED) + 14)
        right -= w
        box = Rect(right, 4, w, 50)
        pieces.append(fitted(str(number), box, "number", NUMBER, 30, INK, "center", 1))
        pieces.append(Words(Rect(right, 52, w, 40), (label,), "text", COUNTED, FADED, "center"))
    return pieces, right


def _sign(standing: StripFacts) -> tuple[str, Colour] | None:
    if standing.won:
        return "crown", OCHRE
    if standing.attacks is not None:
        return ("sword", MADDER) if standing.attacks else ("shield", WOAD)
    return ("turn", OCHRE) if standing.has_turn else None


def known_cards(side: SideView, is_viewer: bool, translator: Translator = ENGLISH) -> tuple[KnownLine, ...]:
    """Return the known closed cards: one's own hand, or what was seen of another's; of the Ego and of the mind."""
    lines: list[KnownLine] = []

    def held(card: HandCard) -> str:
        assert card.face is not None
        return f"{title_of(card.face, translator)} ({card.cost})"

    hand = [held(card) for card in side.hand if card.face is not None]
    if hand:
        hidden = len(side.hand) - len(hand)
        if hidden:
            hand.append(translator(msg("{n} unknown", n=hidden)))
        where = msg("Your hand") if is_viewer else msg("Hand", "strip line")
        lines.append(KnownLine(translator(where), ", ".join(hand)))
    for name, faces in ((msg("Ego", "strip line"), side.ego), (msg("Mind", "strip line"), side.mind)):
        known = [f"{k}. {title_of(face, translator)}" for k, face in enumerate(faces, 1) if face is not None]
        if known:
            lines.append(KnownLine(translator(name), ", ".join(known)))
    return tuple(lines)


def _below(side: SideView, is_viewer: bool, width: int, translator: Translator) -> tuple[list[Piece], int]:
    """The text of the Intent, which is always in force (DW7), and the known cards, where they lie in bold; and the row
    where the last ends.

    They are set as one paragraph, smaller where that saves a line.
    """
    found = [_paragraph(side, is_viewer, width, translator, size) for size in (FACT, LABEL_SIZE)]
    high = [
        (end - HEIGHT) // line_height(size) for size, (_, end) in zip((FACT, LABEL_SIZE), found, strict=True)
    ]
    return found[1] if high[1] < high[0] else found[0]


def _paragraph(
    side: SideView, is_viewer: bool, width: int, translator: Translator, size: int
) -> tuple[list[Piece], int]:
    lines = Lines(_NAME_X, width - _NAME_X - 20, HEIGHT)
    if side.intent is not None and side.intent.text:
        lines.sign("star", 22, dye(side.intent.notion), lowered=4)
        lines.at = 24
        lines.run_on(rules(" ".join(lines_of(side.intent.text, translator))), "text", size, INK, gap=10)
    for one in known_cards(side, is_viewer, translator):
        lines.run_on(f"{one.where}:", "strong", size, INK, gap=28, before=one.cards)
        lines.run_on(one.cards, "text", size, INK, gap=10)
    return lines.pieces, lines.y + line_height(size) if lines.at else HEIGHT


@lru_cache(maxsize=64)
def strip_of(
    side: SideView, name: str, standing: StripFacts, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return one player's strip, at least 1,000 pixels wide."""
    own = side.intent.notion if side.intent is not None else (side.notions[0] if side.notions else "")
    pieces: list[Piece] = []
    x = _NAME_X
    sign = _sign(standing)
    if sign is not None:
        pieces.append(Icon(Rect(x, 12, 32, 32), *sign))
        x += 42
    counts, left = _counts(side, width - 12, translator)
    ego_w = (EGO - 1) * (_CARD_W + _CARD_GAP) + _CARD_W
    ego_x = left - ego_w - 14
    pieces.append(fitted(name, Rect(x, 4, ego_x - x - 16, 50), "display", 42, 24, INK, "left", 2))
    chips, end = _chips(side, _NAME_X, 54, translator)
    named = msg("Ego {n}", "strip", n=len(side.ego)) if standing.has_ego else msg("Ego: not yet", "strip")
    ego_label = translator(named)
    label = Rect(ego_x, 66, ego_w, 28)
    if end > ego_x - 10:  # Three long notions: what the Ego is called goes to the right of its cards.
        label = Rect(ego_x + (end - ego_x) + 12, 66, ego_x + ego_w - end - 12, 28)
    pieces += chips
    pieces += _ego(side.ego, ego_x, 6, ego_w, standing.has_ego)
    ink = MADDER if standing.has_ego and not side.ego else FADED
    align = "center" if label.x == ego_x else "right"
    pieces.append(Words(label, (ego_label,), "strong", LABEL_SIZE, ink, align))
    pieces += counts
    words, y = _below(side, standing.is_viewer, width, translator)
    pieces += words
    height = y + 8 if words else HEIGHT
    edge, edge_width = (OCHRE, 5) if standing.decides or standing.won else (HEM, 3)
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, edge, edge_width)
    band = Shape(Rect(10, 12, 12, height - 24), dye(own), "box", 6)
    return Block(width, height, (ground, band, *pieces))
