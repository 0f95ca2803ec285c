"""Predictions about answers are right, in matches of every game; and wrong ones are noticed."""

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
def test_what_is_claimed_comes_so(name: str) -> None:
    """Without reservation always; with one, as `bench.claims` measures it over many matches, in nine of ten."""
    game, total = games().games[name], Verdicts()
    for number in range(2):
        total.add(compared(game, game.seats[number % len(game.seats)], number, every=6))
    surely, perhaps = (total.total(is_reserved=is_reserved) for is_reserved in (False, True))
    assert (surely.tested > 60, surely.example) == (True, "")
    assert perhaps.tested > 20
    assert perhaps.otherwise <= 0.2 * perhaps.tested, perhaps.example


def test_what_comes_otherwise_is_noticed() -> None:
    game = games().games["voidream"]

    def boast(view: Any, question: Any, names: tuple[str, ...]) -> Sequence[Consequence]:
        return [
            msgspec.structs.replace(one, claims=tuple(_more(claim) for claim in one.claims))
            for one in game.consequences(view, question, names)
        ]

    found = compared(msgspec.structs.replace(game, consequences=boast), 2, 5, every=1000)
    held = [held for sort, held in found.sorts.items() if sort.kind.startswith("BothScores")]
    assert sum(one.tested for one in held) == sum(one.otherwise for one in held) > 3


def _more(claim: Any) -> Any:
    if not isinstance(claim, BothScores):
        return claim
    return msgspec.structs.replace(claim, by_depth=tuple((mine, other + 1) for mine, other in claim.by_depth))
