"""All pictures of Dreamweavers on sheets: the set, and how cards and notions are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from PIL import Image

from cards.i18n import ENGLISH, Translator, title
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.contact_sheet import contact_sheet
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.card import Cover, draw_card, draw_cover
from render.dreamweavers.illustration import clash, illustrate
from render.dreamweavers.notion import draw_notion
from render.dreamweavers.wording import notion_word
from render.illustration.recipe_reading import read_recipe

WIDTH, HEIGHT = 240, 170
"""Of each picture on the sheet of the set, in pixels."""
COLUMNS = 16
"""A notion a row: its cover and its fifteen cards."""

Progress = Callable[[object], None]


def card_sheet(
    notions: Sequence[Cover],
    faces: Sequence[CardFace],
    translator: Translator = ENGLISH,
    progress: Progress | None = None,
) -> Image.Image:
    """The pictures of covers and cards with their titles, a notion a row; `progress` hears of each that is drawn.

    Raises ValueError if there is neither a cover nor a card.
    """
    pictures: list[tuple[str, Image.Image]] = []

    def add(name: str, picture: Image.Image, what: object) -> None:
        pictures.append((name, picture))
        if progress is not None:
            progress(what)

    for cover in notions:
        add(notion_word(cover.notion, translator), CoverArt(cover.notion).paint(WIDTH, HEIGHT), cover)
        for face in faces:
            if face.notion == cover.notion:
                add(translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT), face)
    known = {cover.notion for cover in notions}
    for face in faces:
        if face.notion not in known:
            add(translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT), face)
    return contact_sheet(pictures, COLUMNS, WIDTH)


def printed_sheet(
    covers: Sequence[Cover],
    faces: Sequence[CardFace],
    translator: Translator = ENGLISH,
    progress: Progress | None = None,
) -> Image.Image:
    """Whole covers and cards as they are printed. Raises ValueError if there are none."""
    pictures: list[tuple[str, Image.Image]] = []
    for cover in covers:
        pictures.append((notion_word(cover.notion, translator), _opened(draw_cover(cover, translator))))
        if progress is not None:
            progress(cover)
    for face in faces:
        pictures.append((translator(title(face.title)), _opened(draw_card(face, translator))))
        if progress is not None:
            progress(face)
    return contact_sheet(pictures, 6, 390)


def notion_sheet(
    notions: Sequence[DraftNotion], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """The pages of notions side by side. Raises ValueError if there are none."""
    pictures: list[tuple[str, Image.Image]] = []
    for notion in notions:
        page = _opened(draw_notion(notion, ("", ""), translator))
        pictures.append((notion_word(notion.notion, translator), page))
        if progress is not None:
            progress(notion)
    return contact_sheet(pictures, 4, 550)


def _opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


AVATAR = "big thread, in void"
BANNER = "many umbrella, boat left, in lake giant low sun"
"""Recipes of what the bot shows of itself with this game."""


def avatar(side: int = 1024) -> Image.Image:
    """The bot's picture, a square; whatever lies outside the circle in it may be cut off."""
    left, right = (
        illustrate(read_recipe(AVATAR), "Dreamweavers", notion, side, side, by_day=day)
        for notion, day in (("hope", True), ("pride", False))
    )
    return clash(left, right, ("hope", "pride"), "Dreamweavers")


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """The bot's banner, twice the 680 by 240 pixels that Discord shows: two feelings that clash."""
    left, right = (
        illustrate(read_recipe(BANNER), "Dreamweavers", notion, width, height, by_day=day)
        for notion, day in (("joy", True), ("grief", False))
    )
    return clash(left, right, ("joy", "grief"), "Dreamweavers")
