"""Random recipes, from seeds."""

from __future__ import annotations

from random import Random

from render.illustration.motifs import motifs
from render.illustration.recipe import (
    ACROSS,
    COUNTS,
    FRAMES,
    HEIGHTS,
    HOURS,
    LIGHT_HEIGHTS,
    LIGHT_SIZES,
    PHASES,
    PLACES,
    PLANES,
    POSES,
    RELATIONS,
    SIZES,
    TONES,
    WEATHERS,
    DrawnGroup,
    DrawnThing,
    Light,
    Recipe,
)


def any_recipe(chance: Random) -> Recipe:
    """Return a recipe that can be written. In the long run, every word of the language occurs."""
    return Recipe(
        subjects=tuple(_subject(chance) for _ in range(chance.randint(1, 2))),
        place=_perhaps(chance, PLACES),
        hour=_perhaps(chance, HOURS),
        light=_light(chance),
        weather=tuple(chance.sample(WEATHERS, chance.choice((0, 0, 1, 2)))),
        frame=_perhaps(chance, FRAMES),
        mirrored=chance.random() < 0.2,
    )


def _perhaps(chance: Random, words: tuple[str, ...]) -> str:
    return chance.choice(words) if chance.random() < 0.4 else ""


def _subject(chance: Random) -> DrawnGroup:
    nouns = tuple(_noun(chance) for _ in range(chance.choice((1, 1, 2, 2, 3))))
    if [noun.motif for noun in nouns] == ["moon"]:
        nouns = (DrawnThing("moon"),)  # A big moon would become the light.
    return DrawnGroup(nouns, tuple(chance.choice(RELATIONS) for _ in nouns[1:]))


def _noun(chance: Random) -> DrawnThing:
    across, height = _perhaps(chance, ACROSS), _perhaps(chance, HEIGHTS)
    return DrawnThing(
        motif=chance.choice([*motifs()]),
        size=_perhaps(chance, SIZES),
        count=chance.choice([*COUNTS][:4]) if chance.random() < 0.3 else "",
        pose=_perhaps(chance, POSES),
        where=tuple(filter(None, (across, height))),
        plane=_perhaps(chance, PLANES),
        tone=_perhaps(chance, TONES),
        turned=chance.random() < 0.2,
    )


def _light(chance: Random) -> Light:
    sun = chance.random() < 0.4
    if chance.random() < 0.2:
        return Light(absent=True, sun=sun)
    phase, size = _perhaps(chance, PHASES), _perhaps(chance, LIGHT_SIZES)
    across, height = _perhaps(chance, ACROSS), _perhaps(chance, LIGHT_HEIGHTS)
    if not (phase or size or across or height):
        return Light()
    return Light(phase=phase, size=size, across=across, height=height, sun=sun)
