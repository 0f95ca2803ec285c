"""`voidream simulate`: matches between programs, decks against decks."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.deck import find_deck, or_fail
from bot.cli.output import HOLDS_NOT, fail, say

if TYPE_CHECKING:
    from bot.balance.simulation import Contender, Tally
    from bot.games.playable import PlayableGame

ALL = 101.0
"""Every card is played in a smaller share of matches."""

MANY = 1000
"""From so many matches on, progress is said in lines where there is no terminal."""


@click.command()
@game_option
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same matches.")
@click.option(
    "--decks",
    metavar="NAME,FILE",
    help="Which decks play: names or deck files. Default: all ready-made ones.",
)
@click.option("--seats", type=click.IntRange(1, 16), help="How many play. Default: as few as can.")
@click.option(
    "--player",
    metavar="KIND",
    default="random",
    show_default=True,
    help="Who plays: random, greedy, easy, medium or hard, or one of the game's own.",
)
@click.option("--against", metavar="KIND", help="Who else sits there, with the same deck each time.")
@click.option(
    "--orders/--no-orders",
    default=None,
    help="Whether each match is played again with standing orders, and forced answers taken at once, to count how "
    "seldom it waits then. Default: with greedy play only.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option(
    "--cards", is_flag=True, help="Print every card with how often it is played, not only the rare ones."
)
@click.option("--targets", is_flag=True, help="Exit with 1 if the matches miss a target of balance.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for programs.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(
    game: str | None, matches: int, seed: str, decks: str | None, seats: int | None, player: str, against: str | None,
    orders: bool | None, jobs: int, cards: bool, targets: bool, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Play decks against decks, and print tables of who wins, how long it takes, how it ends and what is played.

    All decks meet equally often, in each seat; a game without decks is played as it is. Random play draws every answer by lot; greedy play takes
    what looks best from its own seat, and gives the standing orders that follow from it.
    """
    from bot.balance import measures
    from bot.balance.simulation import GREEDY, RANDOM, Tally, balance_of, plan, player_kinds, tallies
    from engine.kernel.simulation import EndlessMatch
    from engine.kernel.thinking.levels import LEVELS

    played = chosen(game)
    contenders = _contenders(played, decks)
    ours, theirs = player, against if against != player else None
    kinds = {ours, theirs or ours}
    if GREEDY in kinds and played.practice is None:
        fail(f"{played.title} has no player of its own: only --player random plays it.")
    known = player_kinds(played)
    for kind in sorted(kinds - {*known}):
        fail(f"There is no player “{kind[:60]}” of {played.title}. There are: {', '.join(known)}.")
    measured = balance_of(played)
    if targets and measured.targets is None:
        fail(f"{played.title} has no targets of balance.")
    seats = _seats(played, seats)
    tally = Tally()
    with_orders = (kinds != {RANDOM} and kinds.isdisjoint(LEVELS)) if orders is None else orders
    batches = plan(played, contenders, matches, seed, ours, theirs, seats=seats, orders=with_orders)
    bar = Progress(
        TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True,
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task("", total=matches)
            for part in tallies(played, batches, min(jobs, len(batches))):
                tally.add(part)
                bar.advance(task, part.played_through)
                if bar.disable and not quiet and matches >= MANY:
                    _say_how_far(tally, part, matches)
    except EndlessMatch as error:
        fail(str(error), HOLDS_NOT)
    circles = measures.without_end(contenders, tally)
    if not tally.matches:
        fail(circles, HOLDS_NOT)
    missed = measures.misses(played, contenders, tally)
    if as_json:
        click.echo(json.dumps(measures.as_data(played, contenders, tally), ensure_ascii=False, indent=2))
    else:
        console = Console(highlight=False)
        if theirs is not None:
            console.print(measures.player_table(contenders, tally, ours, theirs))
        elif len(contenders) > 1:
            console.print(measures.deck_table(contenders, tally))
        console.print(measures.course_table(tally))
        if measured.targets is None and circles:
            say(circles, "yellow")
        for sort in measures.sorts(tally):
            console.print(measures.winning_table(tally, sort))
        uses = measures.uses(measured, contenders, tally)
        least = measured.targets.least_played if measured.targets else 0.0
        rare = measures.card_table(uses, ALL if cards else least or measures.RARE)
        if rare.row_count:
            console.print(rare)
        always = measures.always_played(uses)
        if always:
            say(f"Always played: {', '.join(always)}.")
        for sentence in missed:
            say(sentence, "yellow")
        if measured.targets is not None and not missed:
            say("Every target of balance is met.", "green")
    if targets and missed:
        sys.exit(HOLDS_NOT)


def _say_how_far(tally: Tally, part: Tally, matches: int) -> None:
    """Say it in a line whenever another tenth has been played: where no bar can move, as in a log."""
    done = tally.played_through
    if 10 * done // matches > 10 * (done - part.played_through) // matches:
        click.echo(
            f"{done} of {matches} matches played; the longest took {max(tally.answers, default=0)} answers.",
            err=True,
        )


def _seats(game: PlayableGame, seats: int | None) -> int:
    """Return how many play: as many as was asked for, or as few as can."""
    if seats is None:
        return game.seats.start
    if seats not in game.seats:
        least, most = game.seats.start, game.seats[-1]
        fail(f"{game.title} is played by {least}{'' if least == most else f' to {most}'}, not by {seats}.")
    return seats


def _contenders(game: PlayableGame, names: str | None) -> list[Contender]:
    """Return the decks that play, by their names or files; all ready-made ones if none are named."""
    from bot.balance.simulation import NO_DECKS, Contender
    from engine.kernel.diagnostics import nearest

    if not game.has_decks:
        if names is not None:
            fail(f"{game.title} is played without decks.")
        return [*NO_DECKS]
    known = game.decks
    if names is None:
        return [Contender(deck.name, deck.content) for deck in known.values()]
    out: dict[str, Contender] = {}
    wanted = [name for part in names.split(",") if (name := part.strip())]
    if not wanted:
        fail(f"Which decks? Name some, with commas between them. There are: {', '.join(known)}.")
    for name in wanted:
        ready = game.ready_made(name)
        if ready is not None:
            out[ready.name] = Contender(ready.name, ready.content)
        elif len(name) < 256 and (name.endswith(".toml") or Path(name).is_file()):
            out[name] = _from_file(game, name)
        else:
            near = nearest(name, known)
            hint = f" Did you mean “{near}”?" if near else ""
            fail(f"There is no deck called “{name[:60]}”.{hint} There are: {', '.join(known)}.")
    return list(out.values())


def _from_file(game: PlayableGame, file: str) -> Contender:
    from bot.balance.simulation import Contender

    building, name, deck = find_deck(game, file)
    name = name or Path(file).stem
    return Contender(name, or_fail(lambda: building.playable(name, deck)))
