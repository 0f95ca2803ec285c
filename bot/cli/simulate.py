"""`voidream simulate`: matches between programs, decks against decks."""

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
from bot.cli.output import HOLDS_NOT, fail, progress, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.balance.kept_tallies import KeptTallies
    from bot.balance.simulation import Batch, Contender, Tally
    from bot.balance.targets import TargetResult
    from bot.games.playable import PlayableGame

ALL = 101.0
"Every card is below this share of matches."

MANY = 1000
"""The number of matches from which progress is shown in lines where there is no terminal."""


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

    All decks meet equally often, in each seat; a game without decks is played as it is. Random play draws every answer by
    lot; greedy play takes what looks best from its own seat, and gives the standing orders that follow from it. What a game
    wants of matches is printed with what was found, its interval, and whether it holds.
    """
    from bot.balance import measures
    from bot.balance.simulation import GREEDY, RANDOM, balance_of, plan, player_kinds, singly
    from bot.balance.targets import lines, target_table
    from engine.kernel.ai.levels import LEVELS

    played = chosen(game)
    contenders = _contenders(played, decks)
    measured = balance_of(played)
    seats = _seats(played, seats)
    wanted = measured.targets.get(seats)
    if (targets or habits) and wanted is None:
        fail(f"{played.title} has no balance targets.")
    ours = player or measured.player
    theirs = against if against != ours else None
    known = player_kinds(played)
    for kind in sorted({ours, theirs or ours}):
        if kind == GREEDY and played.practice is None:
            fail(f"{played.title} has no computer player. Use --player random.")
        if kind not in known:
            fail(f"There is no player “{kind[:60]}” of {played.title}. There are: {', '.join(known)}.")
    pairs = [(one, GREEDY) for one in wanted.players] if habits and wanted else [(ours, theirs)]
    found: list[TargetResult] = []
    for one, other in pairs:
        kinds = {one, other or one}
        with_orders = (
            (kinds != {RANDOM} and kinds.isdisjoint(LEVELS) and not habits) if orders is None else orders
        )
        batches = plan(played, contenders, matches, seed, one, other, seats=seats, orders=with_orders)
        if keep is not None or minutes is not None:
            batches = singly(batches)
        tally = _played(
            played, contenders, batches, matches, jobs, is_quiet=quiet, keep=keep, minutes=minutes
        )
        found += lines(played, contenders, tally)
        if as_json:
            missed = [line.missed for line in found if not line.is_inside]
            click.echo(
                json.dumps(measures.as_data(played, contenders, tally, missed), ensure_ascii=False, indent=2)
            )
        elif not habits:
            _print_tables(played, contenders, tally, one, other, is_every_card=cards)
    if found and not as_json:
        Console(highlight=False).print(target_table(found))
        for line in found:
            if not line.is_inside:
                say(line.missed, "yellow")
        if all(line.is_inside for line in found):
            say("Every balance target is met.", "green")
    if targets and not all(line.is_inside for line in found):
        sys.exit(HOLDS_NOT)


def _played(
    game: PlayableGame, contenders: Sequence[Contender], batches: Sequence[Batch], matches: int, jobs: int, *,
    is_quiet: bool, keep: Path | None, minutes: float | None,
) -> Tally:  # fmt: skip
    """Play all batches, or as many as time allows, and say how far it is."""
    from bot.balance import measures
    from bot.balance.simulation import Tally, tallies
    from engine.kernel.simulation import EndlessMatch

    kept = None if keep is None else _folder(keep)
    tally = Tally()
    new: list[Batch] = []
    for batch in batches:
        known = None if kept is None else kept.find(batch)
        if known is None:
            new.append(batch)
        else:
            tally.add(known)
    end = inf if minutes is None else time.monotonic() + 60 * minutes
    try:
        with progress("playing", TimeRemainingColumn(), quiet=is_quiet) as bar:
            task = bar.add_task("", total=matches, completed=tally.played_through)
            parts = tallies(game, new, min(jobs, max(1, len(new))), lambda: time.monotonic() < end)
            for batch, part in zip(new, parts, strict=False):
                if kept is not None:
                    kept.keep(batch, part)
                tally.add(part)
                bar.advance(task, part.played_through)
                if bar.disable and not is_quiet and matches >= MANY:
                    _say_how_far(tally, part, matches)
    except EndlessMatch as error:
        fail(str(error), HOLDS_NOT)
    if not tally.played_through:
        fail("There was no time for a match.")
    if not tally.matches:
        fail(measures.without_end(contenders, tally), HOLDS_NOT)
    return tally


def _folder(path: Path) -> KeptTallies:
    from bot.balance.kept_tallies import KeptTallies

    try:
        return KeptTallies(path)
    except OSError as error:
        fail(f"{path} can't be used: {error.strerror or error}.")


def _print_tables(
    game: PlayableGame, contenders: Sequence[Contender], tally: Tally, ours: str, theirs: str | None, *,
    is_every_card: bool,
) -> None:  # fmt: skip
    """Print who wins, how matches went, and which cards are played."""
    from bot.balance import measures
    from bot.balance.simulation import balance_of

    measured = balance_of(game)
    wanted = measured.targets.get(tally.table)
    console = Console(highlight=False)
    if theirs is not None:
        console.print(measures.player_table(contenders, tally, ours, theirs))
    elif len(contenders) > 1:
        console.print(measures.deck_table(contenders, tally))
    console.print(measures.course_table(tally))
    circles = measures.without_end(contenders, tally)
    if wanted is None and circles:
        say(circles, "yellow")
    for sort in measures.sorts(tally):
        console.print(measures.winning_table(tally, sort))
    uses = measures.uses(measured, contenders, tally)
    least = max(wanted.least_played, wanted.least_in) if wanted else 0.0
    rare = measures.card_table(uses, ALL if is_every_card else least or measures.RARE)
    if rare.row_count:
        console.print(rare)
    always = measures.always_played(uses)
    if always:
        say(f"Always played: {', '.join(always)}.")


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
        fail(f"Name decks, separated by commas: {', '.join(known)}.")
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
