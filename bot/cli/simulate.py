"""`voidream simulate`: simulate matches between computer players, decks against decks."""

from __future__ import annotations

import json
import os
import sys
import time
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import TimeRemainingColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.deck import find_deck, or_fail
from bot.cli.output import CHECK_FAILED, fail, progress, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.balance.simulation import Batch, Contender, Tally
    from bot.balance.stored_tallies import StoredTallies
    from bot.balance.targets import TargetResult
    from bot.games.playable import PlayableGame

ALL = 101.0
"A percentage above every card's play rate."

MANY = 1000
"""The number of matches from which progress is printed as lines if there is no terminal."""


@click.command()
@game_option
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same matches.")
@click.option(
    "--decks",
    metavar="NAME,FILE",
    help="Decks: names or deck files. Default: all ready-made ones.",
)
@click.option("--seats", type=click.IntRange(1, 16), help="Number of players. Default: the game's minimum.")
@click.option(
    "--player",
    metavar="KIND",
    help="Player: random, greedy, easy, medium or hard, or one of the game's own. "
    "Default: the player of the game's balance targets, usually random.",
)
@click.option("--against", metavar="KIND", help="The other player, always with the same deck.")
@click.option(
    "--orders/--no-orders",
    default=None,
    help="Play each match again with standing orders and automatic forced answers, to "
    "count how often it waits. Default: only with greedy play.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--cards", is_flag=True, help="Print the play rate of every card, not only of rare ones.")
