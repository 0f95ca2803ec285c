"""Which game a command is about: the one that is named, or the only one, or the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.cli.output import fail

if TYPE_CHECKING:
    from bot.games.playable import PlayableGame
    from bot.games.reference import Reference

F = TypeVar("F", bound=Callable[..., Any])


def game_option(command: F) -> F:
    """Add `--game` to a command."""
    return click.option("--game", metavar="NAME", help="Which game is meant. Default: the first one.")(
        command
    )


def chosen(name: str | None) -> PlayableGame:
    """Return the game of that name, the default one for None. Ends the program where there is none of that name."""
    from bot.errors import NotFound
    from bot.games.registry import games

    known = games()
    try:
        return known.default if name is None else known.find(name)
    except NotFound as error:
        fail(f"{error} There is: {', '.join(known.games)}.")


def reference_of(name: str | None) -> Reference:
    """Return what can be looked up about a game. Ends the program where there is nothing."""
    game = chosen(name)
    if game.reference is None:
        fail(f"There is nothing to look up about {game.title}.")
    return game.reference
