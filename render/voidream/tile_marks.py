"""The marks on a tile: its value, numbers, keywords, charges and damage."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from render import palette as c
from render.fonts import width_of
from render.layout import Colour, Icon, Piece, Rect, Shape, Words
from render.table.lines import LEAST
from render.table.words import plain
from render.voidream.attachments import number_back

NUMBER = 36
SIGN = 22
"""The size of the signs beside dawn, stability and dusk."""
BADGE = 48
"""The size of a value, and of the sign beside it."""

Entry = tuple[str, int, int]
"""A number on a card: its kind, its current value, and its printed value."""


def value_badge(x: int, y: int, value: int, side: int = 42) -> list[Piece]:
    """Return a card's value, as in its corner."""
    rect = Rect(x, y, side, side)
    return [
        Shape(rect, c.INK, "box", 10, c.PAPER, 2),
        Words(rect, (str(value),), "number", round(side * 0.7), c.PAPER, "center"),
    ]


def ground(width: int, height: int, rim: Colour, fights: bool) -> list[Piece]:
    """Return the card's background. A thin dark line around the rim keeps it smooth on any sky."""
    whole = Rect(0, 0, width, height)
    if fights:
        return [Shape(whole, c.PANEL_LOW, "box", 18, rim, 5)]
    return [
        Shape(whole, c.INK, "box", 18),
        Shape(whole.inset(2), c.PANEL_LOW, "box", 16, rim, 3),
    ]


_SIGNS: dict[str, tuple[str, Colour]] = {
    "dawn": ("sun", c.GOLD),
    "stability": ("shield", c.SMOKE),
    "dusk": ("moon", c.SILVER),
}


def _number(x: int, y: int, stat: str, current: int, printed: int) -> tuple[list[Piece], int]:
    """Return a number with its sign around the line `y`, and its end. A changed one is coloured and has an arrow."""
    sign, ink = _SIGNS[stat]
    pieces: list[Piece] = []
    tint = c.PAPER if current == printed else c.MINT if current > printed else c.ROSE
    if current == printed:
        pieces.append(Icon(Rect(x, y - SIGN // 2, SIGN, SIGN), sign, ink))
    elif current > printed:
        pieces.append(Icon(Rect(x + 4, y - 19, 14, 13), "up", tint))
        pieces.append(Icon(Rect(x + 1, y - 3, 20, 20), sign, ink))
    else:
        pieces.append(Icon(Rect(x + 1, y - 17, 20, 20), sign, ink))
        pieces.append(Icon(Rect(x + 4, y + 6, 14, 13), "down", tint))
    text = plain(current)
    wide = width_of(text, "number", NUMBER)
    pieces.append(Words(Rect(x + SIGN + 2, y - 22, wide, 44), (text,), "number", NUMBER, tint))
    return pieces, x + SIGN + 2 + wide


def numbers(entries: Sequence[Entry], x: int, y: int, w: int) -> tuple[list[Piece], int]:
    """Return numbers side by side around the line `y`, or stacked if they are too long; and their last line."""
    wide = sum(SIGN + 2 + width_of(plain(current), "number", NUMBER) for _, current, _ in entries)
    between = len(entries) - 1
    pieces: list[Piece] = []
    if wide + 6 * between > w:
        for k, entry in enumerate(entries):
            pieces.extend(_number(x, y + 42 * k, *entry)[0])
        return pieces, y + 42 * between
    slack = min(26, (w - wide) // max(1, between))
    for entry in entries:
        pieces_of_number, end = _number(x, y, *entry)
        pieces.extend(pieces_of_number)
        x = end + slack
    return pieces, y


def note(text: str, right: int, middle: int, ink: Colour) -> Words:
    """Return a short text around the line `middle`, ending at the column `right`."""
    wide = width_of(text, "strong", LEAST)
    return Words(Rect(right - wide, middle - 20, wide, 40), (text,), "strong", LEAST, ink)


class Plate(Struct, frozen=True):
    """Keywords on a picture: as words, or as a sign each if there is no room for words."""

    words: str = ""
    signs: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The width in pixels."""
        return width_of(self.words, "strong", LEAST) + 14 if self.words else 10 + 34 * len(self.signs)

    def pieces(self, right: int, y: int) -> list[Piece]:
        """Return its pieces, ending at the column `right`; none if it is empty."""
        if not (self.words or self.signs):
            return []
        rect = Rect(right - self.width, y, self.width, 42)
        signs = [
            Icon(Rect(rect.x + 7 + 34 * k, y, 30, 42), sign, c.MIST) for k, sign in enumerate(self.signs)
        ]
        keyword_words = Words(Rect(rect.x + 7, y, rect.w - 14, 42), (self.words,), "strong", LEAST, c.MIST)
        return [Shape(rect, c.INK, "box", 10), *signs, *([keyword_words] if self.words else [])]


NO_PLATE = Plate()


def charges_width(charges: Sequence[int]) -> int:
    """Return the width of charges beside numbers."""
    return 38 * len(charges) + 4 if charges else 0


def charges_row(charges: Sequence[int], right: int, middle: int) -> list[Piece]:
    """Return charges side by side around the line `middle`, ending at the column `right`."""
    left = right - 38 * len(charges) + 4
    return [
        piece
        for k, value in enumerate(charges)
        for piece in number_back(left + 38 * k, middle - 20, 34, 40, value, LEAST)
    ]


def damage_width(damage: int) -> int:
    """Return the width of the marked damage."""
    return width_of(str(damage), "number", NUMBER) + 36


def damage_pill(damage: int, right: int, y: int) -> list[Piece]:
    """Return the marked damage, ending at the column `right`."""
    pill = Rect(right - damage_width(damage), y, damage_width(damage), BADGE)
    return [
        Shape(pill, c.ROSE_DEEP, "box", 12, c.ROSE, 2),
        Icon(Rect(pill.x + 6, y + 12, 22, 24), "crack", c.ROSE),
        Words(Rect(pill.x + 30, y, pill.w - 36, BADGE), (str(damage),), "number", NUMBER, c.PAPER),
    ]
