"""`voidream simulate`: decks against decks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.cli.saying import HOLDS_NOT, fail, say

if TYPE_CHECKING:
    from bot.games import Deck


@click.command()
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
        fail(str(error), HOLDS_NOT)
    console = Console(highlight=False)
    if len(chosen) > 1:
        console.print(deck_table(chosen, tally))
    console.print(course_table(tally))
    for what, found in (("Never", unplayed(chosen, tally)), ("Always", always_played(chosen, tally))):
        for name, titles in found.items():
            if titles:
                say(f"{what} played by {name}: {', '.join(titles)}.")


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
            fail(f"There is no deck called “{name.strip()}”.{hint} There are: {', '.join(known)}.")
        if deck not in out:
            out.append(deck)
    return out
