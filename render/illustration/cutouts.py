"""Cutting prints: pasting one picture into another along an outline, and torn edges."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw

from render.illustration.outlines import Outline
from render.layout import Colour

_FINE = 2


def inside(size: tuple[int, int], *outlines: Outline) -> Image.Image:
    """Return a mask of this size that is solid inside the outlines, with smooth edges."""
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    pen = ImageDraw.Draw(mask)
    for outline in outlines:
        pen.polygon([(x * _FINE, y * _FINE) for x, y in outline], fill=255)
    return mask.reduce(_FINE)


def paste(image: Image.Image, what: Image.Image | Colour, *outlines: Outline) -> None:
    """Paste a picture of the same size, or an ink, inside the outlines."""
    mask = inside(image.size, *outlines)
    if isinstance(what, Image.Image):
        image.paste(what, (0, 0), mask)
    else:
        image.paste(what, (0, 0, *image.size), mask)


def torn_line(x: float, height: float, rough: float, chance: random.Random, steps: int = 18) -> Outline:
    """Return a torn line from top to bottom around x, which strays by up to `rough` to either side."""
    inner = [(x + rough * (2 * chance.random() - 1), height * k / steps) for k in range(1, steps)]
    return [(x, -2.0), *inner, (x, height + 2.0)]


def torn_sheet(width: float, height: float, inset: float, rough: float, chance: random.Random) -> Outline:
    """Return the edge of a sheet of paper that is roughest on its right."""
    w, h = width, height
    top = [(w * k / 24, inset + rough * (chance.random() - 0.5) * 0.5) for k in range(1, 24)]
    right = [(w - inset - rough * chance.random(), h * k / 18) for k in range(1, 18)]
    bottom = [(w * (24 - k) / 24, h - inset - rough * chance.random() * 0.5) for k in range(1, 24)]
    left = [(inset + rough * 0.3 * chance.random(), h * (18 - k) / 18) for k in range(1, 18)]
    corners = [(inset, inset), (w - inset * 1.5, inset), (w - inset, h - inset), (inset, h - inset)]
    return [corners[0], *top, corners[1], *right, corners[2], *bottom, corners[3], *left]
