"""Pictures: reproducible, composed for every format, with a visible hero."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from cards.voidream.library import the_set
from cards.voidream.model import Card
from render.illustration.composer import PrintStyle, lay_out, paint
from render.illustration.places import FRAMES, PLACES
from render.illustration.recipe import FRAMES as NAMED_FRAMES
from render.illustration.recipe import PLACES as NAMED_PLACES
from render.illustration.recipe import WEATHERS, Recipe
from render.illustration.screens import SIDE, cloth, cut, grain, halftone, wear
from render.illustration.stage import WEATHER, Figure, Stage
from render.layout import Colour
from render.palette import contrast
from render.voidream.art import CardArt, recipe_of
from render.voidream.faction_inks import NIGHT, inks_of
from render.voidream.illustration import HOMES, hour_of, illustrate
from tests.render.illustration.any_recipes import any_recipe

SHAPES = ((400, 300), (300, 300), (600, 200))


def art(card: Card) -> CardArt:
    return CardArt(card.title, card.kind.value, card.faction.value, card.art)


CARDS = list(the_set())


def test_everything_a_recipe_can_name_can_be_drawn() -> None:
    assert set(NAMED_PLACES) == set(PLACES)
    assert set(NAMED_FRAMES) == set(FRAMES)
    assert set(WEATHERS) == set(WEATHER)
    assert set(HOMES.values()) <= set(PLACES)


_PRINT = """
from zlib import crc32
from render.voidream.art import BackArt, CardArt
from render.dreams_of_dystopia.illustration import both_sides
from render.dreamweavers.illustration import illustrate
from render.illustration.recipe_parser import read_recipe
recipe = read_recipe("many umbrella, small dog on bed, in sea big moon, rain")
pictures = [CardArt("The Drowned Bell", kind, "maze").paint(90, 70) for kind in ("entity", "memory", "arcanum", "mind")]
pictures += [BackArt().paint(80, 120), both_sides(recipe, "One", 120, 90), illustrate(recipe, "Two", "joy", 120, 90)]
print([crc32(picture.tobytes()) for picture in pictures])
"""


def test_pictures_are_the_same_in_every_process() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PRINT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


@pytest.mark.parametrize("screen", [grain, wear, cloth, halftone])
def test_a_screen_prints_the_tones_share_of_ink(screen: object) -> None:
    tile = screen()  # type: ignore[operator]
    levels = tile.histogram()
    for level in (64, 128, 192):
        share = sum(levels[:level]) / SIDE**2
        assert abs(share - level / 256) < 0.04


def test_a_screen_continues_beyond_its_tile() -> None:
    part = cut(grain(), SIDE - 20, 30, 50, 40)
    assert part.crop((20, 0, 50, 40)).tobytes() == grain().crop((0, 30, 30, 70)).tobytes()


def test_every_recipe_can_be_drawn_in_any_shape() -> None:
    shapes = ((64, 48), (40, 90), (120, 30))
    for seed in range(60):
        chance = Random(f"drawn {seed}")
        recipe = any_recipe(chance)
        kind = chance.choice(("entity", "thought", "memory", "construct", "bastion", "arcanum", "mind"))
        width, height = shapes[seed % len(shapes)]
        faction = chance.choice(tuple(NIGHT))
        picture = illustrate(recipe, str(seed), kind, faction, width, height, mind=seed % 5)
        assert picture.size == (width, height)


# --------------------------------------------------------------------------------------------------------- the set


@cache
def stage_of(place: str, width: int, height: int) -> Stage:
    stage = Stage(width, height, NIGHT["neutral"], seed=1)
    PLACES[place].paint(stage, PLACES[place].lamp)
    return stage


def visible(figure: Figure, width: int, height: int) -> float:
    """Return the share of a figure's silhouette inside the picture."""
    outlines = [[(x + width, y + height) for x, y in one] for one in figure.bodies()] or [
        [(x + width, y + height) for x, y in figure.outline(part.outline)] for part in figure.motif.parts
    ]
    made = surroundings(width, height).press.mask((one, 255) for one in outlines)
    assert made is not None
    mask, (left, top) = made
    inside = mask.crop((width - left, height - top, 2 * width - left, 2 * height - top))
    return ImageStat.Stat(inside).sum[0] / ImageStat.Stat(mask).sum[0]


@cache
def surroundings(width: int, height: int) -> Stage:
    """Return a stage with room for a picture on each side of one."""
    return Stage(3 * width, 3 * height, NIGHT["neutral"], seed=1)


def hero(recipe: Recipe, card: Card, width: int, height: int) -> tuple[list[Figure], bool]:
    """Return the figures of the first noun, and whether it is a giant."""
    home = HOMES[card.faction.value]
    layout = lay_out(recipe, stage_of(recipe.place or home, width, height))
    first = recipe.subjects[0].nouns[0]
    figures = [one.figure for one in layout if one.figure.motif.name == first.motif]
    return figures, first.size == "giant"


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_every_hero_stays_in_the_picture(shape: tuple[int, int]) -> None:
    lost: list[str] = []
    for card in CARDS:
        figures, giant = hero(recipe_of(card.title, card.kind.value, card.art), card, *shape)
        seen = sum(visible(one, *shape) for one in figures) / len(figures)
        if seen < (0.4 if giant else 0.5 if figures[0].motif.stand == "hang" else 0.6):
            lost.append(f"{card.title}: {seen:.2f}")
    assert not lost


@pytest.mark.slow
def test_every_hero_contrasts_with_its_background() -> None:
    """At least a quarter of the area that differs from the empty place has a luminance ratio of 2 to 1."""
    weak: list[str] = []
    for card in CARDS:
        recipe = recipe_of(card.title, card.kind.value, card.art)
        inks = inks_of(card.faction.value, hour_of(recipe, card.title))
        empty = Recipe(subjects=(), place=recipe.place, light=recipe.light)
        home = HOMES[card.faction.value]
        cells = [
            paint(one, card.title, PrintStyle(inks, home), 160, 120).resize((40, 30), Image.Resampling.BOX)
            for one in (recipe, empty)
        ]
        pairs = zip(*(_colours(one) for one in cells), strict=True)
        apart = sorted(contrast(one, other) for one, other in pairs if _differ(one, other))
        if len(apart) < 0.015 * 40 * 30 or apart[len(apart) * 3 // 4] < 2:
            weak.append(f"{card.title}: {len(apart)} cells, {apart[len(apart) * 3 // 4] if apart else 0:.2f}")
    assert not weak


def _colours(image: Image.Image) -> list[Colour]:
    data = image.tobytes()
    return [(data[k], data[k + 1], data[k + 2]) for k in range(0, len(data), 3)]


def _differ(one: Colour, other: Colour) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 40


@pytest.mark.slow
def test_no_two_cards_can_be_taken_for_each_other() -> None:
    reduced = {card.title: art(card).paint(240, 180).resize((40, 30), Image.Resampling.BOX) for card in CARDS}
    grey = {title: picture.convert("L") for title, picture in reduced.items()}
    alike = [
        (first, second)
        for first, second in combinations(reduced, 2)
        if _apart(reduced[first], reduced[second]) < 14 or _apart(grey[first], grey[second]) < 9
    ]
    assert not alike


def _apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of all channels of all pixels."""
    differences = ImageChops.difference(one, other).tobytes()
    return sum(differences) / len(differences)