@click.option(
    "--habits",
    is_flag=True,
    help="Play this many matches of each deliberately weak player against greedy ones.",
)
@click.option(
    "--keep",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Store matches in this folder and reuse them, for long runs. Use one folder "
    "per version of the game.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    help="Start no match after this time, and print the results so far. The next run "
    "with the same folder continues.",
)
@click.option("--targets", is_flag=True, help="Exit with 1 if a balance target is missed.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(  # noqa: PLR0913
    game: str | None, matches: int, seed: str, decks: str | None, seats: int | None, player: str | None, against: str | None,
    orders: bool | None, jobs: int, cards: bool, habits: bool, keep: Path | None, minutes: float | None, targets: bool, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Simulate matches between decks. Print win rates, match length, endings and card usage.

    All decks meet equally often, in each seat. Random players choose every answer at random. Greedy players choose the
        answer that looks best from their seat, and give standing orders accordingly. If the game has balance targets, they
        are printed with the results and their intervals.
    """
    from bot.balance import measures
    from bot.balance.simulation import GREEDY, RANDOM, balance_of, plan, player_kinds, singly
    from bot.balance.targets import lines, target_table
    from engine.kernel.ai.levels import LEVELS

    chosen_game = chosen(game)
    contenders = _contenders(chosen_game, decks)
    measured = balance_of(chosen_game)
    seats = _seats(chosen_game, seats)
    balance_targets = measured.targets.get(seats)
    if (targets or habits) and balance_targets is None:
        fail(f"{chosen_game.title} has no balance targets.")
    ours = player or measured.player
    theirs = against if against != ours else None
    kinds_of_player = player_kinds(chosen_game)
    for kind in sorted({ours, theirs or ours}):
        if kind == GREEDY and chosen_game.practice is None:
            fail(f"{chosen_game.title} has no computer player. Use --player random.")
        if kind not in kinds_of_player:
            fail(
                f"There is no player “{kind[:60]}” of {chosen_game.title}. There are: {', '.join(kinds_of_player)}."
            )
    pairs = (
        [(kind_a, GREEDY) for kind_a in balance_targets.players]
        if habits and balance_targets
        else [(ours, theirs)]
    )
    results: list[TargetResult] = []
    for kind_a, kind_b in pairs:
        kinds = {kind_a, kind_b or kind_a}
        with_orders = (
            (kinds != {RANDOM} and kinds.isdisjoint(LEVELS) and not habits) if orders is None else orders
        )
        batches = plan(
            chosen_game, contenders, matches, seed, kind_a, kind_b, seats=seats, orders=with_orders
        )
        if keep is not None or minutes is not None:
            batches = singly(batches)
        tally = _play(
            chosen_game, contenders, batches, matches, jobs, is_quiet=quiet, keep=keep, minutes=minutes
        )
        results += lines(chosen_game, contenders, tally)
        if as_json:
            missed = [line.missed for line in results if not line.is_inside]
            click.echo(
                json.dumps(
                    measures.as_data(chosen_game, contenders, tally, missed), ensure_ascii=False, indent=2
                )
            )
        elif not habits:
            _print_tables(chosen_game, contenders, tally, kind_a, kind_b, is_every_card=cards)
    if results and not as_json:
        Console(highlight=False).print(target_table(results))
        for line in results:
            if not line.is_inside:
                say(line.missed, "yellow")
        if all(line.is_inside for line in results):
            say("Every balance target is met.", "green")
    if targets and not all(line.is_inside for line in results):
        sys.exit(CHECK_FAILED)


def _play(
    game: PlayableGame, contenders: Sequence[Contender], batches: Sequence[Batch], matches: int, jobs: int, *,
    is_quiet: bool, keep: Path | None, minutes: float | None,
) -> Tally:  # fmt: skip
    """Play all batches, or as many as time allows, and show progress."""
    from bot.balance import measures
    from bot.balance.simulation import Tally, tallies
    from engine.kernel.simulation import EndlessMatch

    stored_tallies = None if keep is None else _folder(keep)
    tally = Tally()
    new: list[Batch] = []
    for batch in batches:
        stored = None if stored_tallies is None else stored_tallies.find(batch)
        if stored is None:
            new.append(batch)
        else:
            tally.add(stored)
    end = inf if minutes is None else time.monotonic() + 60 * minutes
    try:
        with progress("playing", TimeRemainingColumn(), quiet=is_quiet) as bar:
            task = bar.add_task("", total=matches, completed=tally.played_through)
            parts = tallies(game, new, min(jobs, max(1, len(new))), lambda: time.monotonic() < end)
            for batch, part in zip(new, parts, strict=False):
                if stored_tallies is not None:
                    stored_tallies.keep(batch, part)
                tally.add(part)
                bar.advance(task, part.played_through)
                if bar.disable and not is_quiet and matches >= MANY:
                    _print_progress(tally, part, matches)
    except EndlessMatch as error:
        fail(str(error), CHECK_FAILED)
    if not tally.played_through:
        fail("There was no time for a match.")
    if not tally.matches:
        fail(measures.without_end(contenders, tally), CHECK_FAILED)
    return tally


def _folder(path: Path) -> StoredTallies:
    from bot.balance.stored_tallies import StoredTallies

    try:
        return StoredTallies(path)
    except OSError as error:
        fail(f"{path} can't be used: {error.strerror or error}.")


def _print_tables(
    game: PlayableGame, contenders: Sequence[Contender], tally: Tally, ours: str, theirs: str | None, *,
    is_every_card: bool,
) -> None:  # fmt: skip
    """Print tables about wins, the course of matches, and the cards played."""
    from bot.balance import measures
    from bot.balance.simulation import balance_of

    measured = balance_of(game)
    balance_targets = measured.targets.get(tally.table)
    console = Console(highlight=False)
    if theirs is not None:
        console.print(measures.player_table(contenders, tally, ours, theirs))
    elif len(contenders) > 1:
        console.print(measures.deck_table(contenders, tally))
    console.print(measures.course_table(tally))
    circles = measures.without_end(contenders, tally)
    if balance_targets is None and circles:
        say(circles, "yellow")
    for kind in measures.kinds(tally):
        console.print(measures.winning_table(tally, kind))
    uses = measures.uses(measured, contenders, tally)
    least = max(balance_targets.least_played, balance_targets.least_in) if balance_targets else 0.0
    rare = measures.card_table(uses, ALL if is_every_card else least or measures.RARE)
    if rare.row_count:
        console.print(rare)
    always = measures.always_played(uses)
    if always:
        say(f"Always played: {', '.join(always)}.")


def _print_progress(tally: Tally, part: Tally, matches: int) -> None:
    """Print a line after each tenth of the matches. For output without a terminal, such as a log."""
    played = tally.played_through
    if 10 * played // matches > 10 * (played - part.played_through) // matches:
        click.echo(
            f"{played} of {matches} matches played; the longest took {max(tally.answers, default=0)} answers.",
            err=True,
        )


def _seats(game: PlayableGame, seats: int | None) -> int:
    """Return the number of players: the chosen one, or the minimum."""
    if seats is None:
        return game.seats.start
    if seats not in game.seats:
        least, most = game.seats.start, game.seats[-1]
        fail(f"{game.title} is played by {least}{'' if least == most else f' to {most}'}, not by {seats}.")
    return seats


def _contenders(game: PlayableGame, names: str | None) -> list[Contender]:
    """Return the decks with these names or files; None means all ready-made ones."""
    from bot.balance.simulation import NO_DECKS, Contender
    from engine.kernel.diagnostics import nearest

    if not game.has_decks:
        if names is not None:
            fail(f"{game.title} is played without decks.")
        return [*NO_DECKS]
    ready_made = game.decks
    if names is None:
        return [Contender(each.name, each.content) for each in ready_made.values()]
    by_name: dict[str, Contender] = {}
    deck_names = [name for part in names.split(",") if (name := part.strip())]
    if not deck_names:
        fail(f"Name decks, separated by commas: {', '.join(ready_made)}.")
    for name in deck_names:
        deck = game.ready_made(name)
        if deck is not None:
            by_name[deck.name] = Contender(deck.name, deck.content)
        elif len(name) < 256 and (name.endswith(".toml") or Path(name).is_file()):
            by_name[name] = _from_file(game, name)
        else:
            near = nearest(name, ready_made)
            hint = f" Did you mean “{near}”?" if near else ""
            fail(f"There is no deck called “{name[:60]}”.{hint} There are: {', '.join(ready_made)}.")
    return list(by_name.values())


def _from_file(game: PlayableGame, file: str) -> Contender:
    from bot.balance.simulation import Contender

    building, name, deck = find_deck(game, file)
    name = name or Path(file).stem
    return Contender(name, or_fail(lambda: building.playable(name, deck)))
