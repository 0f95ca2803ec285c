"""The parts of a picture: pieces (words, shapes, icons, drawings) on blocks, and blocks on a sheet.

All of it is frozen data. A layout can therefore be tested without drawing, and a block with the same content as
another is painted only once. Lengths are pixels of the finished picture, colours are (red, green, blue).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

Colour = tuple[int, int, int]


class Rect(Struct, frozen=True):
    """A rectangle: left upper corner, width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.y + self.h

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """Return the rectangle reduced by `dx` on the left and right, and by `dy` (default `dx`) at the top and bottom."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def moved(self, dx: int, dy: int) -> Rect:
        """Return the rectangle moved by `dx` and `dy`."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def overlaps(self, other: Rect) -> bool:
        """Return whether the two share a pixel."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def contains(self, other: Rect) -> bool:
        """Return whether `other` is entirely inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


class Drawing(Protocol):
    """Something that can draw itself at any size. Must be hashable: equal drawings are drawn once."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return an RGB picture of exactly this size."""
        ...


class Words(Struct, frozen=True):
    """Lines of text, centred vertically in `rect`, already broken to fit."""

    rect: Rect
    lines: tuple[str, ...]
    face: str
    """A name in `fonts.FACES`."""
    size: int
    ink: Colour
    align: str = "left"
    """left, center or right."""
    whole: bool = True
    """False if the text had to be shortened to fit."""


class Icon(Struct, frozen=True):
    """A sign in one colour, drawn as a square in the middle of `rect`. `name` is one of `icons.ICONS`."""

    rect: Rect
    name: str
    ink: Colour


class Shape(Struct, frozen=True):
    """A filled form: box (with rounded corners), disc, diamond or triangle. `edge` draws an inner border."""

    rect: Rect
    fill: Colour
    form: str = "box"
    radius: int = 0
    edge: Colour | None = None
    edge_width: int = 0
    fill_below: Colour | None = None
    """The colour at the bottom, for a vertical gradient."""


class Picture(Struct, frozen=True):
    """A drawing with rounded corners. `turned` rotates it by 180°, `dimmed` reduces light and colour.

    The lowest `foot` rows darken towards `foot_ink` (see `foot_level`), as a background for numbers.
    """

    rect: Rect
    drawing: Drawing
    radius: int = 0
    turned: bool = False
    dimmed: bool = False
    foot: int = 0
    foot_ink: Colour = (0, 0, 0)


def foot_level(row: int, foot: int) -> float:
    """Return the fade (0..1) of a picture in this row of its foot, counted from the foot's top."""
    part = min(1.0, (row + 0.5) / foot)
    return 0.88 * part / 0.4 if part < 0.4 else 0.88 + 0.2 * (part - 0.4) if part < 1 else 1.0


class Hatch(Struct, frozen=True):
    """Diagonal lines over everything below."""

    rect: Rect
    ink: Colour
    step: int = 14


Piece = Words | Icon | Shape | Picture | Hatch
P = TypeVar("P", Words, Icon, Shape, Picture, Hatch, Piece)


def moved(piece: P, dx: int, dy: int) -> P:
    """Return the piece moved by `dx` and `dy`."""
    return replace(piece, rect=piece.rect.moved(dx, dy))


class Block(Struct, frozen=True):
    """A part of the picture that is painted as a unit: its size, and its pieces from bottom to top.

    The pieces' rectangles are relative to the block's corner. The first piece is its ground: a box as large as the
    block.
    """

    width: int
    height: int
    pieces: tuple[Piece, ...]

    @property
    def radius(self) -> int:
        """The radius of the ground's corners, outside of which the block is transparent."""
        ground = self.pieces[0]
        return ground.radius if isinstance(ground, Shape) else 0

    def words(self) -> Iterable[Words]:
        """Yield all text on the block."""
        return (piece for piece in self.pieces if isinstance(piece, Words))


class PlacedBlock(Struct, frozen=True):
    """A block at its place on the sheet. `role` identifies it for readers of a layout.

    `tilt` rotates it clockwise about its centre, in degrees.
    """

    x: int
    y: int
    block: Block
    role: str
    tilt: int = 0

    @property
    def rect(self) -> Rect:
        """The place on the sheet before it is tilted."""
        return Rect(self.x, self.y, self.block.width, self.block.height)

    def corners(self) -> list[tuple[float, float]]:
        """Return the four corners on the sheet, clockwise from the left upper one."""
        half_w, half_h = self.block.width / 2, self.block.height / 2
        turn = math.radians(self.tilt)
        return [
            (
                self.x + half_w + dx * math.cos(turn) - dy * math.sin(turn),
                self.y + half_h + dx * math.sin(turn) + dy * math.cos(turn),
            )
            for dx, dy in ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))
        ]


class Halves(Struct, frozen=True):
    """The two sides of a table: the row of the dividing line, and the markings of each side.

    Below the row `line` the background is the one named `below`. The dyes colour the margins above and below, which
    are `edge` wide; `rule` is the colour of the line.
    """

    line: int
    below: str
    dyes: tuple[Colour, Colour]
    rule: Colour
    edge: int


class Sheet(Struct, frozen=True):
    """A whole picture: its size, the name of its background, and the blocks on it.

    A sky is brightest at row `horizon`, or in the middle; a cloth (`weave`) is the same everywhere. `halves`: the two sides of
    a table, where there are two.
    """

    width: int
    height: int
    sky: str
    blocks: tuple[PlacedBlock, ...]
    horizon: int = 0
    halves: Halves | None = None
