"""The illustrations of Voidream's cards: a faction's inks and home, and the scene by kind.

A memory is an old print, an arcanum is the same scene twice (upright, and inverted as a negative), and a mind is a head
with the dream inside it.
"""

from __future__ import annotations

import random
from zlib import crc32

from PIL import Image, ImageChops, ImageOps

from render.illustration.composer import Aside, PrintStyle, paint
from render.illustration.cutouts import paste, torn_sheet
from render.illustration.inks import Inks
from render.illustration.outlines import Point, smooth, stroke
from render.illustration.rasteriser import Rasteriser
from render.illustration.recipe import Recipe
from render.palette import between
from render.voidream.faction_inks import inks_of

HOMES = {
    "neutral": "dream",
    "chimeric-court": "court",
    "fracta": "crystals",
    "subter-venellam": "tunnel",
    "maze": "maze",
}
"""The home of a faction's cards if their recipe has no place."""

FULL_MIND = 4

_CUT = (0.66, 0.34)
"""The ends of an arcanum's diagonal at the top and bottom, as shares of the width."""
_BESIDE_THE_CUT = Aside(across=-0.2, spread=0.62, size=0.8, cut=_CUT)
_IN_THE_HEAD = Aside(across=-0.03, spread=0.7, size=0.92)

_HEAD_POINTS: tuple[Point, ...] = (
    (20, 104), (24, 88), (20, 74), (12, 60), (8, 43), (12, 25), (26, 10), (46, 4), (64, 8), (76, 20), (79, 31), (78, 38),
    (84, 48), (90, 58), (83, 61), (84, 66), (86, 70), (82, 73), (84.5, 77), (80, 81), (80, 88), (72, 94), (60, 91),
    (56, 96), (58, 104),
)  # fmt: skip
_HEAD = smooth(_HEAD_POINTS, sharp=(0, 13, 15, 18, 24))
"""A head in profile facing right, in a box of 100 by 100."""


def hour_of(recipe: Recipe, title: str) -> str:
    """Return the time of day of a picture: from its recipe, otherwise dusk for two titles in five."""
    return recipe.hour or ("dusk" if crc32(title.encode()) % 5 < 2 else "night")


def illustrate(
    recipe: Recipe, title: str, kind: str, faction: str, width: int, height: int, mind: int = FULL_MIND
) -> Image.Image:
    """Return a card's illustration at this size in pixels, laid out for its aspect ratio.

    `mind` is a mind's number, from 4 (full) to 0 (spent): the lower, the more of the head is night.
    """
    inks = inks_of(faction, hour_of(recipe, title))
    style = PrintStyle(inks, HOMES.get(faction, HOMES["neutral"]))
    if kind == "arcanum":
        return _both_ways(paint(recipe, title, style, width, height, aside=_BESIDE_THE_CUT), inks)
    if kind == "mind":
        inside = paint(recipe, title, style, width, height, aside=_IN_THE_HEAD)
        return _in_a_head(inside, title, inks, mind)
    scene = paint(recipe, title, style, width, height)
    return _worn_print(scene, title, inks) if kind == "memory" else scene


# ---------------------------------------------------------------------------------------------------------- arcana


def _both_ways(upright: Image.Image, inks: Inks) -> Image.Image:
    """Return the scene on the left of a diagonal, and upside down as a negative on the right."""
    w, h = upright.size
    plate = ImageOps.colorize(
        ImageOps.autocontrast(upright.convert("L"), 1),
        black=inks.light,
        mid=inks.soft,
        white=inks.night,
        midpoint=90,
    )
    top_x, bottom_x = (w * share for share in _CUT)
    paste(upright, plate.transpose(Image.Transpose.ROTATE_180), [(top_x, 0), (w, 0), (w, h), (bottom_x, h)])
    paste(upright, inks.accent, stroke([(top_x, -2), (bottom_x, h + 2)], max(2.0, h * 0.009)))
    return upright


# ----------------------------------------------------------------------------------------------------------- minds


def _in_a_head(inside: Image.Image, title: str, inks: Inks, mind: int) -> Image.Image:
    """Return the dream inside a head with rays behind it.

    Night rises in it as the mind falls; a spent one is empty.
    """
    w, h = inside.size
    press = Rasteriser(w, h, inks, crc32(title.encode()) + 1)
    unit = min(w, h * 1.2)
    x, y = w * 0.47, h * 0.5
    press.glow(x, y, unit * 0.9, inks.deep, 1, 1.1)
    if mind:
        press.rays(x, y, 36, inks.mid, unit * 0.2, max(w, h) * 0.95, 70, 0)
    scale = h * 1.02 / 100
    head = [(x + (px - 47) * scale, (py - 1) * scale) for px, py in _HEAD]
    head_mask = press.mask([(head, 255)], all_of_it=True)
    assert head_mask is not None
    if mind:
        press.picture.paste(inside, (0, 0), head_mask[0])
    else:
        press.put(inks.night, head_mask[0])
    filled = 1 - mind / FULL_MIND
    if 0 < filled < 1:
        top = h * (1 - filled * 0.94)
        level = [(x - w, top), *((x - w + w * k / 8, top + unit * 0.012 * (-1) ** k) for k in range(17))]
        tide = press.mask(
            [(smooth([*level, (x + w, h + 4), (x - w, h + 4)], sharp=(0, 18, 19, 17)), 255)], all_of_it=True
        )
        assert tide is not None
        press.put(inks.night, ImageChops.multiply(tide[0], head_mask[0]))
    press.shape(
        stroke([*head, head[0]], unit * 0.014), inks.light if mind else between(inks.mid, inks.soft, 0.5)
    )
    if mind:
        press.light = (w * 0.9, h * 0.3)
    return press.finish(0.4)


# -------------------------------------------------------------------------------------------------------- memories


def _worn_print(scene: Image.Image, title: str, inks: Inks) -> Image.Image:
    """Return an old print: on paper with a pale edge, torn on one side."""
    w, h = scene.size
    chance = random.Random(crc32(title.encode()))
    edge = h * 0.035
    paper = Image.new("RGB", (w, h), inks.night)
    paste(paper, between(inks.pale, inks.soft, 0.25), torn_sheet(w, h, edge * 0.35, edge * 0.5, chance))
    faded = Image.blend(scene, Image.new("RGB", (w, h), inks.soft), 0.1)
    paste(paper, faded, torn_sheet(w, h, edge * 1.25, edge * 0.35, chance))
    return paper
