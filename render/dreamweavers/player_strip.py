"""A player as one strip: name, notions with the Intent, Ego, mind, hand and Id; known hidden cards below it."""

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
from render.layout import Block, Colour, Icon, Piece, Rect, Shape, Words, moved
from render.table.lines import LEAST, Lines
from render.table.words import lines_of, plain, rules, title_of
from render.typeset import fitted

_ROW = 44
"""The height of the row with the name."""
EGO = 5
"""The initial number of cards in an Ego."""
NUMBER = 40
_CARD_W, _CARD_H, _CARD_GAP = 46, 40, 5
_NAME_X = 34


class StripFacts(Struct, frozen=True):
    """The facts in a player's strip apart from the name."""

    is_viewer: bool = False
    has_turn: bool = False
    decides: bool = False
    attacks: bool | None = None
    """Whether they attack or defend; None without an attack."""
    won: bool = False
    has_ego: bool = True
    """Whether the Ego has been dealt."""


class KnownLine(Struct, frozen=True):
    """A line about known hidden cards: their zone, and their names."""

    where: str
    cards: str


def _chips(side: SideView, x: int, y: int, translator: Translator) -> tuple[list[Piece], int]:
    """Return the notions side by side, the Intent filled with its dye, and their end."""
    pieces: list[Piece] = []
    intent = side.intent.notion if side.intent is not None else ""
    for notion in sorted(side.notions, key=lambda drafted: drafted != intent):
        label = notion_word(notion, translator)
        is_intent = notion == intent
        face = "strong" if is_intent else "text"
        sign = 30 if is_intent else 0
        wide = width_of(label, face, LEAST) + 20 + sign
        rect = Rect(x, y, wide, 40)
        ground, ink = (dye(notion), LABEL) if is_intent else (SHEET, INK)
        pieces.append(Shape(rect, ground, "box", 12, dye(notion), 2))
        if is_intent:
            pieces.append(Icon(Rect(x + 9, y + 8, 24, 24), "star", GILT))
        room = Rect(x + 10 + sign, y, wide - 20 - sign, 40)
        pieces.append(Words(room, (label,), face, LEAST, ink))
        x += wide + 8
    return pieces, x


def _ego_card(face: CardFace | None, rect: Rect, visible_width: int) -> list[Piece]:
    """Return a card of an Ego: its back, or if known its power (a wave for a Feeling) on paper.

    Only `visible_width` columns are visible. If they are too few for a number, only the line below has it.
    """
    if face is None:
        inner = rect.inset(8, 6)
        return [
            Shape(rect, PLUM, "box", 8, GILT, 2),
            Shape(inner, PLUM, "box", 5, HEM, 2),
            Icon(inner.inset(4), "shut", GILT),
        ]
    pieces: list[Piece] = [Shape(rect, SHEET, "box", 8, dye(face.notion), 4)]
    if not is_thought(face):
        return [*pieces, Icon(rect.inset(10, 8), "wave", dye(face.notion))]
    number, room = plain(face.power), min(visible_width, rect.w)
    if width_of(number, "number", LEAST) > room - 2:
        return pieces
    return [*pieces, Words(Rect(rect.x, rect.y, room, rect.h), (number,), "number", LEAST, INK, "center")]


def _ego(ego: tuple[CardFace | None, ...], x: int, y: int, w: int, is_dealt: bool) -> list[Piece]:
    """Return the cards of an Ego from the top, and empty places up to five. Many cards overlap."""
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
                pieces.append(Icon(rect.inset(14, 12), "crack", HEM))
    return pieces


def _counts(side: SideView, right: int, translator: Translator) -> tuple[list[Piece], int]:
    """Return mind, hand and Id with their numbers, ending at `right`, and their start."""
    pieces: list[Piece] = []
    for number, message in (
        (len(side.id), msg("Id", "strip")),
        (len(side.hand), msg("hand", "strip")),
        (side.mind_count, msg("mind", "strip")),
    ):
        label, text = translator(message), str(number)
        label_w, number_w = width_of(label, "text", LEAST), width_of(text, "number", NUMBER)
        right -= label_w
        pieces.append(Words(Rect(right, 4, label_w, _ROW - 4), (label,), "text", LEAST, FADED))
        right -= number_w + 8
        pieces.append(Words(Rect(right, 3, number_w, _ROW - 2), (text,), "number", NUMBER, INK))
        right -= 18
    return pieces, right + 18


