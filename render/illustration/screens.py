"""Screens: the pattern through which ink reaches the paper. Each is one tile, the same in every process.

A screen's tile is evenly distributed over all 256 levels, so that a tone of v lets through v of 255 parts of the ink.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.pixels import stretched

SIDE = 1024
"""The width and height of a tile in pixels. Larger pictures repeat it."""

Screen = Callable[[], Image.Image]
"""Returns a tile, created at the first call."""


def _noise(side: int, seed: int) -> Image.Image:
    return Image.frombytes("L", (side, side), random.Random(seed).randbytes(side * side))


@cache
def grain() -> Image.Image:
    """Return fine grain, as of a lithograph's stone."""
    return ImageOps.equalize(_noise(SIDE, 1789).filter(ImageFilter.GaussianBlur(0.55)))


@cache
def wear() -> Image.Image:
    """Return slow noise for worn ink."""
    coarse, finer = (
        stretched(_noise(side, seed), SIDE, SIDE, smooth=True) for side, seed in ((64, 90), (256, 91))
    )
    return ImageOps.equalize(Image.blend(coarse, finer, 0.4))


@cache
def cloth() -> Image.Image:
    """Return woven cloth: warp and weft, seven pixels each."""
    thread = 7
    row = bytes(round(127.5 * (1 + math.sin(x * 2 * math.pi / thread))) for x in range(SIDE))
    weft = stretched(Image.frombytes("L", (SIDE, 1), row), SIDE, SIDE, smooth=False)
    warp = weft.transpose(Image.Transpose.TRANSPOSE)
    over = Image.new("L", (2 * thread, 2 * thread))
    pen = ImageDraw.Draw(over)
    pen.rectangle((0, 0, thread - 1, thread - 1), fill=255)
    pen.rectangle((thread, thread, 2 * thread - 1, 2 * thread - 1), fill=255)
    woven = Image.composite(weft, warp, _tiled(over, SIDE, SIDE))
    return ImageOps.equalize(Image.blend(woven, grain(), 0.22))


@cache
def halftone() -> Image.Image:
    """Return dots at 45 degrees and 6.5 pixels apart, as on a war poster."""
    apart, side = 6.5, 130
    dots = bytes(
        round(
            255
            * (
                0.5
                + 0.25
                * (
                    math.cos(2 * math.pi * (x * 0.8 + y * 0.6) / apart)
                    + math.cos(2 * math.pi * (x * -0.6 + y * 0.8) / apart)
                )
            )
        )
        for y in range(side)
        for x in range(side)
    )
    return ImageOps.equalize(
        Image.blend(_tiled(Image.frombytes("L", (side, side), dots), SIDE, SIDE), grain(), 0.3)
    )


def _tiled(tile: Image.Image, width: int, height: int) -> Image.Image:
    whole = Image.new("L", (width, height))
    for x in range(0, width, tile.width):
        for y in range(0, height, tile.height):
            whole.paste(tile, (x, y))
    return whole


def cut(tile: Image.Image, x: int, y: int, width: int, height: int) -> Image.Image:
    """Return the part of an endlessly repeated tile that begins at (x, y)."""
    x, y = x % tile.width, y % tile.height
    if x + width <= tile.width and y + height <= tile.height:
        return tile.crop((x, y, x + width, y + height))
    whole = Image.new("L", (width, height))
    for left in range(-x, width, tile.width):
        for top in range(-y, height, tile.height):
            whole.paste(tile, (left, top))
    return whole
