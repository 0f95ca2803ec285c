"""Contact sheets of Dreamweavers' pictures: the set, and printed cards and notions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from PIL import Image

from cards.i18n import ENGLISH, Translator, title
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.contact_sheet import Progress, drawn_sheet, opened
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.card import PrintedCover, draw_card, draw_cover
from render.dreamweavers.illustration import clash, illustrate
from render.dreamweavers.notion import draw_notion
from render.dreamweavers.words import notion_word
from render.illustration.recipe_parser import read_recipe

WIDTH, HEIGHT = 240, 170
"""The size of each picture on the sheet of the set, in pixels."""
COLUMNS = 16
"""The columns of the sheet, with one notion per row: its cover and its fifteen cards."""


def card_sheet(
    notions: Sequence[PrintedCover],
    faces: Sequence[CardFace],
    translator: Translator = ENGLISH,
    progress: Progress | None = None,
) -> Image.Image:
    """Return the pictures of covers and cards with their titles, one notion per row. `progress` is called for each.

    Raises ValueError if there is neither a cover nor a card.
    """

    def of(some: Iterable[CardFace]) -> Iterator[tuple[str, Image.Image]]:
        return ((translator(title(face.title)), art_of(face).paint(WIDTH, HEIGHT)) for face in some)

    def drawn() -> Iterator[tuple[str, Image.Image]]:
        for cover in notions:
            yield notion_word(cover.notion, translator), CoverArt(cover.notion).paint(WIDTH, HEIGHT)
            yield from of(face for face in faces if face.notion == cover.notion)
        known = {cover.notion for cover in notions}
        yield from of(face for face in faces if face.notion not in known)

    return drawn_sheet(drawn(), COLUMNS, WIDTH, progress)


def printed_sheet(
    covers: Sequence[PrintedCover],
    faces: Sequence[CardFace],
    translator: Translator = ENGLISH,
    progress: Progress | None = None,
) -> Image.Image:
    """Return whole covers and cards as printed. Raises ValueError if there are none."""
    of_covers = (
        (notion_word(cover.notion, translator), opened(draw_cover(cover, translator))) for cover in covers
    )
    of_cards = ((translator(title(face.title)), opened(draw_card(face, translator))) for face in faces)
    return drawn_sheet(chain(of_covers, of_cards), 6, 390, progress)


def notion_sheet(
    notions: Sequence[DraftNotion], translator: Translator = ENGLISH, progress: Progress | None = None
) -> Image.Image:
    """Return the pages of notions side by side. Raises ValueError if there are none."""
    drawn = (
        (notion_word(notion.notion, translator), opened(draw_notion(notion, ("", ""), translator)))
        for notion in notions
    )
    return drawn_sheet(drawn, 4, 550, progress)


AVATAR = "big thread, in void"
BANNER = "many umbrella, boat left, in lake giant low sun"
"""Recipes of the bot's own pictures for this game."""


def avatar(side: int = 1024) -> Image.Image:
    """Return the bot's avatar, a square. The area outside its circle may be cropped."""
    left, right = (
        illustrate(read_recipe(AVATAR), "Dreamweavers", notion, side, side, by_day=day)
        for notion, day in (("hope", True), ("pride", False))
    )
    return clash(left, right, ("hope", "pride"), "Dreamweavers")


def banner(width: int = 1360, height: int = 480) -> Image.Image:
    """Return the bot's banner at twice Discord's size of 680 by 240 pixels: two clashing feelings."""
    left, right = (
        illustrate(read_recipe(BANNER), "Dreamweavers", notion, width, height, by_day=day)
        for notion, day in (("joy", True), ("grief", False))
    )
    return clash(left, right, ("joy", "grief"), "Dreamweavers")
