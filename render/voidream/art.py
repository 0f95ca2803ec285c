"""The pictures of cards as drawings for a layout, with exactly the parameters they depend on.

The same card always gets the same picture. All cards have the same back, which depends on nothing hidden.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from msgspec import Struct
from PIL import Image

from cards.voidream.library import the_set
from engine.voidream.views.types import CardFace
from render.illustration.composer import eye_line
from render.illustration.derived_scene import derived
from render.illustration.outlines import oval, stroke
from render.illustration.rasteriser import Rasteriser
from render.illustration.recipe import Recipe, RecipeError
from render.illustration.recipe_parser import read_recipe
from render.voidream.faction_inks import NIGHT
from render.voidream.illustration import FULL_MIND, HOMES, illustrate


@lru_cache(maxsize=512)
def recipe_of(title: str, kind: str, art: str) -> Recipe:
    """Return the recipe of a card. Without one, or with an unreadable one, it is derived from the title.

    Cards without a recipe are in matches that began before cards had recipes; they get the recipe of the set's card.
    """
    set_card = the_set().cards.get(title)
    today = set_card.art if set_card is not None and set_card.kind.value == kind else ""
    for text in (art, today):
        if text:
            with suppress(
                RecipeError
            ):  # The check of card files reports it; a match never fails because of a picture.
                return read_recipe(text)
    return read_recipe(derived(title, kind))


class CardArt(Struct, frozen=True):
    """The picture of a card, a `Drawing`."""

    title: str
    kind: str
    faction: str
    art: str = ""
    """The recipe; "" if it follows from the title."""
    mind: int = FULL_MIND
    """A mind's number: 4 is full, 0 is spent."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the picture at this size, laid out for its aspect ratio."""
        recipe = recipe_of(self.title, self.kind, self.art)
        return illustrate(recipe, self.title, self.kind, self.faction, width, height, self.mind)


@lru_cache(maxsize=512)
def eye_line_of(art: CardArt) -> float:
    """Return the height of the visual focus in a card's picture, from 0 (top) to 1 (bottom)."""
    return eye_line(recipe_of(art.title, art.kind, art.art), HOMES.get(art.faction, HOMES["neutral"]))


def art_of(face: CardFace) -> CardArt:
    """Return the picture of a card whose face is known."""
    return CardArt(face.title, face.kind, face.faction, face.art)


class BackArt(Struct, frozen=True):
    """The back of a card, a `Drawing`: rays and two rings around its number. All backs look the same."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the back at this size."""
        inks = NIGHT["neutral"]
        press = Rasteriser(width, height, inks, seed=7)
        x, y, unit = width / 2, height * 0.42, min(width, height * 0.7)
        press.sky([(0, inks.deep), (1, inks.night)])
        press.rays(x, y, 24, inks.mid, unit * 0.1, max(width, height), 110, 0)
        press.shapes((stroke(oval(x, y, unit * r, steps=72), unit * 0.014) for r in (0.37, 0.43)), inks.soft)
        return press.finish(0.4)
