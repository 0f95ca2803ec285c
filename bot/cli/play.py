"""`voidream run` and `voidream table`: playing, on Discord or at the local table."""

from __future__ import annotations

import os
import sys
import webbrowser
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import fail, say
from bot.platform.low_priority import give_way
from cards.garbage_collection import collector_paused, here_to_stay

if TYPE_CHECKING:
    from bot.games.playable import Games

DEFAULT_PORT = 8765
DEFAULT_FOLDER = Path("voidream-table")


_at_table = click.option("--table", metavar="URL", help="Connect to the local table at this address.")
_adopt = click.option(
    "--adopt",
    is_flag=True,
    help="Use a database of another application. Every open match is posted again.",
)
_host = click.option("--host", default="127.0.0.1", show_default=True, help="The address for HTTP.")
_url = click.option(
    "--url", default="", help="Have Discord post interactions to this address: https://…/interactions."
)


def _process(role: str, about: str, *, port: int | None = None, posted: bool = False) -> click.Command:
    """Return the command of a process that plays a role, and can serve its health by HTTP.

    `posted`: Discord can post interactions to it, too. `port` is its default; None for no HTTP.
    """
    served = "/interactions, /healthz and /readyz" if posted else "/healthz and /readyz"
    without = " Without it: no HTTP." if posted and port is None else ""
    on_port = click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=port,
        show_default=port is not None,
        help=f"Serve {served} on this port; 0: any free one.{without}",
    )

    def act(table: str | None, adopt: bool, host: str, port: int | None, url: str = "") -> None:
        _play(role, table, None if port is None else (host, port, url), adopt=adopt)

    for option in (*([_url] if posted else []), on_port, _host, _adopt, _at_table):
        act = option(act)
    return click.command(role, help=about)(act)


run = _process("run", "Run the whole bot on Discord, with the token in DISCORD_TOKEN.", posted=True)
answer = _process(
    "answer",
    "Answer presses and commands that Discord posts over HTTP: one of several processes.",
    port=8080,
    posted=True,
)
deliver = _process("deliver", "Send messages, and let happen what falls due: one of several processes.")
listen = _process("listen", "Greet new servers, over the gateway: one of several processes.")


@click.command()
def think() -> None:
    """Carry out searches for processes that answer and deliver: one of several processes. It needs no token."""
    with collector_paused():
        from bot.errors import StartError
        from bot.settings import read_settings

    try:
        settings = read_settings()
        played = give_way(partial(_loaded, "bot.app.searches")).result()
        from bot.app.run import until_stopped
        from bot.app.searches import serve_searches
        from bot.platform.logs import set_up

        set_up(settings.log_level, settings.log_format)
        until_stopped(lambda stop: serve_searches(settings, played, stop))
    except StartError as error:
        fail(str(error))


def _loaded(module: str) -> Games:
    """Import a module, which takes a second of processor time, and return the games. One of several processes gives way."""
    with collector_paused():
        import_module(module)
        from bot.games.registry import games

        played = games()
    here_to_stay()
    return played


def _play(role: str, table: str | None, served: tuple[str, int, str] | None, *, adopt: bool) -> None:
    """Play a role on Discord or at a table; `served` is host, port and URL."""
    with collector_paused():
        from bot.errors import StartError
        from bot.settings import read_settings

    try:
        # First: a mistake in them is answered without the second that everything else takes to load.
        settings = read_settings()
        is_alone = role == "run" and served is None
        played = (
            _loaded("bot.app.local_table")
            if is_alone
            else give_way(partial(_loaded, "bot.app.local_table")).result()
        )
        from bot.app.local_table import run_at
        from bot.app.roles import Address, Role
        from bot.app.run import run as run_on_discord
        from bot.platform.logs import set_up

        set_up(settings.log_level, settings.log_format)
        address = None if served is None else Address(*served)
        if table is None:
            run_on_discord(settings, played, adopt=adopt, role=Role(role), address=address)
        else:
            run_at(table, settings, played, adopt=adopt, role=Role(role), address=address)
    except StartError as error:
        fail(str(error))


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free one."
)
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Open the page in a browser. Default: yes, in a terminal on a desktop.",
)
@click.option(
    "--without-bot", is_flag=True, help="Serve the table only; start the bot yourself with “run --table”."
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT_FOLDER,
    show_default=True,
    help="The folder of the table.",
)
@click.option("--fresh", is_flag=True, help="Start a new table. The old one's folder is renamed.")
@click.option(
    "--http", "by_http", is_flag=True, help="Send presses to the bot as signed HTTP requests, as Discord can."
)
def table(
    port: int, browser: bool | None, without_bot: bool, folder: Path, fresh: bool, by_http: bool
) -> None:
    """Start the local table: play in your browser, without Discord."""
    with collector_paused():
        from bot.app.local_table import begin_again, serve_table
        from bot.app.run import until_stopped
        from bot.command_keys import Command
        from bot.errors import StartError
        from bot.games.registry import games
        from bot.platform.logs import set_up
        from bot.settings import read_settings
    here_to_stay()

    def opened(address: str, token: str) -> None:
        say(f"The table is open at {address}", "bold")
        if without_bot:
            say(f"Start the bot with: DISCORD_TOKEN={token} voidream run --table {address}")
        else:
            say(
                f"Open it in two tabs, pick a different name in each, and type {Command.CHALLENGE.typed} in one of them."
            )
        say(f"Stop it with Ctrl-C. Matches and messages are stored in {folder}; --fresh starts a new table.")
        sys.stdout.flush()
        wanted = sys.stdout.isatty() and bool(os.environ.get("DISPLAY")) if browser is None else browser
        if wanted:
            webbrowser.open(address)

    try:
        settings = read_settings(discord_token=None, discord_token_file=None)
        quiet = "WARNING" if "LOG_LEVEL" not in os.environ else settings.log_level
        set_up(quiet, settings.log_format)
        played = None if without_bot else games()
        if fresh and (aside := begin_again(folder)) is not None:
            say(f"The old table is in {aside} now.")
        until_stopped(
            lambda stop: serve_table(port, folder, settings, played, stop, opened, say, by_http=by_http)
        )
    except StartError as error:
        fail(str(error))
