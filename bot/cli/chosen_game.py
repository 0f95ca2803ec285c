"""The `--game` option, and the parts of a game that commands use."""

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
    """Return the game with this name; None means the first one.

    Exits if there is none, and with a list of mistakes if a card file that comes with a game has any.
    """
    from bot.errors import NotFound
    from bot.games.registry import games
    from cards.language.errors import CardError

    try:
        all_games = games()
    except CardError as error:
        fail(first_of(error.problems))
    try:
        return next(iter(all_games.games.values())) if name is None else all_games.named(name)
    except NotFound as error:
        fail(str(error))


def part_of(name: str | None, part_name: str, part: Callable[[Authoring], T | None]) -> T:
    """Return a part of a game. If the game has none, exits with a list of the games that do.

    `what` is the part's name in that message.
    """
    from bot.games.registry import games

    game = chosen(name)
    value = part(game.authoring())
    if value is None:
        with_part = [each.title for each in games().games.values() if part(each.authoring()) is not None]
        have = f" {', '.join(with_part)} {'has' if len(with_part) == 1 else 'have'}." if with_part else ""
        fail(f"{game.title} has no {part_name}.{have}")
    return value


def reference_of(name: str | None) -> Reference:
    """Return the reference of a game. Exits if it has none."""
    game = chosen(name)
    if game.reference is None:
        fail(f"No reference for {game.title}.")
    return game.reference
