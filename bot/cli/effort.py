"""`voidream effort`: how often a match waits for another player, and how many presses decisions take."""

from __future__ import annotations

import click
from rich.console import Console

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import fail


@click.command()
@game_option
@click.option("--matches", type=click.IntRange(1, 100_000), default=20, show_default=True)
@click.option("--seed", default="effort", show_default=True, help="The same seed gives the same matches.")
@click.option(
    "--seats", type=click.IntRange(1, 16), help="Number of players. Default: every supported number."
)
def effort(game: str | None, matches: int, seed: str, seats: int | None) -> None:
    """Count how often a match waits for another player, and the presses of each turn and answer on the panel.

    Matches are played by the game's own players, by the rules alone and with orders and plans. A menu is two presses.
    """
    from bot.balance.effort import Effort, effort_table
    from bot.balance.effort import effort as of_match

    played = chosen(game)
    if seats is not None and seats not in played.seats:
        fail(f"{played.title} can't be played by {seats}.")
    decks = [deck.content for deck in played.decks.values()] or [None]
    for count in [seats] if seats is not None else played.seats:
        found = Effort()
        for number in range(matches):
            setup = played.kernel.setup([decks[(number + seat) % len(decks)] for seat in range(count)])
            found.add(of_match(played, setup, f"{seed} {number}", count))
        Console(highlight=False).print(effort_table(played, found, count))
