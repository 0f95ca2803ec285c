"""`voidream run`, `voidream table`, and the commands that start single processes of the bot."""

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
    """Return the command that starts a process with a role. It can serve its health over HTTP.

    With `posted`, Discord can also post interactions to it. `port` is the default port; None means no HTTP.
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
deliver = _process("deliver", "Send messages and process deadlines: one of several processes.")
listen = _process("listen", "Receive gateway events and greet new servers: one of several processes.")


@click.command()
def think() -> None:
    """Run searches for the other processes: one of several processes. Needs no token."""
    with collector_paused():
        from bot.errors import StartError
        from bot.settings import read_settings

    try:
        settings = read_settings()
        loaded_games = give_way(partial(_load_games, "bot.app.searches")).result()
        from bot.app.run import until_stopped
        from bot.app.searches import serve_searches
        from bot.platform.logs import set_up

        set_up(settings.log_level, settings.log_format)
        until_stopped(lambda stop: serve_searches(settings, loaded_games, stop))
    except StartError as error:
        fail(str(error))


def _load_games(module: str) -> Games:
    """Import a module and return the games. Takes about a second of processor time."""
    with collector_paused():
        import_module(module)
        from bot.games.registry import games

        loaded_games = games()
    here_to_stay()
    return loaded_games


def _play(role: str, table: str | None, served: tuple[str, int, str] | None, *, adopt: bool) -> None:
    """Run a process with a role, on Discord or at a local table. `served` is (host, port, URL)."""
    with collector_paused():
        from bot.errors import StartError
        from bot.settings import read_settings

    try:
        # Read the settings first: loading everything else takes a second, too long to wait for a message about a typo.
        settings = read_settings()
        is_alone = role == "run" and served is None
        loaded_games = (
            _load_games("bot.app.local_table")
            if is_alone
            else give_way(partial(_load_games, "bot.app.local_table")).result()
        )
        from bot.app.local_table import run_at
        from bot.app.roles import Address, Role
        from bot.app.run import run as run_on_discord
        from bot.platform.logs import set_up

        set_up(settings.log_level, settings.log_format)
        address = None if served is None else Address(*served)
        if table is None:
            run_on_discord(settings, loaded_games, adopt=adopt, role=Role(role), address=address)
        else:
            run_at(table, settings, loaded_games, adopt=adopt, role=Role(role), address=address)
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

    def on_open(address: str, token: str) -> None:
        say(f"The table is open at {address}", "bold")
        if without_bot:
            say(f"Start the bot with: DISCORD_TOKEN={token} voidream run --table {address}")
        else:
            say(
                f"Open it in two tabs, pick a different name in each, and type {Command.CHALLENGE.typed} in one of them."
            )
        say(f"Stop it with Ctrl-C. Matches and messages are stored in {folder}; --fresh starts a new table.")
        sys.stdout.flush()
        opens_browser = (
            sys.stdout.isatty() and bool(os.environ.get("DISPLAY")) if browser is None else browser
        )
        if opens_browser:
            webbrowser.open(address)

    try:
        settings = read_settings(discord_token=None, discord_token_file=None)
        quiet = "WARNING" if "LOG_LEVEL" not in os.environ else settings.log_level
        set_up(quiet, settings.log_format)
        loaded_games = None if without_bot else games()
        if fresh and (old_folder := begin_again(folder)) is not None:
            say(f"The old table is in {old_folder} now.")
        until_stopped(
            lambda stop: serve_table(
                port, folder, settings, loaded_games, stop, on_open, say, by_http=by_http
            )
        )
    except StartError as error:
        fail(str(error))
