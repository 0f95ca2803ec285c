"""The night behind everything: a quiet gradient with stars, a halo low in the sky, and its moods."""

from __future__ import annotations

import random
from functools import lru_cache

from PIL import Image, ImageDraw

from render.palette import between
from render.pieces import Colour

SKIES: dict[str, tuple[Colour, Colour, Colour]] = {
    "night": ((7, 9, 26), (26, 20, 58), (62, 48, 120)),
    "dawn": ((16, 14, 40), (58, 34, 62), (148, 92, 72)),
    "dusk": ((8, 8, 26), (34, 18, 70), (98, 52, 140)),
    "nightmare": ((16, 4, 14), (58, 12, 34), (132, 26, 50)),
}
"""Above, below, and the halo."""


@lru_cache(maxsize=12)
def paint_sky(name: str, width: int, height: int) -> Image.Image:
    """A background of this size. The caller must not paint on it. Raises KeyError for an unknown sky."""
    above, below, halo = SKIES[name]
    bands = Image.new("RGB", (1, height))
    for y in range(height):
        bands.putpixel((0, y), between(above, below, y / max(1, height - 1)))
    image = bands.resize((width, height), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(image)
    for ring in range(9, 0, -1):
        reach = ring * height // 16
        tint = between(between(above, below, 0.5), halo, 0.05 * (9 - ring))
        pen.ellipse(
            (width // 2 - 2 * reach, height // 2 - reach, width // 2 + 2 * reach, height // 2 + reach), fill=tint
        )
    chance = random.Random(name)
    for _ in range(width * height // 5200):
        x, y, bright = chance.randrange(width), chance.randrange(height), chance.random()
        ink = between(halo, (255, 255, 255), 0.35 + 0.5 * bright)
        if bright > 0.9:
            pen.line((x - 4, y, x + 4, y), fill=ink)
            pen.line((x, y - 4, x, y + 4), fill=ink)
        size = 0 if bright < 0.7 else 1
        pen.rectangle((x, y, x + size, y + size), fill=ink)
    return image
