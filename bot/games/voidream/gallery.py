"""Sheets of Voidream's pictures, and what the bot shows of itself."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.games.author_tools import Begin, Gallery, UnusableFiles
from cards.language.errors import CardError
from cards.voidream.library import read_files, the_set
from engine.voidream.views.builder import face_of
from render.illustration.motifs import motifs
from render.voidream.card import draw_card
from render.voidream.gallery import avatar, banner, card_sheet, motif_sheet, preview

_PREVIEWED = ("Empress of Facets", "Dog You Once Had", "Minotaur of Footnotes")


def _cards(files: Sequence[Path], begin: Begin) -> Image.Image:
    try:
        found = list((read_files(files) if files else the_set()).cards.values())
    except CardError as error:
        raise UnusableFiles(str(error)) from error
    if not found:
        raise UnusableFiles("There is no card in these files.")
    return card_sheet(found, progress=begin(len(found)))


def _preview(begin: Begin) -> Image.Image:
    """The preview picture of a link to the project."""
    cards, drawn = the_set().cards, begin(len(_PREVIEWED))
    pictures: list[Image.Image] = []
    for title in _PREVIEWED:
        pictures.append(Image.open(BytesIO(draw_card(face_of(cards[title])))))
        drawn(title)
    return preview(pictures, "A card game of dreams, played over days")


GALLERY = Gallery(
    cards=_cards,
    sheets={"motifs": lambda begin: motif_sheet(begin(len(motifs()))), "preview": _preview},
    portal={"avatar.png": avatar, "banner.png": banner},
)
