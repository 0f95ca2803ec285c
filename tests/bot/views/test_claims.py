"""Predictions about answers are right, in matches of every game; wrong ones are detected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bench.claims import Verdicts, compared
from bot.games.registry import games
from engine.kernel.consequence import Consequence
from engine.voidream.views.claims import BothScores


@pytest.mark.parametrize("name", games().games)
def test_predictions_come_true(name: str) -> None:
    """Always if without reservation; in nine of ten cases with one, measured by `bench.claims` over many matches."""
    game, total = games().games[name], Verdicts()
    for number in range(2):
        total.add(compared(game, game.seats[number % len(game.seats)], number, every=6))
    surely, perhaps = (total.total(is_reserved=is_reserved) for is_reserved in (False, True))
    assert (surely.tested > 60, surely.example) == (True, "")
    assert perhaps.tested > 20
    assert perhaps.otherwise <= 0.2 * perhaps.tested, perhaps.example


def test_wrong_predictions_are_detected() -> None:
    game = games().games["voidream"]

    def boast(view: Any, question: Any, names: tuple[str, ...]) -> Sequence[Consequence]:
        return [
            msgspec.structs.replace(consequence, claims=tuple(_more(claim) for claim in consequence.claims))
            for consequence in game.consequences(view, question, names)
        ]

    report = compared(msgspec.structs.replace(game, consequences=boast), 2, 5, every=1000)
    counts = [counts for sort, counts in report.sorts.items() if sort.kind.startswith("BothScores")]
    assert sum(count.tested for count in counts) == sum(count.otherwise for count in counts) > 3


def _more(claim: Any) -> Any:
    if not isinstance(claim, BothScores):
        return claim
    return msgspec.structs.replace(
        claim, by_depth=tuple((mine, opponents_score + 1) for mine, opponents_score in claim.by_depth)
    )
