"""`voidream deck`: decks checked against §8, passed on as code and as text, and drawn."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import HOLDS_NOT, CannotRead, fail, first_of, read, say

if TYPE_CHECKING:
    from cards.voidream.decks import DeckList

_DECK = click.argument("deck", metavar="DECK")

_FILES = (".toml", ".txt", ".md")
"""Endings by which a file is meant even where there is none."""


@click.group()
def deck() -> None:
    """Decks. DECK is a file (a list, a code, or TOML), a deck code, the name of a ready-made deck, or “-”."""


@deck.command()
@_DECK
def check(deck: str) -> None:
    """Say every rule of §8 that a deck breaks. Exit code 0: none; 1: some; 2: it can't be read."""
    from cards.voidream.deck_rules import violations

    name, found = _found(deck)
    wrong = violations(found)
    if wrong:
        say(f"{name or 'The deck'} can't be played:")
        for violation in wrong:
            say(f"- {violation}")
        raise SystemExit(HOLDS_NOT)
    say(f"{name or 'The deck'} can be played.")


@deck.command()
@_DECK
def code(deck: str) -> None:
    """Print the code of a deck, finished or not."""
    from cards.voidream.deck_codes import deck_code

    _, found = _found(deck)
    click.echo(_or_fail(lambda: deck_code(found)))


@deck.command()
@_DECK
def text(deck: str) -> None:
    """Print a deck as a list, which can be read again."""
    from cards.voidream.deck_text import print_deck

    click.echo(print_deck(*_found(deck)), nl=False)


@deck.command()
@_DECK
@click.option(
    "--to", type=click.Path(path_type=Path), default=Path("deck.png"), show_default=True, help="The file."
)
def picture(deck: str, to: Path) -> None:
    """Draw a deck into a PNG file, and print what it shows."""
    from render.voidream.deck import draw_deck
    from render.voidream.deck_words import alt_deck

    name, found = _found(deck)
    try:
        to.write_bytes(draw_deck(name, found))
    except OSError as error:
        fail(f"{to} can't be written: {error.strerror or error}.")
    say(f"{to}: {alt_deck(name, found)}")


def _found(deck: str) -> tuple[str, DeckList]:
    """Return the name ("" for none) and the deck that was meant; end with a sentence if there is none."""
    from cards.codes import looks_like_code
    from cards.voidream.deck_codes import read_code
    from cards.voidream.decks import ready_made

    path = Path(deck)
    if deck == "-":
        return _read_text("standard input", sys.stdin.read())
    if len(deck) < 256 and path.is_file():
        if path.suffix == ".toml":
            return _read_toml(path)
        try:
            return _read_text(str(path), read(path))
        except CannotRead as error:
            fail(str(error))
    for ready in ready_made():
        if ready.name.casefold() == deck.strip().casefold():
            return ready.name, ready.list
    if path.suffix in _FILES:
        fail(f"There is no file {deck[:60]}.")
    if not looks_like_code(deck):
        names = ", ".join(ready.name for ready in ready_made())
        fail(f"“{deck[:60]}” is no file, no deck code and no ready-made deck. Ready-made are {names}.")
    return "", _or_fail(lambda: read_code(deck))


def _read_toml(path: Path) -> tuple[str, DeckList]:
    from cards.voidream.decks import read_deck
    from cards.voidream.library import the_set

    found = _or_fail(lambda: read_deck(path, the_set()))
    return found.name, found.list


def _read_text(where: str, written: str) -> tuple[str, DeckList]:
    from cards.codes import looks_like_code
    from cards.voidream.deck_codes import read_code
    from cards.voidream.deck_text import DeckTextError, read_deck

    if looks_like_code(written):
        return "", _or_fail(lambda: read_code(written))
    try:
        named = read_deck(written)
    except DeckTextError as error:
        fail(first_of([f"{where}: {problem}" for problem in error.problems]))
    return named.name, named.deck


def _or_fail(work: Callable[[], Any]) -> Any:
    """Return what the work returns; end with its sentence if it raises one."""
    from cards.voidream.language.errors import CardError

    try:
        return work()
    except CardError as error:
        fail(first_of(error.problems))
    except ValueError as error:
        fail(str(error))
