"""The night behind everything, in four moods: a glow at the horizon, printed with few inks and a fine pattern of dots."""

from __future__ import annotations

import random
from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.layout import Colour
from render.palette import between
from render.pixels import mapped, stretched

SKIES: dict[str, tuple[Colour, ...]] = {
    "night": ((9, 8, 27), (24, 19, 58), (48, 38, 100), (78, 66, 148)),
    "dawn": ((12, 9, 30), (44, 26, 84), (124, 58, 108), (226, 132, 104)),
    "dusk": ((8, 8, 28), (28, 22, 74), (72, 40, 128), (152, 86, 178)),
    "nightmare": ((14, 4, 16), (48, 10, 34), (110, 20, 50), (188, 62, 66)),
    "shore": ((4, 30, 40), (6, 46, 56), (12, 74, 82), (40, 124, 122)),
}
"""Colours from the darkest to the glow. The shore is below any of the others, on the viewer's side of a table."""

INKS = 8
STAR = 24
"""The side of a square, in pixels, that has about one star."""
_BAYER = 8


def sky_colours(name: str) -> list[Colour]:
    """Return the inks of a sky, from the darkest to the glow. Raises KeyError for an unknown sky."""
    stops = SKIES[name]
    parts = [k * (len(stops) - 1) / (INKS - 1) for k in range(INKS)]
    return [between(stops[int(part)], stops[min(len(stops) - 1, int(part) + 1)], part % 1) for part in parts]


def _threshold(x: int, y: int) -> int:
    """Return the rank of a dot in Bayer's square of 8 by 8: 0 to 63."""
    rank = 0
    for bit in (1, 2, 4):
        rank = 4 * rank + (2 * bool((x ^ y) & bit) + bool(y & bit))
    return rank


@cache
def _pattern(width: int, height: int) -> Image.Image:
    """Return an area tiled with thresholds, scaled to the step from one ink to the next."""
    step = 255 / (INKS - 1)
    square = bytes(int(step * _threshold(x, y) / 64) for y in range(_BAYER) for x in range(_BAYER))
    area = Image.new("L", (width, height))
    area.paste(Image.frombytes("L", (_BAYER, _BAYER), square), (0, 0))
    across = _BAYER
    while across < width:
        area.paste(area.crop((0, 0, min(across, width - across), _BAYER)), (across, 0))
        across *= 2
    down = _BAYER
    while down < height:
        area.paste(area.crop((0, 0, width, min(down, height - down))), (0, down))
        down *= 2
    return area


_TALLEST = 1024


def _levels(height: int, horizon: int) -> Image.Image:
    """Return the brightness of each row: dark at the top, a glow at the horizon, fading quickly below it."""
    rows: list[int] = []
    for y in range(height):
        part = y / horizon if y < horizon else max(0.0, 1 - (y - horizon) / (height - horizon))
        glow = 0.86 * part ** (2.4 if y < horizon else 6)
        rows.append(round(255 * (0.05 + 0.95 * glow)))
    return Image.frombytes("L", (1, height), bytes(rows))


@lru_cache(maxsize=4)
def _dotted(width: int, height: int, horizon: int) -> Image.Image:
    """Return the brightness of each pixel, with the pattern of dots. Cached, because both sides of a table share it."""
    level = stretched(_levels(height, horizon), width, height, smooth=False)
    pattern = _pattern(width, _TALLEST)
    for top in range(0, height, _TALLEST):
        band = level.crop((0, top, width, min(height, top + _TALLEST)))
        level.paste(ImageChops.add(band, pattern.crop((0, 0, width, band.height))), (0, top))
    return level


def paint_sky(
    name: str, width: int, height: int, inks: tuple[Colour, ...] = (), horizon: int = 0
) -> Image.Image:
    """Return a background, in full colour or printed in `inks`, brightest at row `horizon` (0: the middle).

    Raises KeyError for an unknown sky, and ValueError if one of its colours is not among the inks.
    """
    colours = sky_colours(name)
    places = [inks.index(colour) for colour in colours] if inks else list(range(INKS))
    level = _dotted(width, height, horizon or height // 2)
    image = mapped(level, [places[value * (INKS - 1) // 255] for value in range(256)])
    pen = ImageDraw.Draw(image)
    chance = random.Random(name)
    for _ in range(width * height // (STAR * STAR * 8)):
        x, y, size = int(chance.random() * width), int(chance.random() ** 1.3 * height * 0.5), chance.random()
        pen.rectangle((x, y, x + (size > 0.6), y + (size > 0.6)), fill=places[-1 if size > 0.5 else -3])
    flat = [part for colour in (inks or colours) for part in colour]
    image.putpalette(flat)
    return image if inks else image.convert("RGB")
