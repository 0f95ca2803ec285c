"""Sheets of Dreamweavers' pictures, and what the bot shows of itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bot.games.authoring import Begin, CannotUse, Gallery
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.library import read_files, the_set
from cards.dreamweavers.model import Card, CardSet
from cards.language.errors import CardError
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.dreamweavers.card import Cover
from render.dreamweavers.gallery import avatar, banner, card_sheet, notion_sheet, printed_sheet


def _face(card: Card) -> CardFace:
    text = tuple(print_ability(one) for one in card.text)
    return CardFace(card.title, card.notion.value, card.kind.value, card.cost, card.power, text, card.flavour)


def _faces(found: CardSet) -> list[CardFace]:
    return [_face(card) for card in found.cards.values()]


def _covers(found: CardSet) -> list[Cover]:
    return [
        Cover(notion.value, one.about, tuple(print_ability(line) for line in one.text), one.flavour)
        for notion, one in found.covers.items()
    ]


def _notions(found: CardSet) -> list[DraftNotion]:
    faces = _faces(found)
    return [
        DraftNotion(
            cover.notion,
            cover.about,
            cover.text,
            tuple(face for face in faces if face.notion == cover.notion),
        )
        for cover in _covers(found)
    ]


def _cards(files: Sequence[Path], begin: Begin) -> Image.Image:
    try:
        found = read_files(files) if files else the_set()
    except CardError as error:
        raise CannotUse(str(error)) from error
    faces, covers = _faces(found), _covers(found)
    if not faces and not covers:
        raise CannotUse("There is no card in these files.")
    return card_sheet(covers, faces, progress=begin(len(faces) + len(covers)))


def _printed(begin: Begin) -> Image.Image:
    faces, covers = _faces(the_set()), _covers(the_set())
    return printed_sheet(covers, faces, progress=begin(len(faces) + len(covers)))


def _pages(begin: Begin) -> Image.Image:
    notions = _notions(the_set())
    return notion_sheet(notions, progress=begin(len(notions)))


GALLERY = Gallery(
    cards=_cards,
    sheets={"printed": _printed, "notions": _pages},
    portal={"avatar.png": avatar, "banner.png": banner},
)
