"""`voidream commands list` and `sync`: the slash commands that Discord has, compared with those of this version."""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from bot.cli.output import HOLDS_NOT, fail, say

if TYPE_CHECKING:
    from bot.discord.commands.registration import Differences

_at = click.option("--table", "address", metavar="URL", help="Use the local table at this address.")


@click.group()
def commands() -> None:
    """Compare the registered slash commands with those of this version, or register them again."""


@commands.command("list")
@_at
def list_(address: str | None) -> None:
    """List the commands, each with how it is registered at Discord.

    Ends with 0 if all of them are registered as they are here, else with 1.
    """
    found = _registered(address, sync=False)
    for command in found.same:
        say(f"{command}: registered")
    for command in found.changed:
        say(f"{command}: registered, but different from this version", "red")
    for command in found.missing:
        say(f"{command}: not registered", "red")
    for command in found.unknown:
        say(f"{command}: registered, but not a command of this version", "red")
    if found:
        sys.exit(HOLDS_NOT)


@commands.command()
@_at
def sync(address: str | None) -> None:
    """Register all commands of this version, even unchanged ones, and remove all others.

    The running bot need not be stopped. Discord may take a few minutes to show them to everyone.
    """
    found = _registered(address, sync=True)
    say(f"{len(found.same) + len(found.changed)} commands are registered: {', '.join(found.same)}.")
    if found:
        # Discord has taken them all, and says them back in another way than is known here.
        say(f"Discord stored these differently than sent: {', '.join(found.changed)}.")


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
