"""Drawings that fade into a flat colour, so that text can be placed there."""

from __future__ import annotations

from msgspec import Struct
from PIL import Image, ImageEnhance

from render.layout import Colour, Drawing, Rect
from render.palette import between
from render.pixels import stretched

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
DIMMED = 0.5
"""The share of brightness that a dimmed drawing keeps."""


def _eased(part: float) -> float:
    """Return the progress of a fade, slow at both ends, so that its beginning is invisible."""
    part = max(0.0, min(1.0, part))
    return part * part * (3 - 2 * part)


def _dimmed(picture: Image.Image) -> Image.Image:
    """Return the picture with little colour and half its brightness."""
    return ImageEnhance.Brightness(ImageEnhance.Color(picture).enhance(0.3)).enhance(DIMMED)


class FadedFoot(Struct, frozen=True):
    """A drawing whose foot fades into a colour; itself a `Drawing`.

    The lowest `plain` rows are nothing but the colour: the drawing is laid out above them, and takes over within
    `reach` rows. A dimmed one has lost its colour and half its light before it fades.
    """

    drawing: Drawing
    ground: Colour
    reach: int
    plain: int = 0
    dimmed: bool = False

    def share(self, row: int, height: int) -> float:
        """Return the share of the colour in a row of a picture of this height, 0..1."""
        return _eased(1 - (height - self.plain - row - 1) / max(1, self.reach))

    def brightest(self, box: Rect, width: int, height: int) -> Colour:
        """Return the brightest possible pixel of a box for any drawing, in a picture of this size."""
        most = between(BLACK, WHITE, DIMMED) if self.dimmed else WHITE
        return between(most, self.ground, self.share(box.y, height))

    def darkest(self, box: Rect, width: int, height: int) -> Colour:
        """Return the darkest possible pixel of a box for any drawing, in a picture of this size."""
        return between(BLACK, self.ground, self.share(box.y, height))

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the drawing at this size, faded."""
        drawn = self.drawing.paint(width, height - self.plain)
        picture = Image.new("RGB", (width, height), self.ground)
        picture.paste(_dimmed(drawn) if self.dimmed else drawn, (0, 0))
        column = bytes(round(255 * self.share(row, height)) for row in range(height))
        cover = stretched(Image.frombytes("L", (1, height), column), width, height, smooth=False)
        picture.paste(self.ground, (0, 0), cover)
        return picture


class Strip(Struct, frozen=True):
    """A band of a drawing, at the height of a figure's eyes, that fades into a colour on its left; a `Drawing`.

    The drawing is laid out as wide as the band and higher than it; `reach` is how many columns the fading takes.
    """

    drawing: Drawing
    ground: Colour
    reach: int
    focus: float = 0.4
    """The position of the band's middle in the drawing, from the top, 0..1."""
    cut: float = 0.4
    """The share of the drawing's height that the band shows."""

    def share(self, column: int) -> float:
        """Return the share of the colour in a column, 0..1."""
        return _eased(1 - column / max(1, self.reach))

    def brightest(self, box: Rect, width: int, height: int) -> Colour:
        """Return the brightest possible pixel of a box for any drawing, in a picture of this size."""
        return between(WHITE, self.ground, self.share(box.right - 1))

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the band at this size, faded."""
        whole = round(height / self.cut)
        top = max(0, min(whole - height, round(whole * self.focus - height / 2)))
        picture = self.drawing.paint(width, whole).crop((0, top, width, top + height))
        row = bytes(round(255 * self.share(column)) for column in range(width))
        cover = stretched(Image.frombytes("L", (width, 1), row), width, height, smooth=False)
        picture.paste(self.ground, (0, 0), cover)
        return picture
