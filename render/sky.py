"""The night behind everything: a quiet gradient with stars, in four moods."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw

from render.palette import between
from render.pieces import Colour

SKIES: dict[str, tuple[Colour, Colour, Colour]] = {
    "night": ((7, 9, 26), (38, 28, 78), (150, 140, 220)),
    "dawn": ((18, 18, 58), (122, 60, 84), (255, 220, 170)),
    "dusk": ((8, 8, 28), (62, 26, 104), (196, 150, 246)),
    "nightmare": ((18, 4, 16), (104, 18, 44), (255, 150, 160)),
}
"""Above, below, and the light of the stars."""

STEPS = 14


def sky_colours(name: str) -> list[Colour]:
    """The colours of a sky from top to bottom, then those of its stars. Raises KeyError for an unknown sky."""
    above, below, star = SKIES[name]
    bands = [between(above, below, k / (STEPS - 1)) for k in range(STEPS)]
    return [*bands, star, between(bands[STEPS // 2], star, 0.5)]


def paint_sky(name: str, width: int, height: int, inks: tuple[Colour, ...] = ()) -> Image.Image:
    """A background of this size, in full colour or printed in `inks`.

    Raises KeyError for an unknown sky, and ValueError if one of its colours is not among the inks.
    """
    image = Image.new("P" if inks else "RGB", (width, height))
    if inks:
        image.putpalette([part for colour in inks for part in colour])
    fills = [inks.index(colour) if inks else colour for colour in sky_colours(name)]
    *bands, bright, faint = fills
    pen = ImageDraw.Draw(image)
    for k, band in enumerate(bands):
        pen.rectangle((0, k * height // STEPS, width, (k + 1) * height // STEPS), fill=band)
    chance = random.Random(name)
    for _ in range(height // 4):
        x, y, size = int(chance.random() * width), int(chance.random() * height), chance.random()
        if size > 0.93:
            pen.line((x - 4, y, x + 4, y), fill=bright)
            pen.line((x, y - 4, x, y + 4), fill=bright)
        side = 1 if size > 0.6 else 0
        pen.rectangle((x, y, x + side, y + side), fill=bright if size > 0.75 else faint)
    return image
