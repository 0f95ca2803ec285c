"""`voidream value`: fit the win chance formula to new matches, or measure its accuracy."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import TimeRemainingColumn

from bot.cli.chosen_game import chosen, game_option
from bot.cli.output import fail, progress, say

if TYPE_CHECKING:
    from engine.kernel.ai.fit import FinishedMatch
    from engine.kernel.ai.formula import Formula
    from engine.kernel.ai.matches import FittedMatches


@click.command()
@game_option
@click.option(
    "--matches", type=click.IntRange(20, 100_000), help="Number of matches. Default: the game's own."
)
@click.option("--seed", default="value", show_default=True, help="The same seed gives the same formula.")
@click.option("--check", is_flag=True, help="Don't fit. Evaluate the stored formula on matches of this seed.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True, help="Processes."
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def value(game: str | None, matches: int | None, seed: str, check: bool, jobs: int, quiet: bool) -> None:
    """Fit a game's win chance formula to matches between fast computer players, store it, and print its accuracy.

    The accuracy is cross-validated. With --check, the stored formula is measured instead. That is meaningful only with
    a different seed.
    """
    from bot.balance.value import figure_table, file_of, weight_table, written
    from engine.kernel.ai.fit import fit
    from engine.kernel.ai.quality import cross_validated_predictions, figures, predictions

    chosen_game = chosen(game)
    fitted = chosen_game.authoring().fitted
    if fitted is None:
        fail(f"There is no formula of {chosen_game.title} that could be fitted.")
    stored = _stored_formula(fitted) if check else None
    if check and (stored is None or stored.features != fitted.features):
        fail(
            f"There is no formula of {chosen_game.title} with the features of today: fit it first, without --check."
        )
    finished = _play_matches(chosen_game.name, fitted, seed, matches or fitted.matches, jobs, quiet)
    console = Console(highlight=False)
    if stored is not None:
        predicted = predictions(stored, finished)
        console.print(
            figure_table(
                f"{chosen_game.title}: the kept formula, {len(finished)} matches", figures(predicted)
            )
        )
        return
    formula = fit(fitted.features, finished, fitted.penalty, fitted.sharpness)
    file_of(fitted).write_bytes(written(formula))
    console.print(weight_table(formula))
    predicted = cross_validated_predictions(fitted.features, finished, fitted.penalty, fitted.sharpness)
    console.print(
        figure_table(
            f"{chosen_game.title}: {len(finished)} matches, each predicted from the others",
            figures(predicted),
        )
    )
    say(f"Written to {file_of(fitted)}.", "green")


def _stored_formula(fitted: FittedMatches) -> Formula | None:
    """Return the stored formula; None if it doesn't exist or can't be read."""
    from msgspec import MsgspecError

    from bot.balance.value import stored_formula

    try:
        return stored_formula(fitted)
    except (OSError, ValueError, MsgspecError):
        return None


def _play_matches(
    name: str, fitted: FittedMatches, seed: str, count: int, jobs: int, quiet: bool
) -> list[FinishedMatch]:
    """Play matches with a progress bar. Those without a winner or an end are left out."""
    from bot.balance.value import matches_of

    with progress("playing", TimeRemainingColumn(), quiet=quiet) as bar:
        results = bar.track(matches_of(name, fitted, seed, count, jobs), total=count)
        return [match for match in results if match is not None]
