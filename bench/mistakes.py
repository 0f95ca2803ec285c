"""`python -m bench.mistakes`: whether the mistakes found by reviews are real, by playing them out.

Self-play matches of the policy are reviewed until enough mistakes are found. Then both answers of each are played out
to the end of the match (`engine.kernel.ai.play_outs`). The table goes into docs/computer-players.md, and the number
of confirmed ones into the game's `Thinking.play_outs`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import combinations, cycle

import click

from bot.games.registry import games
from engine.kernel.ai.game_search import PlayOuts, Thinking
from engine.kernel.ai.play_outs import PlayedOut, match_of_policies, mistakes, play_out

HEAD = "| match | answer | claimed loss | better answer won more often by | positions | confirmed |"


@click.command()
@click.option("--game", "name", default="voidream", show_default=True)
@click.option("--mistakes", "wanted", type=click.IntRange(1, 10_000), default=50, show_default=True)
@click.option("--seed", default="mistakes", show_default=True)
def main(name: str, wanted: int, seed: str) -> None:
    """Print the table line by line. Exit with 1 if too few mistakes are confirmed to show them to people."""
    game = games().named(name)
    if game.thinking is None:
        raise click.UsageError(f"Nobody thinks about {game.title} yet.")
    decks = [deck.content for deck in game.decks.values()]
    pairs = [list(pair) for pair in combinations(decks, 2)] or [[None, None]]
    setups = [game.kernel.setup(pair) for pair in pairs]
    click.echo(f"{HEAD}\n|{' --- |' * 6}")
    played: list[PlayedOut] = []
    for match, one in played_out(game.thinking, setups, seed):
        click.echo(
            f"| {match} | {one.number} | {100 * one.loss:.0f} ± {100 * one.error:.0f} | "
            f"{100 * one.ahead:.0f} ± {100 * one.ahead_error:.0f} | {one.worlds} | {_verdict(one)} |"
        )
        played.append(one)
        if len(played) == wanted:
            break
    confirmed = PlayOuts(len(played), sum(one.is_confirmed for one in played))
    sure = sum(one.is_sure for one in played)
    wrong = sum(one.ahead < -2 * one.ahead_error for one in played)
    click.echo(
        f"\n{confirmed.confirmed} of {confirmed.mistakes} confirmed, {sure} of them surely; {wrong} surely wrong. "
        f"{time.process_time():.0f} s of processor time."
    )
    sys.exit(0 if confirmed.are_enough else 1)


def played_out(thinking: Thinking, setups: list[bytes], seed: str) -> Iterator[tuple[int, PlayedOut]]:
    """Yield played-out mistakes with the number of their match, match by match without end."""
    # Shuffle the pairs: in their order, one deck meets all others in a row.
    for number, setup in enumerate(
        cycle(setups[::5] + setups[1::5] + setups[2::5] + setups[3::5] + setups[4::5]), 1
    ):
        record = match_of_policies(thinking, setup, f"{seed} {number}")
        begun = time.process_time()
        mistakes_found = [*mistakes(thinking, record)]
        took = time.process_time() - begun
        click.echo(f"match {number}: {len(record.answers)} answers, looked back at in {took:.0f} s", err=True)
        for decision, report in mistakes_found:
            yield number, play_out(thinking, decision, report)


def _verdict(one: PlayedOut) -> str:
    if one.is_confirmed:
        return "surely" if one.is_sure else "yes"
    return "no"


if __name__ == "__main__":
    main()
