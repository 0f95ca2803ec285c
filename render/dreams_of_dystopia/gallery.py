"""All pictures of Dreams of Dystopia on sheets: the sides of the set, and printed cards."""

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

WIDTH, HEIGHT = 240, 170
"""Of each picture on the sheet of the set, in pixels."""
COLUMNS = 12
"""Six cards a row, both of whose sides lie beside each other."""


def card_sheet(
    faces: Sequence[PrintedSide], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """The pictures of sides with their titles; `progress` hears of each that is drawn. Raises ValueError if there are none."""
    drawn = ((translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT)) for face in faces)
    return drawn_sheet(drawn, COLUMNS, WIDTH, progress)


def printed_sheet(
    titles: Sequence[str], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """Whole cards as they are printed, both sides of each. Raises ValueError if there are none."""
    drawn = ((translator(title(name)), opened(draw_card(name, translator))) for name in titles)
    return drawn_sheet(drawn, 6, 390, progress)


AVATAR = "big archgate, in ruin"
BANNER = "many house, tower left, in city giant low sun"
"""Recipes of what the bot shows of itself with this game."""


def avatar(side: int = 1024) -> Image.Image:
    """The bot's picture, a square; whatever lies outside the circle in it may be cut off."""
    return both_sides(read_recipe(AVATAR), "Dreams of Dystopia", side, side)


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """The bot's banner, twice the 680 by 240 pixels that Discord shows: a city by day and in flames."""
    return both_sides(read_recipe(BANNER), "Dreams of Dystopia", width, height)
