"""The memory gauge: a ribbon from 10 to 0 to 10, woven up to the tracker.

The player at the bottom has the left half. The woven part is memory, in the colour of its player's Intent. The owners
of the halves, and the tracker's position after paying, are below it.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from PIL import Image

from render.cloth_texture import woven
from render.dreamweavers.inks import FADED, GILT, HEM, INK, LABEL, OCHRE, PLUM, SHEET, SHEET_LOW, dye
from render.fonts import width_of
from render.layout import Block, Colour, Picture, Piece, Rect, Shape, Words
from render.palette import between
from render.table.lines import LEAST
from render.typeset import fitted

CELL, ZERO = 47, 76
"""The width of a space of the gauge, and of the zero space."""
RIBBON_H = 48
DISC = 62
"""The width of the tracker."""
NAME, NUMBER, TRACKER = 36, 36, 46
NAME_GAP = 18
TOLD_SHARE = 0.72
"""The maximum share of a half for the text beside a name."""
MOST_MEMORY = 10


class Half(Struct, frozen=True):
    """One half of the gauge: its owner, their colour, and a short text about paying."""

    name: str
    notion: str
    told: str = ""
    is_active: bool = False


class Ribbon(Struct, frozen=True):
    """A piece of the woven ribbon, a `Drawing`."""

    colour: Colour
    is_memory: bool

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the ribbon at this size: in full colour for memory, otherwise nearly bare."""
        base = self.colour if self.is_memory else between(SHEET_LOW, self.colour, 0.1)
        dark = between(base, INK, 0.45 if self.is_memory else 0.14)
        bright = between(base, LABEL, 0.16 if self.is_memory else 0.4)
        return woven(width, height, (dark, between(base, dark, 0.5), base, bright))


def space(width: int, side: int, number: int) -> Rect:
    """Return the horizontal place of a space of the gauge: on the left (side −1), on the right (1), or zero."""
    middle = width // 2
    if not number:
        return Rect(middle - ZERO // 2, 0, ZERO, 0)
    if side < 0:
        return Rect(middle - ZERO // 2 - number * CELL, 0, CELL, 0)
    return Rect(middle + ZERO // 2 + (number - 1) * CELL, 0, CELL, 0)


def _ribbon(width: int, y: int, side: int, number: int, halves: tuple[Half, Half]) -> list[Piece]:
    """Return the ribbon with its seams, woven in colour between zero and the tracker."""
    pieces: list[Piece] = []
    for half, at in zip(halves, (-1, 1), strict=True):
        full = number if at == side else 0
        for first, last, is_memory in ((1, full, True), (full + 1, MOST_MEMORY, False)):
            if first > last:
                continue
            ends = [space(width, at, n) for n in (first, last)]
            left, right = min(item.x for item in ends), max(item.right for item in ends)
            piece = Ribbon(dye(half.notion), is_memory)
            pieces.append(Picture(Rect(left, y, right - left, RIBBON_H), piece))
        pieces += [
            Shape(Rect(space(width, at, n).x if at < 0 else space(width, at, n).right - 2, y, 2, RIBBON_H), SHEET)
            for n in range(1, MOST_MEMORY)
        ]  # fmt: skip
    zero = space(width, 0, 0)
    pieces.append(Shape(Rect(zero.x, y - 6, zero.w, RIBBON_H + 12), SHEET, "box", 12, HEM, 3))
    return pieces


def _numbers(
    width: int, y: int, side: int, number: int, halves: tuple[Half, Half], disc: Rect
) -> list[Piece]:
    """Return the numbers on the ribbon, on patches, except below the tracker.

    Those that are memory are highlighted.
    """
    pieces: list[Piece] = []
    for at, n in ((0, 0), *((at, n) for at in (-1, 1) for n in range(1, MOST_MEMORY + 1))):
        spot = space(width, at, n)
        is_memory = at == side and n <= number
        face = "number" if is_memory or not n else "strong"
        ink = LABEL if is_memory and n else FADED if n else INK
        width_of_number = width_of(str(n), face, NUMBER)
        if abs(spot.x + spot.w // 2 - disc.x - disc.w // 2) >= (disc.w + width_of_number) // 2:
            box = Rect(spot.x, y, spot.w, RIBBON_H)
            if n:
                ground = dye(halves[at > 0].notion) if is_memory else SHEET
                pieces.append(Shape(box.inset(3, 7), ground, "box", 8))
            pieces.append(Words(box, (str(n),), face, NUMBER, ink, "center"))
    return pieces


def _owner(half: Half, x: int, room: int, y: int, align: str) -> list[Piece]:
    """Return the owner of a half, underlined in their turn, and the text about paying, on one line."""
    ink = dye(half.notion)
    text_w = min(width_of(half.told, "strong", LEAST), round(room * TOLD_SHARE))
    name_w = room - text_w - (NAME_GAP if half.told else 0)
    is_left = align == "left"
    at = x if is_left else x + room - name_w
    name = fitted(half.name, Rect(at, y, name_w, 44), "display", NAME, LEAST, ink, align, 1)
    wide = min(name_w, width_of(name.lines[0], name.face, name.size))
    pieces: list[Piece] = [name]
    if half.is_active:
        underline_x = x if is_left else x + room - wide
        pieces.append(Shape(Rect(underline_x, y + 40, wide, 4), OCHRE))
    if half.told:
        box = Rect(x + wide + NAME_GAP if is_left else x + room - wide - NAME_GAP - text_w, y + 2, text_w, 42)
        ink = INK if half.is_active else FADED
        pieces.append(fitted(half.told, box, "strong", LEAST, LEAST, ink, align, 1))
    return pieces


@lru_cache(maxsize=64)
def gauge_block(left: Half, right: Half, side: int, number: int, width: int) -> Block:
    """Return the gauge with its tracker, on the left (side −1), the right (1) or zero.

    The minimum width is 1,076 pixels.
    """
    top = (DISC - RIBBON_H) // 2 + 4
    spot = space(width, side, number)
    disc = Rect(spot.x + spot.w // 2 - DISC // 2, top + (RIBBON_H - DISC) // 2, DISC, DISC)
    pieces = _ribbon(width, top, side, number, (left, right)) + _numbers(
        width, top, side, number, (left, right), disc
    )
    holder = left if side < 0 else right
    fill = dye(holder.notion) if number else PLUM
    pieces.append(Shape(disc, GILT, "disc", 0, INK, 3))
    pieces.append(Shape(disc.inset(8), fill, "disc"))
    pieces.append(Words(disc, (str(number),), "number", TRACKER, LABEL, "center"))
    y, room = disc.bottom, width // 2 - 34
    pieces += _owner(left, 24, room, y, "left")
    pieces += _owner(right, width // 2 + 10, room, y, "right")
    height = y + 47
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, HEM, 3)
    return Block(width, height, (ground, *pieces))
