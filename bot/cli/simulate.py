"""`voidream simulate`: decks against decks."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.cli.output import HOLDS_NOT, fail, say

if TYPE_CHECKING:
    from bot.balance.simulation import PairingTally
    from cards.voidream.decks import Deck

MANY = 1000
"""From so many matches on, progress is said in lines where there is no terminal."""

PLAYERS = click.Choice(["random", "greedy"])


@click.command()
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same matches.")
@click.option(
    "--decks",
    metavar="NAME,FILE",
    help="Which decks play: names or deck files. Default: all ready-made ones.",
)
@click.option("--player", type=PLAYERS, default="random", show_default=True, help="Who plays the decks.")
@click.option("--against", type=PLAYERS, help="Who sits opposite, with the same deck each time.")
@click.option(
    "--orders/--no-orders",
    default=None,
    help="Whether each match is played again with standing orders, and forced answers taken at once, to count how "
    "seldom it waits then. Default: with greedy play only.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--targets", is_flag=True, help="Exit with 1 if the matches miss a target of balance.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for programs.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(
    matches: int, seed: str, decks: str | None, player: str, against: str | None, orders: bool | None, jobs: int,
    targets: bool, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Play decks against decks, and print tables of what came of it.

    Every pair of decks plays equally often, in both seats. Random play draws every answer by lot; greedy play takes
    what looks best from its own seat, and gives the standing orders that follow from it.
    """
    from bot.balance import measures
    from bot.balance.simulation import PairingTally, PlayerKind, plan, tallies
    from engine.kernel.simulation import EndlessMatch

    chosen = _decks(decks)
    ours, theirs = PlayerKind(player), PlayerKind(against) if against else None
    if theirs is ours:
        theirs = None
    tally = PairingTally()
    if orders is None:
        orders = PlayerKind.GREEDY in (ours, theirs)
    batches = plan(chosen, matches, seed, ours, theirs, orders=orders)
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
                if bar.disable and not quiet and matches >= MANY:
                    _say_how_far(tally, part.matches, matches)
    except EndlessMatch as error:
        fail(str(error), HOLDS_NOT)
    missed = measures.misses(chosen, tally)
    if as_json:
        click.echo(json.dumps(measures.as_data(chosen, tally), ensure_ascii=False, indent=2))
    else:
        console = Console(highlight=False)
        if theirs is not None:
            console.print(measures.player_table(chosen, tally, ours, theirs))
        elif len(chosen) > 1:
            console.print(measures.deck_table(chosen, tally))
        console.print(measures.course_table(tally))
        rare = measures.card_table(chosen, tally)
        if rare.row_count:
            console.print(rare)
        always = measures.always_played(chosen, tally)
        if always:
            say(f"Always played: {', '.join(always)}.")
        for sentence in missed:
            say(sentence, "yellow")
        if not missed:
            say("Every target of balance is met.", "green")
    if targets and missed:
        sys.exit(HOLDS_NOT)


def _say_how_far(tally: PairingTally, just: int, matches: int) -> None:
    """Say it in a line whenever another tenth has been played: where no bar can move, as in a log."""
    if 10 * tally.matches // matches > 10 * (tally.matches - just) // matches:
        click.echo(
            f"{tally.matches} of {matches} matches played; the longest took {max(tally.answers)} answers.",
            err=True,
        )


def _decks(names: str | None) -> list[Deck]:
    from cards.voidream.decks import ready_made
    from engine.kernel.diagnostics import nearest

    known = {deck.name: deck for deck in ready_made()}
    if names is None:
        return list(known.values())
    by_small = {name.casefold(): deck for name, deck in known.items()}
    out: list[Deck] = []
    wanted = [name for part in names.split(",") if (name := part.strip())]
    if not wanted:
        fail(f"Which decks? Name some, with commas between them. There are: {', '.join(known)}.")
    for name in wanted:
        deck = by_small.get(name.casefold())
        if deck is None and len(name) < 256 and (name.endswith(".toml") or Path(name).is_file()):
            deck = _from_file(Path(name))
        if deck is None:
            near = nearest(name, known)
            hint = f" Did you mean “{near}”?" if near else ""
            fail(f"There is no deck called “{name[:60]}”.{hint} There are: {', '.join(known)}.")
        if deck not in out:
            out.append(deck)
    return out


def _from_file(file: Path) -> Deck:
    from cards.voidream.deck_rules import violations
    from cards.voidream.decks import read_deck
    from cards.voidream.language.errors import CardError
    from cards.voidream.library import the_set

    try:
        deck = read_deck(file, the_set())
    except CardError as error:
        fail(str(error))
    wrong = violations(deck)
    if wrong:
        fail(f"{file}: {' '.join(str(each) for each in wrong)}")
    return deck
