"""The memory gauge, the heart of the board: a ribbon from 10 to 0 to 10, woven as far as the tracker stands.

The player at the bottom has the left half, as at a table. What is woven is memory; its colour is that of its player's
Intent. Under it stands what paying would come to.
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
from render.typeset import fitted

CELL, ZERO = 47, 76
"""The width of a space of the gauge, and the zero space."""
RIBBON_H = 56
DISC = 88
"""The width of the tracker."""
NAME, NUMBER, TRACKER, TOLD = 32, 36, 58, 36
MOST_MEMORY = 10


class Half(Struct, frozen=True):
    """One half of the gauge: whose it is, their colour, and what paying would come to there, in a few words."""

    name: str
    notion: str
    told: str = ""
    is_active: bool = False


class Ribbon(Struct, frozen=True):
    """A piece of the woven ribbon, a `Drawing`."""

    colour: Colour
    is_memory: bool

    def paint(self, width: int, height: int) -> Image.Image:
        """The ribbon at this size: in full colour where it is memory, else nearly bare."""
        base = self.colour if self.is_memory else between(SHEET_LOW, self.colour, 0.1)
        dark = between(base, INK, 0.45 if self.is_memory else 0.14)
        bright = between(base, LABEL, 0.16 if self.is_memory else 0.4)
        return woven(width, height, (dark, between(base, dark, 0.5), base, bright))


def space(width: int, side: int, number: int) -> Rect:
    """Return the place of a space of the gauge, without height: on the left (side −1), on the right (1), or zero."""
    middle = width // 2
    if not number:
        return Rect(middle - ZERO // 2, 0, ZERO, 0)
    if side < 0:
        return Rect(middle - ZERO // 2 - number * CELL, 0, CELL, 0)
    return Rect(middle + ZERO // 2 + (number - 1) * CELL, 0, CELL, 0)


def _ribbon(width: int, y: int, side: int, number: int, halves: tuple[Half, Half]) -> list[Piece]:
    """The ribbon with its seams: woven in colour between zero and the tracker."""
    pieces: list[Piece] = []
    for half, at in zip(halves, (-1, 1), strict=True):
        full = number if at == side else 0
        for first, last, is_memory in ((1, full, True), (full + 1, MOST_MEMORY, False)):
            if first > last:
                continue
            ends = [space(width, at, n) for n in (first, last)]
            left, right = min(one.x for one in ends), max(one.right for one in ends)
            piece = Ribbon(dye(half.notion), is_memory)
            pieces.append(Picture(Rect(left, y, right - left, RIBBON_H), piece))
        pieces += [
            Shape(Rect(space(width, at, n).x if at < 0 else space(width, at, n).right - 2, y, 2, RIBBON_H), SHEET)
            for n in range(1, MOST_MEMORY)
        ]  # fmt: skip
    zero = space(width, 0, 0)
    pieces.append(Shape(Rect(zero.x, y - 6, zero.w, RIBBON_H + 12), SHEET, "box", 12, HEM, 3))
    return pieces


def _numbers(width: int, y: int, side: int, number: int) -> list[Piece]:
    """The numbers under the ribbon; those that are memory stand out."""
    pieces: list[Piece] = []
    for at in (-1, 1):
        for n in range(1, MOST_MEMORY + 1):
            spot = space(width, at, n)
            is_memory = at == side and n <= number
            face, ink = ("number", INK) if is_memory else ("strong", FADED)
            pieces.append(Words(Rect(spot.x, y, spot.w, 40), (str(n),), face, NUMBER, ink, "center"))
    zero = space(width, 0, 0)
    pieces.append(Words(Rect(zero.x, y, zero.w, 40), ("0",), "number", NUMBER, INK, "center"))
    return pieces


@lru_cache(maxsize=64)
def gauge_block(left: Half, right: Half, side: int, number: int, width: int) -> Block:
    """The gauge with its tracker, on the left (side −1), on the right (1) or on zero; at least 1,076 pixels wide."""
    pieces: list[Piece] = []
    room = width // 2 - 90
    for half, x, align in ((left, 24, "left"), (right, width - 24 - room, "right")):
        ink = dye(half.notion)
        words = fitted(half.name, Rect(x, 6, room, 40), "display", NAME + 4, 24, ink, align, 1)
        wide = min(room, width_of(words.lines[0], words.face, words.size))
        if half.is_active:
            at = x if align == "left" else x + room - wide
            pieces.append(Shape(Rect(at, 44, wide, 5), OCHRE))
        pieces.append(words)
    top = 62
    pieces += _ribbon(width, top, side, number, (left, right))
    pieces += _numbers(width, top + RIBBON_H + 12, side, number)
    spot = space(width, side, number)
    disc = Rect(spot.x + spot.w // 2 - DISC // 2, top + (RIBBON_H - DISC) // 2, DISC, DISC)
    holder = left if side < 0 else right
    fill = dye(holder.notion) if number else PLUM
    pieces.append(Shape(disc, GILT, "disc", 0, INK, 3))
    pieces.append(Shape(disc.inset(8), fill, "disc"))
    pieces.append(Words(disc, (str(number),), "number", TRACKER, LABEL, "center"))
    y = top + RIBBON_H + 54
    for half, x, align in ((left, 24, "left"), (right, width // 2 + 10, "right")):
        if half.told:
            box = Rect(x, y, width // 2 - 34, 40)
            ink = INK if half.is_active else FADED
            pieces.append(fitted(half.told, box, "strong", TOLD, 24, ink, align, 1))
    height = y + (44 if left.told or right.told else 4)
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, HEM, 3)
    return Block(width, height, (ground, *pieces))
