"""The author tools of Dreamweavers for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bot.games.author_tools import Authoring, Begin, CardFiles, Gallery, Scenarios, UnusableFiles
from bot.games.dreamweavers.balance import BALANCE
from cards.dreamweavers.library import LIBRARY, the_set
from cards.dreamweavers.model import CardSet
from engine.dreamweavers.players.fitted import FITTED
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.scenario import coverage, play, read_scenarios
from engine.dreamweavers.views.builder import face_of
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.dreamweavers.card import PrintedCover
from render.dreamweavers.gallery import avatar, banner, card_sheet, notion_sheet, printed_sheet


def _covers_and_faces(card_set: CardSet) -> tuple[list[PrintedCover], list[CardFace]]:
    """Return the covers and the card faces of a set, with their printed texts."""
    pool = CardPool(card_set.cards.values(), card_set.covers.values())
    covers = [
        PrintedCover(notion, intent.cover.about, intent.text.printed, intent.cover.flavour)
        for notion, intent in pool.intents.items()
    ]
    return covers, [face_of(pool[title]) for title in card_set.cards]


def _cards(files: Sequence[Path], begin: Begin) -> Image.Image:
    card_set = LIBRARY.read(files) if files else the_set()
    covers, faces = _covers_and_faces(card_set)
    if not faces and not covers:
        raise UnusableFiles("These files contain no cards.")
    return card_sheet(covers, faces, progress=begin(len(faces) + len(covers)))


def _printed(begin: Begin) -> Image.Image:
    covers, faces = _covers_and_faces(the_set())
    return printed_sheet(covers, faces, progress=begin(len(faces) + len(covers)))


def _pages(begin: Begin) -> Image.Image:
    covers, faces = _covers_and_faces(the_set())
    notions = [
        DraftNotion(
            cover.notion,
            cover.about,
            cover.text,
            tuple(face for face in faces if face.notion == cover.notion),
        )
        for cover in covers
    ]
    return notion_sheet(notions, progress=begin(len(notions)))


GALLERY = Gallery(
    cards=_cards,
    sheets={"printed": _printed, "notions": _pages},
    portal={"avatar.png": avatar, "banner.png": banner},
)


AUTHORING = Authoring(
    card_files=CardFiles(count=lambda: len(LIBRARY.files()), check=LIBRARY.check_mine),
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "dreamweavers"), read=read_scenarios, play=play, coverage=coverage
    ),
    balance=BALANCE,
    fitted=FITTED,
)
