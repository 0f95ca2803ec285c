"""The pictures of cards and covers as drawings for a layout, with exactly the parameters they depend on.

The same card always gets the same picture. Thoughts are in daylight, Feelings at night, to tell them apart at a
glance. All cards have the same back, which depends on nothing hidden.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files

from msgspec import Struct
from PIL import Image

from engine.dreamweavers.views.types import CardFace
from render.dreamweavers.illustration import NOTIONS, illustrate
from render.dreamweavers.inks import GILT, PLUM
from render.illustration.derived_scene import derived
from render.illustration.inks import Inks
from render.illustration.outlines import Outline, oval, stroke
from render.illustration.rasteriser import Rasteriser
from render.illustration.recipe import Recipe, RecipeError
from render.illustration.recipe_parser import read_recipe
from render.illustration.screens import cloth
from render.palette import between

COVER = "cover"
"""The key of a notion's cover among its recipes."""

_KINDS = {"Thought": "entity", "Feeling": "thought"}
"""The subject of a recipe derived from a card's title, by kind: a being, or a thing in motion."""


@cache
def recipes(notion: str) -> Mapping[str, str]:
    """Return a notion's recipes by title, including its cover's (COVER). Raises KeyError for an unknown notion."""
    if notion not in NOTIONS:
        raise KeyError(notion)
    return tomllib.loads((files("render.dreamweavers") / "recipes" / f"{notion}.toml").read_text("utf-8"))


@lru_cache(maxsize=512)
def recipe_of(title: str, notion: str, kind: str) -> Recipe:
    """Return the recipe of a card; one derived from its title if it has none, or an unreadable one.

    `notion` and `kind` are as printed on cards.
    """
    own = recipes(notion.casefold()).get(title, "") if notion.casefold() in NOTIONS else ""
    with suppress(RecipeError):  # A test reports it; a match never fails because of a picture.
        if own:
            return read_recipe(own)
    return read_recipe(derived(title, _KINDS.get(kind, kind)))


def _notion_key(notion: str) -> str:
    """Return the key of a notion. A notion without inks is printed in Doubt's."""
    key = notion.casefold()
    return key if key in NOTIONS else "doubt"


class CardArt(Struct, frozen=True):
    """The picture of a card, a `Drawing`."""

    title: str
    notion: str
    kind: str

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the picture at this size, laid out for its aspect ratio."""
        recipe = recipe_of(self.title, self.notion, self.kind)
        by_day = self.kind == "Thought"
        return illustrate(recipe, self.title, _notion_key(self.notion), width, height, by_day=by_day)


class CoverArt(Struct, frozen=True):
    """The picture of a notion's cover, a `Drawing`."""

    notion: str

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the picture at this size, laid out for its aspect ratio."""
        notion = _notion_key(self.notion)
        return illustrate(cover_recipe(notion), notion, notion, width, height, by_day=True)


def cover_recipe(notion: str) -> Recipe:
    """Return the recipe of a notion's cover."""
    return recipe_of(COVER, notion, COVER)


def art_of(face: CardFace) -> CardArt:
    """Return the picture of a card whose face is known."""
    return CardArt(face.title, face.notion, face.kind)


class BackArt(Struct, frozen=True):
    """The back of a card, a `Drawing`: crossed threads with a closed eye sewn on. All backs look the same."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the back at this size."""
        deep = between(PLUM, (0, 0, 0), 0.35)
        light = between(PLUM, GILT, 0.3)
        inks = Inks(deep, PLUM, between(PLUM, GILT, 0.16), light, GILT, GILT, GILT, GILT)
        press = Rasteriser(width, height, inks, 7, cloth)
        press.sky([(0, PLUM), (1, between(PLUM, deep, 0.6))])
        unit = min(width, height)
        x, y = width / 2, height / 2
        step, wide = unit * 0.2, unit * 0.02
        warps = [
            stroke([(x + k * step - height, -4), (x + k * step + height, 2 * height - 4)], wide)
            for k in range(-30, 31)
        ]
        wefts = [
            stroke([(x + k * step + height, -4), (x + k * step - height, 2 * height - 4)], wide)
            for k in range(-30, 31)
        ]
        press.shapes([*warps, *wefts], inks.mid)
        press.disc(x, y, unit * 0.34, PLUM)
        press.shape(stroke(oval(x, y, unit * 0.34, steps=64), unit * 0.018), light)
        press.shapes(_closed_eye(x, y, unit * 0.2, unit * 0.026), GILT)
        return press.finish(0.35, film=0.05)


def _closed_eye(x: float, y: float, reach: float, wide: float) -> list[Outline]:
    """Return an eyelid and its lashes, as stitches."""
    lid = [(x + reach * (k / 5 - 1), y + reach * 0.42 * (1 - (k / 5 - 1) ** 2)) for k in range(11)]
    lashes = [
        stroke([lid[k], (lid[k][0] + reach * 0.16 * (k / 5 - 1), lid[k][1] + reach * 0.34)], wide * 0.8)
        for k in (1, 3, 5, 7, 9)
    ]
    return [stroke(lid, wide), *lashes]
