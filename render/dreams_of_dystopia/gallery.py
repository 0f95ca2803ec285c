"""Sheets of all pictures of Dreams of Dystopia, and the bot's own pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from cards.i18n import ENGLISH, Translator, title
from render.contact_sheet import Progress, drawn_sheet, opened
from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.card import draw_card
from render.dreams_of_dystopia.faces import PrintedSide
from render.dreams_of_dystopia.illustration import both_sides
from render.illustration.recipe_parser import read_recipe

WIDTH, HEIGHT = 240, 170  # The size of a picture on the sheet of the set, in pixels.
COLUMNS = 12  # Six cards per row, with both sides beside each other.


def card_sheet(
    faces: Sequence[PrintedSide], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """Return the pictures of sides with their titles. `progress` is called for each. Raises ValueError for no faces."""
    drawn = ((translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT)) for face in faces)
    return drawn_sheet(drawn, COLUMNS, WIDTH, progress)


def printed_sheet(
    titles: Sequence[str], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """Return whole printed cards with both sides. Raises ValueError for no titles."""
    drawn = ((translator(title(name)), opened(draw_card(name, translator))) for name in titles)
    return drawn_sheet(drawn, 6, 390, progress)


AVATAR = "big archgate, in ruin"
BANNER = "many house, tower left, in city giant low sun"
"""Recipes of the bot's own pictures."""


def avatar(side: int = 1024) -> Image.Image:
    """Return the bot's square avatar. Its corners outside the inner circle may be cut off."""
    return both_sides(read_recipe(AVATAR), "Dreams of Dystopia", side, side)


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """Return the bot's banner, by default at twice the size that Discord shows (680 by 240 pixels)."""
    return both_sides(read_recipe(BANNER), "Dreams of Dystopia", width, height)
