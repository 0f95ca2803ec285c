"""The cards under a card in play: charges as backs with values, known attachments as slats (§3).

A charge's face is in the text of the board and under "Cards" for its player; here only its value matters.
"""

from __future__ import annotations

from cards.i18n import Translator, msg, msg_plural
from engine.voidream.views.types import AttachedCard, CardInPlay
from render import palette as c
from render.fonts import line_height, width_of
from render.layout import Icon, Piece, Rect, Shape, Words
from render.table.lines import LEAST
from render.table.words import Names, of, title_of
from render.typeset import wrapped

_ROW, _GAP = line_height(LEAST), 3
"""The height of an attached card, and the space below it."""


def number_back(x: int, y: int, w: int, h: int, value: int, size: int) -> list[Piece]:
    """Return the back of a card with its number."""
    rect = Rect(x, y, w, h)
    return [
        Shape(rect, c.BACK, "box", 7, c.MIST, 2),
        Words(rect, (str(value),), "number", size, c.PAPER, "center"),
    ]


def is_slat(card: AttachedCard, host: int) -> bool:
    """Return whether an attached card is shown by its title: it is known, and more than an ordinary charge."""
    return card.face is not None and not (card.is_charge and card.controller == host and not card.exhausted)


def _slat(
    card: AttachedCard, host: int, names: Names, x: int, y: int, w: int, translator: Translator
) -> tuple[list[Piece], int]:
    """Return one attached card with a known face, and the end of its slat."""
    title = title_of(card.face, translator) if card.face is not None else ""
    note = ""
    if card.controller != host:
        name = names[card.controller]
        note = translator(msg("{whose}", "owner", whose=of(name), name=name))
    signs = [("tap", c.GOLD)] * card.exhausted + [("shut", c.MIST)] * card.is_charge
    text_x, text_w = x + 38, w - 40 - 28 * len(signs)
    lines = wrapped(title, "flavour", LEAST, text_w)
    label = wrapped(note, "text", LEAST, text_w) if note else ()
    top = len(label) * line_height(LEAST)
    high = max(_ROW, top + len(lines) * line_height(LEAST))
    pieces: list[Piece] = [Shape(Rect(x, y, w, high), c.RAISED_LOW, "box", 8)]
    pieces.extend(number_back(x, y, 34, high, card.value, LEAST))
    if label:
        pieces.append(Words(Rect(text_x, y, text_w, top), label, "text", LEAST, c.MIST))
    rect = Rect(text_x, y + top, text_w, high - top)
    pieces.append(Words(rect, lines, "flavour", LEAST, c.PAPER))
    for k, (sign, ink) in enumerate(reversed(signs), 1):
        pieces.append(Icon(Rect(x + w - 28 * k, y, 24, high), sign, ink))
    return pieces, y + high + _GAP


def _backs(
    cards: list[AttachedCard], x: int, y: int, w: int, translator: Translator
) -> tuple[list[Piece], int]:
    """Return charges with their values and their number, and their end. Many are counted by value.

    The number is beside them if there is room.
    """
    pieces: list[Piece] = []
    values = [card.value for card in cards]
    side = max(34, max(width_of(str(value), "number", LEAST) for value in values) + 8)
    counts = [(value, values.count(value)) for value in sorted(set(values))]
    times = max(width_of(f"×{count}", "strong", LEAST) for _, count in counts)
    if len(values) * (side + 4) - 4 <= w:
        step, shown_values = side + 4, [(value, 1) for value in values]
    else:
        step, shown_values = side + times + 9, counts
    row = max(1, (w + 4) // step)
    for k, (value, count) in enumerate(shown_values):
        left, top = x + k % row * step, y + k // row * (_ROW + _GAP)
        pieces.extend(number_back(left, top, side, _ROW, value, LEAST))
        if step > side + 4:
            beside = Rect(left + side + 3, top, times, _ROW)
            pieces.append(Words(beside, (f"×{count}",), "strong", LEAST, c.PAPER))
    y += (len(shown_values) - 1) // row * (_ROW + _GAP)
    label = translator(msg_plural("{n} charge", "{n} charges", len(cards)))
    left = x + ((len(shown_values) - 1) % row + 1) * step
    if width_of(label, "text", LEAST) <= x + w - left:
        pieces.append(Words(Rect(left, y, x + w - left, _ROW), (label,), "text", LEAST, c.MIST))
    return pieces, y + _ROW + _GAP


def attachments(
    card: CardInPlay, names: Names, columns: list[int], y: int, w: int, translator: Translator
) -> tuple[list[Piece], int]:
    """Return all attachments, in columns beginning at these `x`, each `w` wide; and the end of the longest one."""
    pieces: list[Piece] = []
    ends = [y] * len(columns)
    for attachment in card.attached:
        if is_slat(attachment, card.controller):
            k = ends.index(min(ends))
            slat, ends[k] = _slat(attachment, card.controller, names, columns[k], ends[k], w, translator)
            pieces.extend(slat)
    hidden_cards = [attachment for attachment in card.attached if not is_slat(attachment, card.controller)]
    if hidden_cards:
        k = ends.index(min(ends))
        backs, ends[k] = _backs(hidden_cards, columns[k], ends[k], w, translator)
        pieces.extend(backs)
    return pieces, max(ends)
