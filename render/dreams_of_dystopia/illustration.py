"""Illustrations of both sides of cards: the same scene in verdigris and gold, and in soot, rust and fire."""

from __future__ import annotations

import random
from zlib import crc32

from PIL import Image

from render.illustration.composer import PrintStyle, paint
from render.illustration.cutouts import paste, torn_line
from render.illustration.inks import Inks, inks
from render.illustration.outlines import stroke
from render.illustration.recipe import Recipe
from render.illustration.recipe_parser import read_recipe
from render.illustration.screens import halftone

SIDES: dict[str, Inks] = {
    "divine": inks("1f2a2a", "86a493", "d8b25a", "f3e6bf", "ffffff", "fff6da", "ffd45e", "1f6f6a"),
    "demonic": inks("060404", "2a0d0a", "6e150f", "c8301c", "ffd9b8", "ff6a2c", "ff8a3c", "b7e000"),
}
"""The inks by faction, with accents of deep verdigris and a toxic green."""

HOME = "hill"


def illustrate(recipe: Recipe, title: str, side: str, width: int, height: int) -> Image.Image:
    """Return the illustration of one side of a card, by its faction. Raises KeyError for an unknown faction."""
    return paint(recipe, title, PrintStyle(SIDES[side], HOME, screen=halftone, film=0.06), width, height)


def both_sides(recipe: Recipe, title: str, width: int, height: int) -> Image.Image:
    """Return the illustration of both sides of a card: Divine on the left of a torn edge, Demonic on its right."""
    divine, demonic = (illustrate(recipe, title, side, width, height) for side in SIDES)
    line = torn_line(width / 2, height, width * 0.024, random.Random(crc32(title.encode())), 11)
    paste(divine, demonic, [*line, (width + 2.0, height + 2.0), (width + 2.0, -2.0)])
    edge = stroke([(x - width * 0.004, y) for x, y in line], max(1.5, width * 0.004))
    paste(divine, SIDES["divine"].pale, edge)
    return divine


_WAR = (
    ("Reactor Saint", "big angel, in chapel"),
    ("Last Water", "big hand, in dune, dust"),
    ("The Toll Gate", "big archgate, in ruin"),
    ("Iron Shepherd", "giant bull, in refinery"),
)


def examples(width: int, height: int) -> list[tuple[str, Image.Image]]:
    """Return example pictures with their titles: both sides of four cards."""
    return [(name, both_sides(read_recipe(recipe), name, width, height)) for name, recipe in _WAR]