def _sign(facts: StripFacts) -> tuple[str, Colour] | None:
    if facts.won:
        return "crown", OCHRE
    if facts.attacks is not None:
        return ("sword", MADDER) if facts.attacks else ("shield", WOAD)
    return ("turn", OCHRE) if facts.has_turn else None


def known_cards(side: SideView, is_viewer: bool, translator: Translator = ENGLISH) -> tuple[KnownLine, ...]:
    """Return the known hidden cards: the viewer's own hand, or seen cards of the other hand; of the Ego and the mind."""
    lines: list[KnownLine] = []

    def held(card: HandCard) -> str:
        assert card.face is not None
        return f"{title_of(card.face, translator)} ({card.cost})"

    hand = [held(card) for card in side.hand if card.face is not None]
    if hand:
        hidden_count = len(side.hand) - len(hand)
        if hidden_count:
            hand.append(translator(msg("{n} unknown", n=hidden_count)))
        where = msg("Your hand") if is_viewer else msg("Hand", "strip line")
        lines.append(KnownLine(translator(where), ", ".join(hand)))
    for name, faces in ((msg("Ego", "strip line"), side.ego), (msg("Mind", "strip line"), side.mind)):
        known_in_ego = [
            f"{k}. {title_of(face, translator)}" for k, face in enumerate(faces, 1) if face is not None
        ]
        if known_in_ego:
            lines.append(KnownLine(translator(name), ", ".join(known_in_ego)))
    return tuple(lines)


def _below(
    side: SideView, is_viewer: bool, at: int, y: int, width: int, translator: Translator
) -> tuple[list[Piece], int]:
    """Return the text of the Intent (DW7) and the known cards, with their zones in bold, and the end row.

    They are one paragraph, which begins after the notions, `at` pixels from the left.
    """
    lines = Lines(_NAME_X, width - _NAME_X - 20, y)
    lines.at = at - _NAME_X
    if side.intent is not None and side.intent.text:
        lines.run_on(rules(" ".join(lines_of(side.intent.text, translator))), "text", LEAST, INK, gap=10)
    for known_line in known_cards(side, is_viewer, translator):
        lines.run_on(f"{known_line.where}:", "strong", LEAST, INK, gap=24, before=known_line.cards)
        lines.run_on(known_line.cards, "text", LEAST, INK, gap=10)
    return lines.pieces, lines.y + line_height(LEAST)


@lru_cache(maxsize=64)
def strip_of(
    side: SideView, name: str, facts: StripFacts, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return one player's strip, at least 1,000 pixels wide."""
    own = side.intent.notion if side.intent is not None else (side.notions[0] if side.notions else "")
    counts, left = _counts(side, width - 18, translator)
    ego_w = EGO * (_CARD_W + _CARD_GAP) - _CARD_GAP
    ego_x = left - ego_w - 18
    named = msg("Ego {n}", "strip", n=len(side.ego)) if facts.has_ego else msg("Ego: not yet", "strip")
    ego_label = translator(named)
    label_w = width_of(ego_label, "strong", LEAST)
    label_x = ego_x - label_w - 8
    ink = MADDER if facts.has_ego and not side.ego else FADED
    pieces: list[Piece] = [
        Words(Rect(label_x, 4, label_w, _ROW - 4), (ego_label,), "strong", LEAST, ink),
        *_ego(side.ego, ego_x, 5, ego_w, facts.has_ego),
        *counts,
    ]
    x = _NAME_X
    sign = _sign(facts)
    if sign is not None:
        x += 42
    offset = 0
    name_words = fitted(name, Rect(x, 3, label_x - x - 16, _ROW - 2), "display", 40, LEAST, INK, "left", 1)
    if not name_words.whole:
        # A long name has its own line above everything else.
        offset = _ROW - 4
        pieces = [moved(piece, 0, offset) for piece in pieces]
        name_words = fitted(name, Rect(x, 3, width - x - 20, _ROW - 2), "display", 36, LEAST, INK, "left", 1)
    if sign is not None:
        pieces.append(Icon(Rect(_NAME_X, 8, 32, 32), *sign))
    chips, end = _chips(side, _NAME_X, _ROW + 3 + offset, translator)
    lower_lines, y = _below(side, facts.is_viewer, end, _ROW + 2 + offset, width, translator)
    pieces += [*chips, *lower_lines]
    height = max(y, _ROW + 43 + offset) + 5
    edge, edge_width = (OCHRE, 5) if facts.decides or facts.won else (HEM, 3)
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, edge, edge_width)
    band = Shape(Rect(10, 12, 12, height - 24), dye(own), "box", 6)
    return Block(width, height, (ground, band, name_words, *pieces))
