"""`voidream honesty`: a check that computer players use only what their seats know."""

from __future__ import annotations

import sys
from itertools import islice

import click
from rich.progress import TimeRemainingColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import HOLDS_NOT, fail, progress, say

EACH = 5
"Number of answers between two tested positions of a match."

MOST_SAID = 10
"Maximum number of failing positions to list."


@click.command()
@game_option
@click.option("--positions", type=click.IntRange(1, 1_000_000), default=2000, show_default=True)
@click.option("--seed", default="voidream", show_default=True, help="The same seed gives the same positions.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def honesty(game: str | None, positions: int, seed: str, quiet: bool) -> None:
    """Check that computer players use only what their seat may know.

    In each position all that is hidden from the asked seat is exchanged: titles, places, numbers of cards, and chance to
    come. What the seat knows must be the same to the byte, and so must its answer and its chances to win after every
    answer that it tries, to the last bit. Exits with 1 if anything is not.
    """
    from bot.balance.honesty import positions_of
    from engine.kernel.ai.honesty import GLANCE, exchanged
    from engine.kernel.sample_match import GameDefect

    played = chosen(game)
    thinking = played.thinking
    if thinking is None:
        fail(f"{played.title} has no computer player that searches yet.")
    found: list[str] = []
    with progress("exchanging", TimeRemainingColumn(), quiet=quiet) as bar:
        for moment in bar.track(islice(positions_of(played, seed, EACH), positions), positions):
            try:
                exchanged(thinking, moment)
            except GameDefect as unfit:
                found.append(str(unfit))
    for sentence in found[:MOST_SAID]:
        say(sentence, "yellow")
    say(
        f"{played.title}: in {len(found):,} of {positions:,} positions something changed that it knows or thinks, once what "
        f"its seat can't know was exchanged (at least {GLANCE.answers} answers simulated for each thought).",
        "red" if found else "green",
    )
    if found:
        sys.exit(HOLDS_NOT)
