"""What could be considered: two answers to a question, and what speaks for each. Which of them is better is not said."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.kernel.question import Choice
from engine.kernel.thinking.analysis import THE_END, features_of
from engine.kernel.thinking.levels import HARD
from engine.kernel.thinking.search import Tried, Unwanted, Worlds, think
from engine.kernel.thinking.thinking import Thinking

WORLDS = 12
"""In so many positions it is compared where the two answers lead."""

LITTLE = 0.02
"""What differs by less, in logistic units, speaks for neither."""


class Considered(msgspec.Struct, frozen=True):
    """An answer, and the key of the feature that speaks most for it against the other one, or THE_END; "" for nothing."""

    choice: Choice
    feature: str = ""


def consider(
    thinking: Thinking,
    knowledge: bytes,
    seat: int,
    seed: str,
    *,
    is_wanted: Callable[[], bool] = lambda: True,
) -> tuple[Considered, Considered] | None:
    """Return the two best answers to what a seat is asked, in an order that tells nothing; None where there is one at most.

    `knowledge` is what the seat alone knows. Raises Unwanted as soon as `is_wanted` says no, and what `think` raises.
    """
    thought = think(thinking, knowledge, seat, thinking.levels[HARD.key], seed, is_wanted=is_wanted)
    best = sorted((one for one in thought.tried if one.chances), key=_rank, reverse=True)[:2]
    if len(best) < 2:
        return None
    one, other = sorted(tried.choice for tried in best)
    worlds = Worlds(thinking, knowledge, seat, f"{seed}, considered")
    sums = [0.0] * len(thinking.formula.features)
    going_on, ended, compared = 0.0, 0.0, 0
    for number in range(WORLDS):
        if not is_wanted():
            raise Unwanted
        ends = [worlds.play_on(number, choice) for choice in (one, other)]
        ahead = thinking.value(ends[0], seat) - thinking.value(ends[1], seat)
        mine, theirs = (features_of(thinking, end, seat) for end in ends)
        if mine is None or theirs is None:
            # What is left on the table of a match that is over has decided nothing.
            ended += ahead
            continue
        going_on += ahead
        sums = [total + a - b for total, a, b in zip(sums, mine, theirs, strict=True)]
        compared += 1
    parts = thinking.parts_by_words([total / max(compared, 1) for total in sums])
    most, least = max(parts, key=lambda key: parts[key]), min(parts, key=lambda key: parts[key])
    speaks = [most if parts[most] > LITTLE else "", least if parts[least] < -LITTLE else ""]
    if abs(ended) > abs(going_on):
        speaks[0 if ended > 0 else 1] = THE_END
    return Considered(one, speaks[0]), Considered(other, speaks[1])


def _rank(one: Tried) -> tuple[int, float]:
    """What was left aside early has looked clearly worse, whatever its few positions say."""
    return len(one.chances), one.chance
