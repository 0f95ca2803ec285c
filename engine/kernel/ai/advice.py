"""Advice on a question: the best answer, the runner-up, and the certain differences between their results.

A search selects the answers worth comparing. The best of them are then played on in more positions, with the same
randomness, until one is clearly ahead or the difference hardly matters. Differences that can be counted on the table
become the reasons of the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from cards.i18n import Message
from engine.kernel.ai.counts import EXPERIENCE, LOSS, OFTEN, OUT, WIN, Difference
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import AnswerTrial, SearchCancelled, Worlds, lead, think
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice

CONTENDERS = 3
"""At most this many answers are compared."""
MORE, MOST = 24, 72
"""All contenders are played on in the first `MORE` positions, the best two in at most `MOST`.

After every `MORE` positions, the comparison ends if one is clearly ahead for a reason that can be counted.
"""
FEWEST = 8
"""The positions in which they are compared whatever that takes."""
ANSWERS = 4_000
"""Answers that are simulated for the comparison at most: two to four seconds of a core."""
POINTS = 0.01
"""Answers are equally good if their values differ by less than this (0..1)."""
SURELY = 2.0
"""The number of standard errors by which two values surely differ."""
ALIKE = 1e-6
"""The standard error below which an answer is ahead by the same in every position."""
LITTLE, LEAST = 0.25, 0.05
"""A count that differs by less in the mean is not mentioned; the smaller one holds where an answer has no other reason."""
REASONS = 2
"""At most this many reasons are given for an answer."""

_OVER = "over"
"""Represents a count if the match is over for the answering seat."""

Counted = Mapping[tuple[str, int], float]
"""The counts of a position, by the key of the count and the seat."""


class Advice(msgspec.Struct, frozen=True):
    """A recommended answer. `other` is the next best answer, or None if nothing else was worth trying.

    `is_better`: the best answer is certainly better than the other; otherwise both are fine. `lead` and `error` are
    the difference of their values (0..1) and its standard error. `speaks` are the reasons for the best answer,
    largest first, and `speaks_for_other` those for the other.
    """

    choice: Choice
    other: Choice | None = None
    is_better: bool = False
    lead: float = 0.0
    error: float = 0.0
    speaks: tuple[Difference, ...] = ()
    speaks_for_other: tuple[Difference, ...] = ()
    by_then: Message | None = None
    """The time up to which both were played on, in words; None without another answer."""
    positions: int = 0
    """The number of positions in which the two were compared."""
    answers: int = 0
    """The number of simulated answers."""


class _Contender:
    """An answer in the comparison: its value and its counts in each position."""

    def __init__(self, choice: Choice) -> None:
        self.tried = AnswerTrial(choice, [])
        self.counted: list[Counted] = []


def advise(
    thinking: Thinking,
    knowledge: bytes,
    seat: int,
    seed: str,
    *,
    is_wanted: Callable[[], bool] = lambda: True,
    is_enough: Callable[[], bool] = lambda: False,
) -> Advice:
    """Return advice on a seat's question. Deterministic for the same arguments while `is_enough` returns false.

    `knowledge` is the knowledge of this seat alone. `is_enough` is called between rollouts of the comparison, and
    ends it. Raises SearchCancelled as soon as `is_wanted` returns false, and the exceptions of `think`.
    """
    level = thinking.levels[HARD.key]
    thought = think(thinking, knowledge, seat, level, seed, is_wanted=is_wanted)
    best = sorted((one for one in thought.tried if one.chances), key=_rank, reverse=True)[:CONTENDERS]
    if len(best) <= 1:
        return Advice(thought.choice, answers=thought.answers)
    worlds = Worlds(thinking, knowledge, seat, f"{seed}, compared", is_wanted)
    # A difference within the formula's error does not make one answer better.
    points = max(POINTS, level.trust)
    left = _compared(worlds, [_Contender(one.choice) for one in best], points, is_enough)
    first, second = left[0], left[1]
    ahead, error = lead(first.tried, second.tried)
    is_better = ahead >= points and ahead > SURELY * error
    if level.trust and not is_better and second.tried.choice == thought.tried[0].choice:
        first, second, ahead = second, first, -ahead
    speaks = differences(thinking, first.counted, second.counted, seat)
    if is_better and not speaks:
        speaks = differences(thinking, first.counted, second.counted, seat, LEAST)
    if is_better and not speaks and error < ALIKE:
        # The formula has learned this from many matches, such as the value of notions in a draft.
        speaks = (Difference(EXPERIENCE, seat, ahead),)
    return Advice(
        first.tried.choice,
        second.tried.choice,
        is_better,
        ahead,
        error,
        speaks,
        differences(thinking, second.counted, first.counted, seat),
        thinking.by_then(worlds.world(0)),
        len(second.counted),
        thought.answers + worlds.answers,
    )


def _compared(
    worlds: Worlds, left: list[_Contender], points: float, is_enough: Callable[[], bool]
) -> list[_Contender]:
    """Return the contenders of the final comparison, best first.

    It ends when the lead is clear and has a reason that can be shown, or is too small to matter, and at the latest when
    the budget is used up.
    """
    for number in range(MOST):
        if number >= FEWEST and (worlds.answers >= ANSWERS or is_enough()):
            break
        if number and number % MORE == 0:
            left = _ranked(left)[:2]
            ahead, error = lead(left[0].tried, left[1].tried)
            is_ahead = ahead > SURELY * error
            if ahead + SURELY * error < points or (
                is_ahead and (error < ALIKE or _has_reason(worlds, *left))
            ):
                break
        for one in left:
            if not worlds.is_wanted():
                raise SearchCancelled
            end = worlds.play_on(number, one.tried.choice)
            one.tried.chances.append(worlds.thinking.value(end, worlds.seat))
            one.counted.append(counted(worlds.thinking, end, worlds.seat))
    return _ranked(left)


def _has_reason(worlds: Worlds, first: _Contender, second: _Contender) -> bool:
    """Return whether something countable favours the first of two answers in the positions so far.

    A lead without a reason is played on, because small differences become certain with more positions.
    """
    return bool(differences(worlds.thinking, first.counted, second.counted, worlds.seat, LEAST))


def _ranked(some: Sequence[_Contender]) -> list[_Contender]:
    return sorted(some, key=lambda one: -one.tried.chance)


def counted(thinking: Thinking, machine: AnyMachine, seat: int) -> Counted:
    """Return the counts of a position for each seat, and whether the match is won, lost or over for it."""
    position = machine.position
    found = {
        (count.key, each): 0.0 if position.is_out(each) else float(count.of(machine, each))
        for count in thinking.counts
        for each in range(machine.seat_count)
    }
    outcome = position.outcome
    has_won = outcome is not None and outcome.winners == (seat,)
    has_lost = position.is_out(seat) or (outcome is not None and seat not in outcome.winners != ())
    is_over = outcome is not None or position.is_out(seat)
    return {
        **found,
        **{(OUT, each): float(position.is_out(each)) for each in range(machine.seat_count)},
        (WIN, seat): float(has_won),
        (LOSS, seat): float(has_lost),
        (_OVER, seat): float(is_over),
    }


def differences(
    thinking: Thinking, one: Sequence[Counted], other: Sequence[Counted], seat: int, least: float = LITTLE
) -> tuple[Difference, ...]:
    """Return the certain advantages of one answer over another for a seat, from counts in the same positions.

    A match won or saved comes first, then counts in matches that continue. An occasional difference is a reason if it
    is the first.
    """
    pairs = [*zip(one, other, strict=False)]
    ends = [
        Difference(WIN, seat, _surely([a[WIN, seat] - b[WIN, seat] for a, b in pairs])),
        Difference(LOSS, seat, _surely([b[LOSS, seat] - a[LOSS, seat] for a, b in pairs])),
    ]
    said = [one for one in sorted(ends, key=lambda one: -one.size) if one.size][:1]
    # Counts after the end of a match have decided nothing.
    going_on = [(a, b) for a, b in pairs if not (a[_OVER, seat] or b[_OVER, seat])]
    for each in sorted({of for key, of in pairs[0][0] if key == OUT and of != seat}):
        if size := _surely([a[OUT, each] - b[OUT, each] for a, b in going_on]):
            said.append(Difference(OUT, each, size))
    found: list[tuple[float, Difference]] = []
    for count in thinking.counts:
        for each in sorted({of for key, of in pairs[0][0] if key == count.key}):
            gain = 1 if count.is_good == (each == seat) else -1
            key = count.key, each
            # Who is out has nothing left.
            both_in = [(a, b) for a, b in going_on if not (a.get((OUT, each)) or b.get((OUT, each)))]
            size = _surely([gain * (a[key] - b[key]) for a, b in both_in])
            if size >= least:
                found.append((size / count.unit, Difference(count.key, each, size)))
    whole = {count.key: count.part_of or count.key for count in thinking.counts}
    for _, each in sorted(found, key=lambda one: -one[0]):
        is_new = all(whole[each.key] != whole.get(one.key) or each.seat != one.seat for one in said)
        if is_new and (not said or each.size >= OFTEN):
            said.append(each)
    return tuple(said[:REASONS])


def _surely(gaps: Sequence[float]) -> float:
    """Return the mean of gaps where it is surely above 0, else 0."""
    if len(gaps) < FEWEST:
        return 0.0
    mean = fmean(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
    return mean if mean > SURELY * error else 0.0


def _rank(one: AnswerTrial) -> tuple[int, float]:
    """Return an answer's rank: those dropped early come last, whatever their few positions say."""
    return len(one.chances), one.chance
