"""Fitting of the win chance formula: matches in several processes, and tables of its accuracy."""

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
"""Matches that a process plays at a time."""


def matches_of(
    name: str, fitted: FittedMatches, seed: str, count: int, jobs: int
) -> Iterator[FinishedMatch | None]:
    """Play matches of a game, `jobs` at a time, and give each in turn; None for one without a winner."""
    seeds = [f"{seed} {number}" for number in range(count)]
    if jobs == 1:
        yield from map(partial(played, fitted), seeds)
        return
    with processes(jobs) as pool:
        yield from pool.map(partial(_played_of, name), seeds, chunksize=CHUNK)


def _played_of(name: str, seed: str) -> FinishedMatch | None:
    """Play a match in another process, where the game is found by its name."""
    return played(_fitted(name), seed)


@cache
def _fitted(name: str) -> FittedMatches:
    fitted = games().find(name).authoring().fitted
    assert fitted is not None
    return fitted


def file_of(fitted: FittedMatches) -> Path:
    """Return where the formula of a game is kept."""
    return Path(str(files(fitted.package).joinpath(FILE)))


def stored_formula(fitted: FittedMatches) -> Formula:
    """Return the formula that is kept. Raises OSError, ValueError, and msgspec.MsgspecError for one that can't be read."""
    return read_formula(file_of(fitted).read_bytes())


def written(formula: Formula) -> bytes:
    """Return a formula as it is kept."""
    return msgspec.json.format(msgspec.json.encode(formula), indent=1) + b"\n"


def figure_table(title: str, figures: Sequence[PredictionQuality]) -> Table:
    """Return how good a formula is, as a table."""
    table = Table(title=title)
    table.add_column("positions")
    for column in ("matches", "log loss", "said", "came"):
        table.add_column(column, justify="right")
    for one in figures:
        table.add_row(
            one.name, str(one.matches), f"{one.log_loss:.3f} ± {one.error:.3f}", f"{100 * one.predicted:.1f} %",
            f"{100 * one.won:.1f} %",
        )  # fmt: skip
    return table


def weight_table(formula: Formula) -> Table:
    """Return what one more of each feature is worth, in points of chance to win near an even position."""
    table = Table(title="What one more is worth near an even position, in points of chance to win")
    table.add_column("feature")
    table.add_column("points", justify="right")
    for key, weight in zip(formula.features, formula.weights, strict=True):
        table.add_row(key, f"{25 * weight:+.2f}")
    return table
