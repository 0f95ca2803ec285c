"""The card files of Voidream, checked and searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.games.author_tools import CardFiles, UnusableFiles
from cards.language.errors import CardError, Problem, Where
from cards.voidream.library import check_files, read_files, set_files, the_set
from engine.voidream.infinite_loops import endless
from render.illustration.recipe import RecipeError
from render.illustration.recipe_parser import read_recipe


def check(files: Sequence[Path]) -> list[Problem]:
    """Return every mistake in these files, or in those that come with the game if none are given."""
    return check_files(files, the_set(), _read_art) if files else check_files(set_files(), read_art=_read_art)


def _read_art(recipe: str, where: Where) -> Problem | None:
    try:
        read_recipe(recipe)
    except RecipeError as error:
        return Problem(where.at(1, error.column), error.message, error.found)
    return None


def loops(files: Sequence[Path], most: int) -> tuple[int, Iterator[str]]:
    """Return how many cards were searched for loops of at most `most` abilities, and each loop. Raises CannotUse.

    A card of a file takes the place of one of the same title.
    """
    cards = dict(the_set().cards)
    try:
        cards.update(read_files(files).cards)
    except CardError as error:
        raise UnusableFiles(str(error)) from error
    return len(cards), map(str, endless(cards.values(), most))


CARD_FILES = CardFiles(count=lambda: len(set_files()), check=check, loops=loops)
