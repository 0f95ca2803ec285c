"""The game that a command is about, and the part of it that the command needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.output import fail, first_of

if TYPE_CHECKING:
    from bot.games.author_tools import Authoring
    from bot.games.playable import PlayableGame
    from bot.games.reference import Reference

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])


def game_option(command: F) -> F:
    """Add `--game` to a command."""
    return click.option("--game", metavar="NAME", help="The game. Default: the first one.")(command)


def chosen(name: str | None) -> PlayableGame:
    """Return the game of that name, the first one for None.

    Ends the program where there is none of that name, and where a file that comes with a game has mistakes: they are said.
    """
    from bot.errors import NotFound
    from bot.games.registry import games
    from cards.language.errors import CardError

    try:
        known = games()
    except CardError as error:
        fail(first_of(error.problems))
    try:
        return next(iter(known.games.values())) if name is None else known.named(name)
    except NotFound as error:
        fail(str(error))


def part_of(name: str | None, what: str, part: Callable[[Authoring], T | None]) -> T:
    """Return a part of a game; `what` is what people call it. Ends the program where the game has none, with those that do."""
    from bot.games.registry import games

    game = chosen(name)
    offered = part(game.authoring())
    if offered is None:
        others = [each.title for each in games().games.values() if part(each.authoring()) is not None]
        have = f" {', '.join(others)} {'has' if len(others) == 1 else 'have'}." if others else ""
        fail(f"{game.title} has no {what}.{have}")
    return offered


def reference_of(name: str | None) -> Reference:
    """Return the reference of a game. Exits if it has none."""
    game = chosen(name)
    if game.reference is None:
        fail(f"No reference for {game.title}.")
    return game.reference
