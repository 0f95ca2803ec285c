"""`voidream honesty`: check that computer players use only what their seats know."""

from __future__ import annotations

import sys
from itertools import islice

import click
from rich.progress import TimeRemainingColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import CHECK_FAILED, fail, progress, say

EACH = 5
"Number of answers between two tested positions of a match."

MAX_LISTED = 10
"Maximum number of failing positions listed."


@click.command()
@game_option
@click.option("--positions", type=click.IntRange(1, 1_000_000), default=2000, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same positions.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def honesty(game: str | None, positions: int, seed: str, quiet: bool) -> None:
    """Check that computer players use only what their seat may know.

    In each position, everything hidden from the asked seat is replaced: titles, places and numbers of cards, and future
        randomness. The seat's knowledge, its answer, and its win chance after every answer that it tries must stay exactly
        the same. Exits with 1 if anything changes.
    """
    from bot.balance.honesty import positions_of
    from engine.kernel.ai.honesty import GLANCE, exchanged
    from engine.kernel.sample_match import GameDefect

    chosen_game = chosen(game)
    thinking = chosen_game.thinking
    if thinking is None:
        fail(f"{chosen_game.title} has no computer player that searches yet.")
    failures: list[str] = []
    with progress("exchanging", TimeRemainingColumn(), quiet=quiet) as bar:
        for moment in bar.track(islice(positions_of(chosen_game, seed, EACH), positions), positions):
            try:
                exchanged(thinking, moment)
            except GameDefect as defect:
                failures.append(str(defect))
    for sentence in failures[:MAX_LISTED]:
        say(sentence, "yellow")
    say(
        f"{chosen_game.title}: in {len(failures):,} of {positions:,} positions something changed that it knows or thinks, once what "
        f"its seat can't know was exchanged (at least {GLANCE.answers} answers simulated for each thought).",
        "red" if failures else "green",
    )
    if failures:
        sys.exit(CHECK_FAILED)
