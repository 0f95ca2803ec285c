"""`voidream value`: the formula for the win chance, fitted from new matches or measured."""

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
    """Fit the formula of a game to matches between fast players, store it, and print its accuracy.

    The accuracy is cross-validated. With --check, the stored formula is evaluated instead, which is only meaningful with
    another seed.
    """
    from bot.balance.value import figure_table, file_of, weight_table, written
    from engine.kernel.ai.fit import fit
    from engine.kernel.ai.quality import cross_validated_predictions, figures, predictions

    played = chosen(game)
    fitted = played.authoring().fitted
    if fitted is None:
        fail(f"There is no formula of {played.title} that could be fitted.")
    known = _stored_formula(fitted) if check else None
    if check and (known is None or known.features != fitted.features):
        fail(
            f"There is no formula of {played.title} with the features of today: fit it first, without --check."
        )
    found = _played(played.name, fitted, seed, matches or fitted.matches, jobs, quiet)
    console = Console(highlight=False)
    if known is not None:
        said = predictions(known, found)
        console.print(figure_table(f"{played.title}: the kept formula, {len(found)} matches", figures(said)))
        return
    formula = fit(fitted.features, found, fitted.penalty, fitted.sharpness)
    file_of(fitted).write_bytes(written(formula))
    console.print(weight_table(formula))
    said = cross_validated_predictions(fitted.features, found, fitted.penalty, fitted.sharpness)
    console.print(figure_table(f"{played.title}: {len(found)} matches, each by the others", figures(said)))
    say(f"Written to {file_of(fitted)}.", "green")


def _stored_formula(fitted: FittedMatches) -> Formula | None:
    """Return the formula that is kept, None if there is none that could be read."""
    from msgspec import MsgspecError

    from bot.balance.value import stored_formula

    try:
        return stored_formula(fitted)
    except (OSError, ValueError, MsgspecError):
        return None


def _played(
    name: str, fitted: FittedMatches, seed: str, count: int, jobs: int, quiet: bool
) -> list[FinishedMatch]:
    """Play the matches, with a bar that moves; those without a winner or an end are left out."""
    from bot.balance.value import matches_of

    with progress("playing", TimeRemainingColumn(), quiet=quiet) as bar:
        played = bar.track(matches_of(name, fitted, seed, count, jobs), total=count)
        return [match for match in played if match is not None]
