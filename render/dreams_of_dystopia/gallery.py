"""All pictures of Dreams of Dystopia on sheets: the sides of the set, and how cards are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from PIL import Image

from cards.i18n import ENGLISH, Translator, title
from render.contact_sheet import contact_sheet
from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.card import draw_card
from render.dreams_of_dystopia.faces import Face
from render.dreams_of_dystopia.illustration import both_sides
from render.illustration.recipe_reading import read_recipe

WIDTH, HEIGHT = 240, 170
"""Of each picture on the sheet of the set, in pixels."""
COLUMNS = 12
"""Six cards a row, both of whose sides lie beside each other."""

Progress = Callable[[object], None]


def card_sheet(
    faces: Sequence[Face], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """The pictures of sides with their titles; `progress` hears of each that is drawn. Raises ValueError if there are none."""
    pictures: list[tuple[str, Image.Image]] = []
    for face in faces:
        pictures.append((translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT)))
        if progress is not None:
            progress(face)
    return contact_sheet(pictures, COLUMNS, WIDTH)


def printed_sheet(
    titles: Sequence[str], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """Whole cards as they are printed, both sides of each. Raises ValueError if there are none."""
    pictures: list[tuple[str, Image.Image]] = []
    for name in titles:
        drawn = Image.open(BytesIO(draw_card(name, translator))).convert("RGB")
        pictures.append((translator(title(name)), drawn))
        if progress is not None:
            progress(name)
    return contact_sheet(pictures, 6, 390)


AVATAR = "big archgate, in ruin"
BANNER = "many house, tower left, in city giant low sun"
"""Recipes of what the bot shows of itself with this game."""


def avatar(side: int = 1024) -> Image.Image:
    """The bot's picture, a square; whatever lies outside the circle in it may be cut off."""
    return both_sides(read_recipe(AVATAR), "Dreams of Dystopia", side, side)


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """The bot's banner, twice the 680 by 240 pixels that Discord shows: a city by day and in flames."""
    return both_sides(read_recipe(BANNER), "Dreams of Dystopia", width, height)
