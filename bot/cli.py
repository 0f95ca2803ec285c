"""The command line: `voidream`, or `python -m bot`.

Exit codes: 0 all is well; 1 something that was checked does not hold; 2 something can't be read or used. What a command
needs is imported when it runs, so that each begins at once.
"""

from __future__ import annotations

import json
import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from bot.games import Deck
    from engine.voidream.scenario import Failure, Scenario

DEFAULT_PORT = 8765
HOLDS_NOT = 1
UNUSABLE = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="voidream", prog_name="voidream")
def main() -> None:
    """Voidream: a two-player card game, played on Discord over days."""


def _fail(message: str, code: int = UNUSABLE) -> NoReturn:
    Console(stderr=True, soft_wrap=True).print(Text(message, style="red" if sys.stderr.isatty() else ""))
    sys.exit(code)


def _say(message: str = "", style: str = "") -> None:
    Console(soft_wrap=True, highlight=False).print(Text(message, style=style))


# ------------------------------------------------------------------------------------------------------- playing


@main.command()
@click.option(
    "--table", "address", metavar="URL", help="Play at the local table that is served at this address."
)
def run(address: str | None) -> None:
    """Run the bot on Discord, with the token in DISCORD_TOKEN."""
    from bot.at_table import run_at
    from bot.chat.run import run as run_on_discord
    from bot.errors import StartError
    from bot.games import Games
    from bot.logs import set_up
    from bot.settings import read_settings
    from bot.voidream import voidream

    try:
        settings = read_settings()
        set_up(settings.log_level, settings.log_format)
        games = Games.of(voidream())
        if address is None:
            run_on_discord(settings, games)
        else:
            run_at(address, settings, games)
    except StartError as error:
        _fail(str(error))


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free one."
)
@click.option("--browser/--no-browser", default=None, help="Whether to open the page in a browser.")
@click.option(
    "--without-bot", is_flag=True, help="Serve the table only; start the bot yourself with “run --table”."
)
def table(port: int, browser: bool | None, without_bot: bool) -> None:
    """Play on this machine, in a browser: the bot at a table that stands in for Discord."""
    from bot.at_table import serve_table
    from bot.chat.run import until_stopped
    from bot.errors import StartError
    from bot.games import Games
    from bot.logs import set_up
    from bot.settings import read_settings
    from bot.voidream import voidream

    def opened(address: str, token: str) -> None:
        _say(f"The table is open at {address}", "bold")
        if without_bot:
            _say(f"Start the bot with: DISCORD_TOKEN={token} voidream run --table {address}")
        else:
            _say(
                "Open it in two tabs, be somebody else in each, and type /voidream challenge in one of them."
            )
        _say("Ctrl-C ends it.")
        sys.stdout.flush()
        wanted = sys.stdout.isatty() and bool(os.environ.get("DISPLAY")) if browser is None else browser
        if wanted:
            webbrowser.open(address)

    try:
        settings = read_settings(discord_token=None)
        quiet = "WARNING" if "LOG_LEVEL" not in os.environ else settings.log_level
        set_up(quiet, settings.log_format)
        games = None if without_bot else Games.of(voidream())
        until_stopped(lambda stop: serve_table(port, settings, games, stop, opened))
    except StartError as error:
        _fail(str(error))


# ------------------------------------------------------------------------------------------------------ scenarios


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def scenario(files: Sequence[Path], as_json: bool) -> None:
    """Play scenario files. Exit code 0: all hold; 1: one does not; 2: a file can't be read."""
    from engine.kernel.misreading import Unreadable
    from engine.voidream.scenario import play, read_scenarios

    results: list[tuple[Scenario, list[Failure]]] = []
    problems: list[str] = []
    for file in files:
        try:
            for each in read_scenarios(_read(file), str(file)):
                results.append((each, play(each)))
        except Unreadable as error:
            problems += [str(problem) for problem in error.problems]
        except _CannotRead as error:
            problems.append(str(error))
    code = UNUSABLE if problems else HOLDS_NOT if any(failures for _, failures in results) else 0
    if as_json:
        click.echo(json.dumps(_as_data(results, problems), ensure_ascii=False, indent=2))
    else:
        _print_scenarios(results, problems)
    sys.exit(code)


