"""The wall behind everything: pale oil paint above, where the others hang, dark below, rays in large dots, hard shadows."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.canvas import paint_block, shape_mask
from render.dreams_of_dystopia.inks import (
    KEPT,
    RAY_HIGH,
    RAY_LOW,
    SHADE,
    STRIPE,
    WALL_HIGH,
    WALL_LOW,
)
from render.dreams_of_dystopia.paper import FOOT
from render.illustration.cutting import torn_line
from render.pieces import Block, Placed, Sheet
from render.pixels import mapped, stretched
from render.png import png

NAME = "stairwell"
TORN, LEFT = "poster", "left"
"""The roles of papers whose foot, or whose right edge, is torn."""
_APART = 14
"""From dot to dot of the rays, in pixels."""
_MOST = 254

_block = lru_cache(maxsize=96)(paint_block)


@lru_cache(maxsize=1)
def _dots() -> Image.Image:
    """The smallest part of the screen that repeats: clean dots at 45 degrees."""
    side = range(_APART)
    wave = [
        math.cos(2 * math.pi * (x + y) / _APART) + math.cos(2 * math.pi * (x - y) / _APART)
        for y in side
        for x in side
    ]
    rank = {k: n for n, k in enumerate(sorted(range(len(wave)), key=wave.__getitem__))}
    return Image.frombytes("L", (_APART, _APART), bytes(255 * rank[k] // len(wave) for k in range(len(wave))))


@lru_cache(maxsize=4)
def _wall(width: int, height: int, line: int) -> Image.Image:
    """The bare wall, with its stripe at the row `line`."""
    rays = Image.new("L", (width, height), 0)
    far, middle = 2600, min(line, height // 2)
    for k in range(0, 32, 2):
        box = (width / 2 - far, middle - far, width / 2 + far, middle + far)
        ImageDraw.Draw(rays).pieslice(box, k * 11.25 + 3, k * 11.25 + 14.25, fill=230)
    screen = Image.new("L", (width, height))
    for x in range(0, width, _APART):
        screen.paste(_dots(), (x, 0))
    row = screen.crop((0, 0, width, _APART))
    for y in range(_APART, height, _APART):
        screen.paste(row, (0, y))
    lit = ImageChops.subtract(rays.filter(ImageFilter.BoxBlur(40)), screen)
    mask = mapped(lit, [0] + [255] * 255)
    wall, bright = (Image.new("RGB", (width, height), ink) for ink in (WALL_HIGH, RAY_HIGH))
    if line < height:
        wall.paste(WALL_LOW, (0, line, width, height))
        bright.paste(RAY_LOW, (0, line, width, height))
    wall.paste(bright, (0, 0), mask)
    if line < height:
        wall.paste(STRIPE, (0, line - 8, width, line + 8))
    return wall


def _cover(placed: Placed) -> Image.Image:
    """The mask of a block: with a torn foot, a torn right edge, or its own corners."""
    block = placed.block
    mask = shape_mask("box", block.width, block.height, block.radius).copy()
    chance = random.Random(crc32(repr((placed.x, placed.y)).encode()))
    pen = ImageDraw.Draw(mask)
    if placed.role == TORN:
        line = torn_line(block.height - FOOT / 2, block.width, 7, chance, max(9, block.width // 34))
        pen.polygon([*((y, x) for x, y in line), (block.width, block.height), (0, block.height)], fill=0)
    elif placed.role == LEFT:
        line = torn_line(block.width - FOOT / 2, block.height, 8, chance, max(6, block.height // 34))
        pen.polygon([*line, (block.width, block.height), (block.width, 0)], fill=0)
    return mask


def _put(image: Image.Image, placed: Placed) -> None:
    mask, x, y = _cover(placed), placed.x, placed.y
    if placed.role != LEFT:
        image.paste(SHADE, (x + 7, y + 8), mask)
    else:
        image.paste(SHADE, (x + 5, y), mask)
    image.paste(_block(placed.block), (x, y), mask)


def paint(sheet: Sheet) -> Image.Image:
    """Return a sheet on its wall in few inks: those of papers and words exactly, the others as its pictures want them."""
    image = _wall(sheet.width, sheet.height, sheet.horizon).copy()
    for placed in sheet.blocks:
        _put(image, placed)
    sample = stretched(image, sheet.width // 3, sheet.height // 3, smooth=False)
    found = sample.quantize(128, Image.Quantize.MEDIANCUT).getpalette() or []
    well = Image.new("P", (1, 1))
    well.putpalette([part for ink in KEPT for part in ink] + found[: 3 * (_MOST - len(KEPT))])
    return image.quantize(palette=well, dither=Image.Dither.NONE)


def draw(sheet: Sheet) -> bytes:
    """Return a sheet as a PNG."""
    return png(paint(sheet))


def hung(block: Block) -> int:
    """Return how high a block is on the wall: without what is torn off."""
    return block.height - FOOT
