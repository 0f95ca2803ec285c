"""`voidream cards`: card files checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import HOLDS_NOT, fail, first_of, say

if TYPE_CHECKING:
    from cards.voidream.language.errors import Problem, Where


@click.group()
def cards() -> None:
    """Card files."""


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def check(files: Sequence[Path]) -> None:
    """Check card files: the given ones, or all that come with the game."""
    from cards.voidream.library import check_files, set_files, the_set

    problems = (
        check_files(files, the_set(), _read_art) if files else check_files(set_files(), read_art=_read_art)
    )
    if problems:
        fail(first_of(problems))
    count = len(files) or len(set_files())
    say(f"{count} card file{'' if count == 1 else 's'}: everything can be read.")


def _read_art(recipe: str, where: Where) -> Problem | None:
    from cards.voidream.language.errors import Problem
    from render.illustration.recipe import RecipeError
    from render.illustration.recipe_reading import read_recipe

    try:
        read_recipe(recipe)
    except RecipeError as error:
        return Problem(where.at(1, error.column), error.message, error.found)
    return None


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--most",
    type=click.IntRange(1, 5),
    default=3,
    show_default=True,
    help="Of how many abilities a loop may consist. With 4 it takes a minute, with 5 long.",
)
def loops(files: Sequence[Path], most: int) -> None:
    """Look for cards that go round for ever at no price, and give something each time.

    Looks through the cards that come with the game and those of the given files, whatever decks they might be in. A card
    of a file takes the place of one of the same title.
    """
    from cards.voidream.language.errors import CardError
    from cards.voidream.library import read_files, the_set
    from engine.voidream.endless import endless

    cards = dict(the_set().cards)
    try:
        cards.update(read_files(files).cards)
    except CardError as error:
        fail(str(error))
    found = 0
    for each in endless(cards.values(), most):
        found += 1
        say(str(each), "yellow")
    if found:
        fail(f"{found} {'way' if found == 1 else 'ways'} to go round for ever.", HOLDS_NOT)
    say(f"{len(cards)} cards: nothing goes round for ever at no price.", "green")
