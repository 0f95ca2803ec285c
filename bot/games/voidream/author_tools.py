"""The author tools of Voidream for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.games.author_tools import Authoring, Begin, CardFiles, Gallery, Scenarios, UnusableFiles
from bot.games.voidream.balance import BALANCE
from cards.language.errors import CardError, Problem, Where
from cards.voidream.library import check_files, read_files, set_files, the_set
from engine.voidream.infinite_loops import endless
from engine.voidream.players.fitted import FITTED
from engine.voidream.scenario import coverage, play, read_scenarios
from engine.voidream.views.builder import face_of
from render.illustration.motifs import motifs
from render.illustration.recipe import RecipeError
from render.illustration.recipe_parser import read_recipe
from render.voidream.card import draw_card
from render.voidream.gallery import avatar, banner, card_sheet, motif_sheet, preview

_PREVIEWED = ("Empress of Facets", "Dog You Once Had", "Minotaur of Footnotes")


def _cards(files: Sequence[Path], begin: Begin) -> Image.Image:
    cards = list((read_files(files) if files else the_set()).cards.values())
    if not cards:
        raise UnusableFiles("These files contain no cards.")
    return card_sheet(cards, progress=begin(len(cards)))


def _preview(begin: Begin) -> Image.Image:
    """Return the preview picture for links to the project."""
    cards, report_progress = the_set().cards, begin(len(_PREVIEWED))
    pictures: list[Image.Image] = []
    for title in _PREVIEWED:
        pictures.append(Image.open(BytesIO(draw_card(face_of(cards[title])))))
        report_progress(title)
    return preview(pictures, "A card game of dreams, played over days")


GALLERY = Gallery(
    cards=_cards,
    sheets={"motifs": lambda begin: motif_sheet(begin(len(motifs()))), "preview": _preview},
    portal={"avatar.png": avatar, "banner.png": banner},
)


def check(files: Sequence[Path]) -> list[Problem]:
    """Return all mistakes in these files; without files, in the game's own."""
    return check_files(files, the_set(), _read_art) if files else check_files(set_files(), read_art=_read_art)


def _read_art(recipe: str, where: Where) -> Problem | None:
    try:
        read_recipe(recipe)
    except RecipeError as error:
        return Problem(where.at(1, error.column), error.message, error.found)
    return None


def loops(files: Sequence[Path], max_abilities: int) -> tuple[int, Iterator[str]]:
    """Return the number of searched cards, and an iterator over their loops of at most `max_abilities` abilities.

    A card in a file replaces the game's card with the same title. Raises UnusableFiles.
    """
    cards = dict(the_set().cards)
    try:
        cards.update(read_files(files).cards)
    except CardError as error:
        raise UnusableFiles(str(error)) from error
    return len(cards), map(str, endless(cards.values(), max_abilities))


CARD_FILES = CardFiles(count=lambda: len(set_files()), check=check, loops=loops)


AUTHORING = Authoring(
    card_files=CARD_FILES,
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "voidream"), read=read_scenarios, play=play, coverage=coverage
    ),
    balance=BALANCE,
    fitted=FITTED,
)
