"""The woven background of pictures: warp and weft in a few colours, with an occasional knot."""

from __future__ import annotations

import random
from functools import cache

from PIL import Image, ImageDraw

from render.layout import Colour
from render.pixels import mapped

CLOTHS: dict[str, tuple[Colour, ...]] = {
    "linen": ((203, 190, 165), (220, 208, 184), (231, 221, 200), (238, 230, 212)),
    "heather": ((162, 138, 176), (184, 162, 198), (200, 182, 212), (212, 198, 222)),
    "sage": ((132, 166, 150), (156, 188, 172), (176, 204, 190), (192, 216, 204)),
}
"""Colours from the shadow between threads to the brightest thread: undyed, and for both sides of a table."""

THREAD = 6
"""The width of a thread with the shadow beside it, in pixels."""
_SIDE = 2 * THREAD


@cache
def _tile() -> Image.Image:
    """Return the smallest repeating tile, in which threads pass over and under each other in turn."""
    tile = Image.new("L", (_SIDE, _SIDE), 2)
    pen = ImageDraw.Draw(tile)
    for left, top in ((0, 0), (THREAD, THREAD)):
        right, bottom = left + THREAD - 1, top + THREAD - 1
        pen.rectangle((left, top, right, bottom), fill=3)
        pen.line((left, bottom, right, bottom), fill=1)
    for left, top in ((THREAD, 0), (0, THREAD)):
        right, bottom = left + THREAD - 1, top + THREAD - 1
        pen.line((right, top, right, bottom), fill=1)
    for x, y in ((THREAD - 1, THREAD - 1), (_SIDE - 1, _SIDE - 1)):
        tile.putpixel((x, y), 0)
    return tile


def cloth_colours(name: str) -> tuple[Colour, ...]:
    """Return the inks of a cloth, from the darkest to the brightest. Raises KeyError for an unknown cloth."""
    return CLOTHS[name]


def _spread(tile: Image.Image, width: int, height: int) -> Image.Image:
    """Return an area filled with a tile."""
    area = Image.new("L", (width, height))
    area.paste(tile, (0, 0))
    across = _SIDE
    while across < width:
        area.paste(area.crop((0, 0, min(across, width - across), _SIDE)), (across, 0))
        across *= 2
    down = _SIDE
    while down < height:
        area.paste(area.crop((0, 0, width, min(down, height - down))), (0, down))
        down *= 2
    return area


def woven(width: int, height: int, colours: tuple[Colour, ...]) -> Image.Image:
    """Return a piece of cloth in four colours, from the shadow between threads to the brightest thread."""
    image = _spread(_tile(), width, height)
    image.putpalette([part for colour in colours for part in colour])
    return image.convert("RGB")


def paint_cloth(name: str, width: int, height: int, inks: tuple[Colour, ...] = ()) -> Image.Image:
    """Return a cloth of this size, in full colour or printed in `inks`.

    Raises KeyError for an unknown cloth, and ValueError if one of its colours is not among the inks.
    """
    colours = cloth_colours(name)
    places = [inks.index(colour) for colour in colours] if inks else list(range(len(colours)))
    image = _spread(_tile(), width, height)
    pen = ImageDraw.Draw(image)
    chance = random.Random(name)
    for _ in range(width * height // 40_000):
        x, y = (int(chance.random() * side) // THREAD * THREAD for side in (width, height))
        length = THREAD * (2 + int(chance.random() * 5))
        pen.rectangle((x, y, x + length, y + 1), fill=1)
    image = mapped(image, [places[min(level, len(places) - 1)] for level in range(256)])
    image.putpalette([part for colour in (inks or colours) for part in colour])
    return image if inks else image.convert("RGB")
