"""The author tools of Dreams of Dystopia."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bot.games.author_tools import Authoring, Begin, CardFiles, Gallery, Scenarios, UnusableFiles
from bot.games.dreams_of_dystopia.balance import BALANCE
from cards.dreams_of_dystopia.library import LIBRARY, the_set
from engine.dreams_of_dystopia.ai.fitted import FITTED
from engine.dreams_of_dystopia.scenario.format import coverage, play, read_scenarios
from render.dreams_of_dystopia.faces import face_on
from render.dreams_of_dystopia.gallery import avatar, banner, card_sheet, printed_sheet


def _cards(files: Sequence[Path], begin: Begin) -> Image.Image:
    card_set = LIBRARY.read(files) if files else the_set()
    faces = [face_on(card, side) for card, side in card_set.sides()]
    if not faces:
        raise UnusableFiles("These files contain no cards.")
    return card_sheet(faces, progress=begin(len(faces)))


def _printed(begin: Begin) -> Image.Image:
    titles = [card.sides[0].title for card in the_set().cards]
    return printed_sheet(titles, progress=begin(len(titles)))


GALLERY = Gallery(
    cards=_cards, sheets={"printed": _printed}, portal={"avatar.png": avatar, "banner.png": banner}
)


AUTHORING = Authoring(
    card_files=CardFiles(count=lambda: len(LIBRARY.files()), check=LIBRARY.check_mine),
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "dreams_of_dystopia"),
        read=read_scenarios,
        play=play,
        coverage=coverage,
    ),
    balance=BALANCE,
    fitted=FITTED,
)
