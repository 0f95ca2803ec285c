"""Data for fitting the win chance formula, played in several processes, and tables of its weights and accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

import msgspec
from rich.table import Table

from bot.balance.simulation import processes
from bot.games.registry import games
from engine.kernel.ai.fit import FinishedMatch
from engine.kernel.ai.formula import Formula, read_formula
from engine.kernel.ai.matches import FILE, FittedMatches, played
from engine.kernel.ai.quality import PredictionQuality

CHUNK = 5
"""Matches per task of a worker process."""


def matches_of(
    name: str, fitted: FittedMatches, seed: str, count: int, jobs: int
) -> Iterator[FinishedMatch | None]:
    """Play matches of a game, `jobs` at a time, and yield each in order; None for a match without a winner."""
    seeds = [f"{seed} {number}" for number in range(count)]
    if jobs == 1:
        yield from map(partial(played, fitted), seeds)
        return
    with processes(jobs) as pool:
        yield from pool.map(partial(_play_by_name, name), seeds, chunksize=CHUNK)


def _play_by_name(name: str, seed: str) -> FinishedMatch | None:
    """Play a match in a worker process, which looks up the game by name."""
    return played(_fitted(name), seed)


@cache
def _fitted(name: str) -> FittedMatches:
    fitted = games().find(name).authoring().fitted
    assert fitted is not None
    return fitted


def file_of(fitted: FittedMatches) -> Path:
    """Return the file of a game's formula."""
    return Path(str(files(fitted.package).joinpath(FILE)))


def stored_formula(fitted: FittedMatches) -> Formula:
    """Return the stored formula. Raises OSError, ValueError or msgspec.MsgspecError if it can't be read."""
    return read_formula(file_of(fitted).read_bytes())


def written(formula: Formula) -> bytes:
    """Return the stored form of a formula."""
    return msgspec.json.format(msgspec.json.encode(formula), indent=1) + b"\n"


def figure_table(title: str, figures: Sequence[PredictionQuality]) -> Table:
    """Return a table of a formula's accuracy."""
    table = Table(title=title)
    table.add_column("positions")
    for column in ("matches", "log loss", "said", "came"):
        table.add_column(column, justify="right")
    for quality in figures:
        table.add_row(
            quality.name, str(quality.matches), f"{quality.log_loss:.3f} ± {quality.error:.3f}", f"{100 * quality.predicted:.1f} %",
            f"{100 * quality.won:.1f} %",
        )  # fmt: skip
    return table


def weight_table(formula: Formula) -> Table:
    """Return a table of the effect of one unit of each feature, in points of win chance near an even position."""
    table = Table(title="Effect of one more of each feature near an even position, in points of win chance")
    table.add_column("feature")
    table.add_column("points", justify="right")
    for key, weight in zip(formula.features, formula.weights, strict=True):
        table.add_row(key, f"{25 * weight:+.2f}")
    return table
