"""The wall behind all pictures: pale paint above, dark paint below, rays in large dots, and the blocks' shadows."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.canvas import inked, inked_block, shape_mask
from render.dreams_of_dystopia import inks
from render.dreams_of_dystopia.paper import FOOT
from render.illustration.cutouts import torn_line
from render.layout import Colour, Sheet
from render.pixels import mapped, stretched
from render.png import png

NAME = "stairwell"
TORN, LEFT = "poster", "left"
"""The roles of papers with a torn bottom, or a torn right edge."""
_FAR = 2048
"""The reach of the rays above and below their centre in pixels, more than the height of any board."""
_APART = 14  # The distance between dots of the rays in pixels.


@lru_cache(maxsize=1)
def _dots() -> Image.Image:
    """Return the tile of the halftone screen: dots at 45 degrees."""
    side = range(_APART)
    wave = [
        math.cos(2 * math.pi * (x + y) / _APART) + math.cos(2 * math.pi * (x - y) / _APART)
        for y in side
        for x in side
    ]
    rank = {k: n for n, k in enumerate(sorted(range(len(wave)), key=wave.__getitem__))}
    return Image.frombytes("L", (_APART, _APART), bytes(255 * rank[k] // len(wave) for k in range(len(wave))))


@lru_cache(maxsize=2)
def _rays(width: int) -> Image.Image:
    """Return the rays around the centre of an area as wide as a wall and twice `_FAR` high."""
    rays = Image.new("L", (width, 2 * _FAR), 0)
    pen, far = ImageDraw.Draw(rays), 2600
    for k in range(0, 32, 2):
        box = (width / 2 - far, _FAR - far, width / 2 + far, _FAR + far)
        pen.pieslice(box, k * 11.25 + 3, k * 11.25 + 14.25, fill=230)
    return rays


@lru_cache(maxsize=2)
def _screen(width: int) -> Image.Image:
    """Return the halftone screen, higher than any wall."""
    screen = Image.new("L", (width, 2 * _FAR))
    for x in range(0, width, _APART):
        screen.paste(_dots(), (x, 0))
    row = screen.crop((0, 0, width, _APART))
    for y in range(_APART, 2 * _FAR, _APART):
        screen.paste(row, (0, y))
    return screen


def _plain(width: int, height: int, ink: Colour) -> Image.Image:
    return stretched(inked(Image.new("RGB", (1, 1), ink), inks.INKS), width, height, smooth=False)


@lru_cache(maxsize=4)
def _wall(width: int, height: int, line: int) -> Image.Image:
    """Return the empty wall, with its stripe at row `line`."""
    top = _FAR - min(line, height // 2)
    rays = _rays(width).crop((0, top, width, top + height))
    lit = ImageChops.subtract(
        rays.filter(ImageFilter.BoxBlur(40)), _screen(width).crop((0, 0, width, height))
    )
    mask = mapped(lit, [0] + [255] * 255)
    wall, bright = (_plain(width, height, ink) for ink in (inks.WALL_HIGH, inks.RAY_HIGH))
    if line < height:
        wall.paste(inks.INKS.index(inks.WALL_LOW), (0, line, width, height))
        bright.paste(inks.INKS.index(inks.RAY_LOW), (0, line, width, height))
    wall.paste(bright, (0, 0), mask)
    if line < height:
        wall.paste(inks.INKS.index(inks.STRIPE), (0, line - 8, width, line + 8))
    return wall


@lru_cache(maxsize=48)
def _cover(width: int, height: int, radius: int, role: str, x: int) -> Image.Image:
    """Return the mask of a block at column `x`, with its torn edge if its role has one."""
    mask = shape_mask("box", width, height, radius).copy()
    chance = random.Random(crc32(f"{role} {x}".encode()))
    pen = ImageDraw.Draw(mask)
    if role == TORN:
        line = torn_line(height - FOOT / 2, width, 7, chance, max(9, width // 34))
        pen.polygon([*((y, x) for x, y in line), (width, height), (0, height)], fill=0)
    elif role == LEFT:
        line = torn_line(width - FOOT / 2, height, 8, chance, max(6, height // 34))
        pen.polygon([*line, (width, height), (width, 0)], fill=0)
    return mask.convert("1", dither=Image.Dither.NONE)


def paint(sheet: Sheet) -> Image.Image:
    """Return a sheet on its wall, in the palette. Walls, masks and blocks are cached."""
    image = _wall(sheet.width, sheet.height, sheet.horizon).copy()
    shade = inks.INKS.index(inks.SHADE)
    for placed in sheet.blocks:
        block, x, y = placed.block, placed.x, placed.y
        mask = _cover(block.width, block.height, block.radius, placed.role, x)
        dx, dy = (5, 0) if placed.role == LEFT else (7, 8)
        image.paste(shade, (x + dx, y + dy), mask)
        image.paste(inked_block(block, 0, inks.INKS), (x, y), mask)
    return image


def draw(sheet: Sheet) -> bytes:
    """Return a sheet as a PNG."""
    return png(paint(sheet))
