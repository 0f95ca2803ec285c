"""`voidream deck`: check, convert and draw decks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import CHECK_FAILED, LARGEST, CannotRead, fail, first_of, read, say, write
from cards.i18n import ENGLISH

if TYPE_CHECKING:
    from bot.games.playable import Building, PlayableGame

T = TypeVar("T")

_DECK = click.argument("deck", metavar="DECK")

_FILES = (".toml", ".txt", ".md")
"""File name extensions that identify a DECK as a file, even if that file doesn't exist."""


@click.group()
def deck() -> None:
    """Decks. DECK is a file (a list, a code, or TOML), a deck code, the name of a ready-made deck, or “-”."""


@deck.command()
@_DECK
@game_option
def check(deck: str, game: str | None) -> None:
    """List every deck building rule that a deck breaks. Exit code 0: none; 1: some; 2: it can't be read."""
    building, name, content = find_deck(chosen(game), deck)
    violations = building.violations(content)
    if violations:
        say(f"{name or 'The deck'} can't be played:")
        for violation in violations:
            say(f"- {violation}")
        raise SystemExit(CHECK_FAILED)
    say(f"{name or 'The deck'} can be played.")


@deck.command()
@_DECK
@game_option
def code(deck: str, game: str | None) -> None:
    """Print the code of a deck, finished or not."""
    building, _, content = find_deck(chosen(game), deck)
    click.echo(or_fail(lambda: building.code(content)))


@deck.command()
@_DECK
@game_option
def text(deck: str, game: str | None) -> None:
    """Print a deck as a list, which can be read again."""
    building, name, content = find_deck(chosen(game), deck)
    click.echo(building.text(name, content), nl=False)


@deck.command()
@_DECK
@click.option(
    "--to", type=click.Path(path_type=Path), default=Path("deck.png"), show_default=True, help="The file."
)
@game_option
def picture(deck: str, to: Path, game: str | None) -> None:
    """Draw a deck into a PNG file, and print what it shows."""
    building, name, content = find_deck(chosen(game), deck)
    write(to, building.picture(name, content, ENGLISH))
    say(f"{to}: {building.alt(name, content, ENGLISH)}")


def find_deck(game: PlayableGame, deck: str) -> tuple[Building, str, object]:
    """Return a game's deck building, and a deck's name ("" if none) and content.

    Exits if the deck can't be found or read.
    """
    from cards.codes import looks_like_code

    building = game.building
    if building is None:
        fail(f"There is no deck building in {game.title}.")
    path = Path(deck)
    if deck == "-":
        return building, *_read_text(building, "standard input", sys.stdin.read(LARGEST))
    if len(deck) < 256 and path.is_file():
        read_file = building.read_file
        if path.suffix == ".toml" and read_file is not None:
            return building, *or_fail(lambda: read_file(path))
        try:
            return building, *_read_text(building, str(path), read(path))
        except CannotRead as error:
            fail(str(error))
    ready = game.ready_made(deck)
    if ready is not None:
        return building, ready.name, building.of(ready.content)
    if path.suffix in _FILES:
        fail(f"There is no file {deck[:60]}.")
    if not looks_like_code(deck):
        names = ", ".join(game.decks)
        fail(f"“{deck[:60]}” isn't a file, a deck code or a ready-made deck. Ready-made are {names}.")
    return building, *or_fail(lambda: building.understand(deck))


def _read_text(building: Building, source: str, content: str) -> tuple[str, object]:
    from cards.codes import looks_like_code
    from cards.deck_builder import BuildingError

    if looks_like_code(content):
        return or_fail(lambda: building.understand(content))
    try:
        return building.understand(content)
    except BuildingError as error:
        fail(first_of([f"{source}: {sentence}" for sentence in error.sentences]))


def or_fail(function: Callable[[], T]) -> T:
    """Return the result of a function. If it raises BuildingError, exits with the mistakes."""
    from cards.deck_builder import BuildingError

    try:
        return function()
    except BuildingError as error:
        fail(first_of(error.sentences))
