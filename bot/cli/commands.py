"""`voidream commands list` and `sync`: compare the registered slash commands with those of this version."""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from bot.cli.output import CHECK_FAILED, fail, say

if TYPE_CHECKING:
    from bot.discord.commands.registration import Differences

_at = click.option("--table", "address", metavar="URL", help="Use the local table at this address.")


@click.group()
def commands() -> None:
    """Compare the registered slash commands with those of this version, or register them again."""


@commands.command("list")
@_at
def list_(address: str | None) -> None:
    """List the commands, and whether Discord has the same versions of them.

    Exit codes: 0 all are registered as in this version, 1 there are differences.
    """
    differences = _registered(address, sync=False)
    for command in differences.same:
        say(f"{command}: registered")
    for command in differences.changed:
        say(f"{command}: registered, but different from this version", "red")
    for command in differences.missing:
        say(f"{command}: not registered", "red")
    for command in differences.unknown:
        say(f"{command}: registered, but not a command of this version", "red")
    if differences:
        sys.exit(CHECK_FAILED)


@commands.command()
@_at
def sync(address: str | None) -> None:
    """Register all commands of this version, even unchanged ones, and remove all others.

    Safe while the bot is running. It can take a few minutes until everyone sees the change.
    """
    differences = _registered(address, sync=True)
    say(
        f"{len(differences.same) + len(differences.changed)} commands are registered: {', '.join(differences.same)}."
    )
    if differences:
        # Discord accepted them all, but returns some in a form that this comparison doesn't know.
        say(f"Discord stored these differently than sent: {', '.join(differences.changed)}.")


def _registered(address: str | None, *, sync: bool) -> Differences:
    from bot.app.local_table import at_table
    from bot.app.registration import registered
    from bot.errors import StartError
    from bot.games.registry import games
    from bot.platform.logs import set_up
    from bot.settings import read_settings

    try:
        settings = read_settings()
        set_up("ERROR", settings.log_format)
        with nullcontext() if address is None else at_table(address, settings):
            return asyncio.run(registered(settings, games(), sync=sync))
    except StartError as error:
        fail(str(error))