def _print_scenarios(results: list[tuple[Scenario, list[Failure]]], problems: list[str]) -> None:
    for each, failures in results:
        _say(f"{'✗' if failures else '✓'} {each.title}", "red" if failures else "green")
        for failure in failures:
            _say(f"    {each.file}, line {failure.place.line}: {failure.expected}")
            _say(f"        but {failure.found}")
    for problem in problems:
        _say(problem, "red")
    failed = sum(bool(failures) for _, failures in results)
    if results:
        _say(f"{len(results) - failed} of {len(results)} scenarios hold.")


def _as_data(results: list[tuple[Scenario, list[Failure]]], problems: list[str]) -> dict[str, object]:
    return {
        "scenarios": [
            {
                "file": each.file,
                "line": each.place.line,
                "title": each.title,
                "holds": not failures,
                "failures": [
                    {
                        "line": failure.place.line,
                        "column": failure.place.column,
                        "expected": failure.expected,
                        "found": failure.found,
                    }
                    for failure in failures
                ],
            }
            for each, failures in results
        ],
        "unreadable": problems,
    }


class _CannotRead(Exception):
    """A file that can't be read as text; `str(error)` says why."""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _CannotRead(f"{file}: byte {error.start + 1} is not UTF-8 text.") from None
    except OSError as error:
        raise _CannotRead(f"{file} can't be read: {error.strerror or error}.") from None


# ----------------------------------------------------------------------------------------------------- simulation


@main.command()
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same matches.")
@click.option("--decks", metavar="NAME,NAME", help="Which decks play, by name. Default: all ready-made ones.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(matches: int, seed: str, decks: str | None, jobs: int, quiet: bool) -> None:
    """Play decks against decks with random legal answers, and print a table of what came of it."""
    from bot.simulating import Tally, always_played, course_table, deck_table, plan, tallies, unplayed
    from engine.kernel.simulation import Endless

    chosen = _decks(decks)
    tally = Tally()
    batches = plan(chosen, matches, seed)
    bar = Progress(
        TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True,
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task("", total=matches)
            for part in tallies(batches, min(jobs, len(batches))):
                tally.add(part)
                bar.advance(task, part.matches)
    except Endless as error:
        _fail(str(error), HOLDS_NOT)
    console = Console(highlight=False)
    if len(chosen) > 1:
        console.print(deck_table(chosen, tally))
    console.print(course_table(tally))
    for what, found in (("Never", unplayed(chosen, tally)), ("Always", always_played(chosen, tally))):
        for name, titles in found.items():
            if titles:
                _say(f"{what} played by {name}: {', '.join(titles)}.")


def _decks(names: str | None) -> list[Deck]:
    from bot.voidream import voidream
    from engine.kernel.misreading import nearest

    known = voidream().decks
    if names is None:
        return list(known.values())
    out: list[Deck] = []
    by_small = {name.casefold(): deck for name, deck in known.items()}
    for name in names.split(","):
        deck = by_small.get(name.strip().casefold())
        if deck is None:
            near = nearest(name.strip(), known)
            hint = f" Did you mean “{near}”?" if near else ""
            _fail(f"There is no deck called “{name.strip()}”.{hint} There are: {', '.join(known)}.")
        if deck not in out:
            out.append(deck)
    return out


# ------------------------------------------------------------------------------------------------ records and cards


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def verify(file: Path) -> None:
    """Replay a match record, and say whether every shuffle was the promised one."""
    from engine.kernel.misreading import Unreadable
    from engine.kernel.record import read_record
    from engine.kernel.record import verify as verify_record
    from engine.voidream.game import VOIDREAM
    from engine.voidream.phrasing import VOIDREAM_PHRASING

    try:
        record = read_record(_read(file), str(file))
        verdict = verify_record(record, VOIDREAM, VOIDREAM_PHRASING)
    except (Unreadable, _CannotRead) as error:
        _fail(str(error))
    players = " and ".join(record.players)
    if not verdict.holds:
        _fail(f"The match of {players} does not replay as it was recorded. {verdict.problem}", HOLDS_NOT)
    _say(
        f"The match of {players} replays: {verdict.answers} answers, and every shuffle is the one that was promised. "
        f"Result: {verdict.result}."
    )


@main.group()
def cards() -> None:
    """Card files."""


@cards.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def check(files: Sequence[Path]) -> None:
    """Check card files: the given ones, or all that come with the game."""
    from cards.voidream.library import check_files, set_files

    problems = check_files(files or set_files())
    if problems:
        _fail("\n".join(str(problem) for problem in problems))
    count = len(files) or len(set_files())
    _say(f"{count} card file{'' if count == 1 else 's'}: everything can be read.")
