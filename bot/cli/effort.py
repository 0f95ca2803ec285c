"""`voidream effort`: count how often a match waits for another player, and the presses per decision."""

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

    Matches are played by the game's own computer players, by the rules alone and with orders and plans. Choosing from a
        menu counts as two presses.
    """
    from bot.balance.effort import Effort, effort_table
    from bot.balance.effort import effort as effort_of_match

    chosen_game = chosen(game)
    if seats is not None and seats not in chosen_game.seats:
        fail(f"{chosen_game.title} can't be played by {seats}.")
    decks = [deck.content for deck in chosen_game.decks.values()] or [None]
    for count in [seats] if seats is not None else chosen_game.seats:
        total = Effort()
        for number in range(matches):
            setup = chosen_game.kernel.setup([decks[(number + seat) % len(decks)] for seat in range(count)])
            total.add(effort_of_match(chosen_game, setup, f"{seed} {number}", count))
        Console(highlight=False).print(effort_table(chosen_game, total, count))
