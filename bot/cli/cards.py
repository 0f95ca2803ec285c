"""`voidream cards`: check card files, and search them for loops."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.chosen_game import chosen, game_option, part_of
from bot.cli.output import CHECK_FAILED, fail, first_of, say

if TYPE_CHECKING:
    from bot.games.author_tools import CardFiles


@click.group()
def cards() -> None:
    """Check card files, and search cards for infinite loops."""


def _card_files(game: str | None) -> CardFiles:
    return part_of(game, "card files", lambda tools: tools.card_files)


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@game_option
def check(files: Sequence[Path], game: str | None) -> None:
    """Check card files: the given ones, or those of the game."""
    card_files = _card_files(game)
    problems = card_files.check(files)
    if problems:
        fail(first_of(problems))
    count = len(files) or card_files.count()
    say(f"{count} card file{'' if count == 1 else 's'}: everything can be read.")


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--most",
    type=click.IntRange(1, 5),
    default=3,
    show_default=True,
    help="Maximum number of abilities in a loop. 4 takes a minute, 5 much longer.",
)
@game_option
def loops(files: Sequence[Path], most: int, game: str | None) -> None:
    """Find infinite loops that cost nothing and gain something every time.

    Searches all cards of the game and of the given files, independent of decks. A card in a file replaces the game's
        card with the same title.
    """
    from bot.games.author_tools import UnusableFiles

    search = _card_files(game).loops
    if search is None:
        fail(f"{chosen(game).title} has no loop search: its rules end every loop.")
    try:
        count, loop_texts = search(files, most)
    except UnusableFiles as error:
        fail(str(error))
    loop_count = 0
    for each in loop_texts:
        loop_count += 1
        say(each, "yellow")
    if loop_count:
        fail(f"{loop_count} {'way' if loop_count == 1 else 'ways'} to go round for ever.", CHECK_FAILED)
    say(f"{count} cards: no infinite loops.", "green")
