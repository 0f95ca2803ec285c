"""Feelings as woven dreams: each notion has its own inks, printed on cloth; a clash is two cloths sewn together."""

from __future__ import annotations

import random
from itertools import pairwise
from zlib import crc32

from PIL import Image

from render.illustration.composer import PrintStyle, paint
from render.illustration.cutouts import paste, torn_line
from render.illustration.inks import Inks, inks
from render.illustration.outlines import Outline, stroke
from render.illustration.recipe import Recipe
from render.illustration.recipe_parser import read_recipe
from render.illustration.screens import cloth
from render.palette import between

NOTIONS: dict[str, Inks] = {
    "rage": inks("2a0608", "7d1013", "cf2a1e", "ff7a45", "fff0d8", "ffd9a0", "ffe08a", "14204a"),
    "grief": inks("101a2c", "28405e", "55789a", "9fbcd0", "f4f6f2", "e6ecec", "d6e4ee", "b04a5a"),
    "nostalgia": inks("3a1a24", "84404a", "c9766a", "f0b48e", "fff4e0", "ffe6b8", "ffd58a", "2f7f86"),
    "doubt": inks("1f1c26", "4a4458", "857c98", "bdb4c8", "f6f1f6", "e8dfe9", "d9c9e2", "c08a3e"),
    "fear": inks("050705", "151d10", "33471b", "86a832", "f1ffd0", "d6ff4a", "c8ff3a", "b01f3a"),
    "pride": inks("1d0a33", "48186e", "8030ab", "c378dc", "fbeeff", "f6d9a0", "ffd25e", "e0a01e"),
    "serenity": inks("12343a", "3f7f86", "86bfc0", "bfe3dd", "fbfffb", "eefaf2", "ffffff", "e58a6e"),
    "logic": inks("0b1430", "1d3a78", "3f6fc4", "9dbdf0", "f4f9ff", "e4efff", "ffffff", "e2483c"),
    "curiosity": inks("0a2a2a", "0f5a55", "1f9a83", "86d6a9", "fbfbe4", "f7f1b0", "ffe45c", "e8564a"),
    "hope": inks("2b1630", "7a3358", "dd6a4a", "ffb36a", "fff6e4", "ffe9b8", "ffd97a", "2a7fae"),
    "devotion": inks("22060f", "5c1027", "982a3f", "d98577", "fff0e2", "ffdcae", "ffc46a", "d7a93c"),
    "joy": inks("4a2a06", "a65f0a", "f0a418", "ffd24a", "fffbe8", "fff3b0", "ffffff", "e0447a"),
}
"""The inks by the notion's key. The accent is its thread."""

HOME = "void"


def daylight(notion: str) -> Inks:
    """Return the inks of a notion's places by day: light paper, a coloured sun, and no night.

    Raises KeyError for an unknown notion.
    """
    own = NOTIONS[notion]
    return Inks(
        night=own.pale,
        deep=between(own.pale, own.soft, 0.45),
        mid=own.soft,
        soft=between(own.soft, own.mid, 0.5),
        pale=own.mid,
        light=own.mid,
        glow=own.soft,
        accent=own.accent,
    )


def illustrate(
    recipe: Recipe, title: str, notion: str, width: int, height: int, *, by_day: bool = False
) -> Image.Image:
    """Return a card's illustration on cloth, at this size in pixels. By day, things are dark in a light place.

    A recipe with a time of day is at night. Raises KeyError for an unknown notion.
    """
    air = daylight(notion) if by_day and not recipe.hour else None
    style = PrintStyle(NOTIONS[notion], HOME, screen=cloth, film=0.07, air=air)
    return paint(recipe, title, style, width, height)


def clash(
    left: Image.Image, right: Image.Image, notions: tuple[str, str], seed: str, seam: float = 0.5
) -> Image.Image:
    """Return two cloths of the same size, sewn along a ragged seam at a share of the width from the left.

    The seam moves as one side wins: at 1 the left one covers everything. The stitches have the accent colour of the side
    with more cloth.
    """
    w, h = left.size
    chance = random.Random(crc32(seed.encode()))
    line = torn_line(w * seam, h, w * 0.02, chance)
    result = left.copy()
    paste(result, right, [*line, (w + 2.0, h + 2.0), (w + 2.0, -2.0)])
    if not 0 < seam < 1:
        return result
    holder = NOTIONS[notions[0] if seam >= 0.5 else notions[1]]
    wide = max(2.0, h * 0.008)
    paste(result, holder.night, stroke(line, wide * 2.4))
    stitches: list[Outline] = []
    for (x0, y0), (x1, y1) in pairwise(line):
        for part in (0.25, 0.75):
            x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
            stitches.append(stroke([(x - h * 0.022, y - h * 0.012), (x + h * 0.022, y + h * 0.012)], wide))
    paste(result, holder.accent, *stitches)
    return result


_FEELINGS = (
    ("Ember", "rage", "big flame, in void"),
    ("Long After", "grief", "tree, in lake big moon, rain"),
    ("The House as It Was", "nostalgia", "small house, in hill giant moon low, petals"),
)
_CLASH = (("rage", "big flame, in void"), ("serenity", "boat, in lake big moon, mirrored"))


def examples(width: int, height: int) -> list[tuple[str, Image.Image]]:
    """Return example pictures of the game, with titles: three feelings, and a clash of two."""
    woven = [
        (name, illustrate(read_recipe(recipe), name, notion, width, height))
        for name, notion, recipe in _FEELINGS
    ]
    (first_recipe, first_notion), (second_recipe, second_notion) = (
        (notion, illustrate(read_recipe(recipe), notion, notion, width, height)) for notion, recipe in _CLASH
    )
    return [
        *woven,
        ("Rage against Serenity", clash(first_notion, second_notion, (first_recipe, second_recipe), "clash")),
    ]
