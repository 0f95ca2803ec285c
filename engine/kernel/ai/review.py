"""The review of a finished match: all its decisions, seat by seat, and its turning point.

docs/computer-players.md ("Review") describes the computation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from math import hypot

import msgspec

from engine.kernel.ai.analysis import judge
from engine.kernel.ai.decisions import Decision, DecisionReport, decisions, share
from engine.kernel.ai.game_search import Thinking
from engine.kernel.decoder import json_reader
from engine.kernel.endings import EndedBy
from engine.kernel.match_state import MatchRecord
from engine.kernel.position import Outcome

MOST_MISTAKES, MOST_OF_SEVERAL = 3, 2
"""The maximum number of mistakes shown per seat, the costliest ones: with two players, and with more."""

MOST_PLAYED_OUT = 5
"""The maximum number of mistakes per seat that are played out, the costliest ones, to select those shown."""

ANSWERS_WITH_PLAY_OUTS = 38_000
"""The number of simulated answers for a match after which no other mistake is played out."""

NO_STAKES = 0.05
"""The total stake of a seat's decisions below which its accuracy is not shown."""

MOST_ERROR_OF_ACCURACY = 0.2
"""The standard error of a seat's accuracy above which it is not shown: chance may have made the figure."""

MOST_ERROR_OF_LUCK = 0.3
"""The same of luck, which goes from -1 to 1: in the longest matches, few positions have been tried in hundreds of decisions."""


class SeatReport(msgspec.Struct, frozen=True):
    """The report on a seat."""

    seat: int
    decisions: int
    """The number of its judged decisions."""
    accuracy: float | None
    """The share of everything at stake that was kept, 0..1: 0 is random play, 1 the best answer every time.

    None if unknown.
    """
    luck: float | None
    """The effect of hidden cards and dice on its win chance, where 1 is a whole match.

    None unless the rules ended the match, all decisions were analysed, and it can be computed.
    """
    mistakes: tuple[int, ...]
    """The numbers of its clear mistakes, the costliest first; none unless such mistakes have been confirmed."""


class MatchReport(msgspec.Struct, frozen=True):
    """The report on a match."""

    decisions: tuple[DecisionReport, ...]
    """In order; those of seats that were not looked at are missing, and so is whatever left no choice."""
    seats: tuple[SeatReport, ...]
    """Of the seats that were looked at."""
    answers: int
    """The number of simulated answers."""

    def decision(self, number: int) -> DecisionReport:
        """Return the report on the answer with that number. Raises LookupError if there is none."""
        for one in self.decisions:
            if one.number == number:
                return one
        raise LookupError(f"nothing is said of answer {number}")


_READER = json_reader(MatchReport)


def match_report(kept: bytes | str) -> MatchReport:
    """Return the report on a match from its stored JSON. Raises msgspec.MsgspecError."""
    return _READER.read(kept)


def analyse(
    thinking: Thinking,
    record: MatchRecord,
    seats: Collection[int],
    not_decided: Collection[int] = (),
    *,
    watch: Callable[[Decision], None] = lambda decision: None,
) -> MatchReport:
    """Look back at a match that is over, in one go; see `decisions`, `judge` and `assembled` for doing it piece by
    piece.

    `watch` is shown each decision before it is judged. Raises GameError if the record can't be played again, and
    ValueError for one of a match that is not over.
    """
    found = [*decisions(thinking, record, seats, not_decided)]
    reports: dict[int, DecisionReport | None] = {}
    while (decision := next_look(found, reports)) is not None:
        watch(decision)
        reports[decision.number] = judge(thinking, decision)
    return assembled(thinking, record, seats, [one for one in reports.values() if one is not None])


def next_look(found: Sequence[Decision], reports: Mapping[int, DecisionReport | None]) -> Decision | None:
    """Return the next decision to be judged, out of all of a match; None when everything has been.

    `reports` has the reports so far, by number. Those that seem to be the costliest mistakes come a second time.
    """
    left = [one for one in found if one.number not in reports]
    if left:
        spent = sum(one.answers for one in reports.values() if one is not None)
        return msgspec.structs.replace(left[0], most=share(spent, len(left)))
    judged = [one for one in reports.values() if one is not None]
    one = _to_be_played_out(judged)
    if one is None or sum(each.answers for each in judged) >= ANSWERS_WITH_PLAY_OUTS:
        return None
    decision = next(each for each in found if each.number == one.number)
    return msgspec.structs.replace(decision, so_far=one)


def _to_be_played_out(judged: Sequence[DecisionReport]) -> DecisionReport | None:
    """Return the next mistake to be played out: the costliest one left of the seat of which the fewest have been."""
    waiting: list[tuple[int, float, DecisionReport]] = []
    for seat in sorted({one.seat for one in judged}):
        clear = sorted(
            (one for one in judged if one.seat == seat and one.is_mistake), key=lambda one: -one.loss
        )[:MOST_PLAYED_OUT]
        left = [one for one in clear if one.is_borne_out is None]
        if left and len(dearest(judged, seat)) < _most_shown(judged):
            waiting.append((len(clear) - len(left), -left[0].loss, left[0]))
    return min(waiting, key=lambda each: each[:2])[2] if waiting else None


def assembled(
    thinking: Thinking, record: MatchRecord, seats: Collection[int], reports: Sequence[DecisionReport]
) -> MatchReport:
    """Build the report on a match from the reports on its decisions, in order.

    Raises ValueError if the match isn't over.
    """
    if record.outcome is None:
        raise ValueError("this match is not over")
    looked_at = sorted(seats)
    is_known = _is_played_out(thinking, record.outcome, looked_at) and error(reports) <= MOST_ERROR_OF_LUCK
    return MatchReport(
        tuple(reports),
        tuple(
            SeatReport(
                seat,
                sum(one.seat == seat and not one.is_even for one in reports),
                accuracy([one for one in reports if one.seat == seat]),
                luck(record.outcome, seat, reports, [answer.seat for answer in record.answers])
                if is_known
                else None,
                dearest(reports, seat) if thinking.play_outs.are_enough else (),
            )
            for seat in looked_at
        ),
        sum(one.answers for one in reports),
    )


def accuracy(reports: Sequence[DecisionReport]) -> float | None:
    """Return 1 - losses / stakes, no less than 0 and no more than 1; None where too little was at stake to say."""
    stakes = sum(one.at_stake for one in reports)
    if stakes < NO_STAKES or error(reports) > MOST_ERROR_OF_ACCURACY * stakes:
        return None
    return max(0.0, min(1.0, 1 - sum(one.cost for one in reports) / stakes))


def error(reports: Sequence[DecisionReport]) -> float:
    """Return the standard error of the total loss of several decisions, in win chance."""
    # What playing on has refuted counts as no loss, so it can't be wrong about one.
    return hypot(*(one.error for one in reports if one.is_borne_out is not False))


def luck(
    outcome: Outcome, seat: int, reports: Sequence[DecisionReport], seats_of: Sequence[int] = ()
) -> float:
    """Return the change of a seat's win chance that no choice explains, if all decisions were analysed.

    From even at the start to won or lost at the end, the chance changes by the losses of the seat's own answers, by
    the losses of other seats' answers, which are distributed evenly among the rest of the table, and by luck, which
    is the remainder. `seats_of` has the seat of each answer of the match.
    """
    costs = _lasting(reports, seats_of)
    seats = [one for place in outcome.places for one in place]
    won = 1 / len(outcome.places[0]) if seat in outcome.places[0] else 0.0
    own = sum(cost for one, cost in zip(reports, costs, strict=True) if one.seat == seat)
    given = sum(cost for one, cost in zip(reports, costs, strict=True) if one.seat != seat) / (len(seats) - 1)
    return won - 1 / len(seats) + own - given


def _lasting(reports: Sequence[DecisionReport], seats_of: Sequence[int]) -> list[float]:
    """Return the permanent cost of each answer.

    An option that is still available in the seat's own next decision, without another seat's answer in between, was
    postponed and not lost. Otherwise it would count again for each answer that postpones it, and as luck when it is
    finally chosen.
    """
    costs = [one.cost for one in reports]
    for place, (one, later) in enumerate(pairwise(reports)):
        between = seats_of[one.number : later.number - 1]
        if one.seat == later.seat and all(seat == one.seat for seat in between):
            regained = later.chance + later.cost - one.chance
            costs[place] -= min(one.cost, max(0.0, regained))
    return costs


def dearest(reports: Sequence[DecisionReport], seat: int) -> tuple[int, ...]:
    """Return the numbers of a seat's clear mistakes that are shown, the costliest first: those that have been confirmed."""
    mistakes = [one for one in reports if one.seat == seat and one.is_borne_out]
    return tuple(one.number for one in sorted(mistakes, key=lambda one: -one.loss)[: _most_shown(reports)])


def _most_shown(reports: Sequence[DecisionReport]) -> int:
    """Return how many mistakes of a seat are shown."""
    return MOST_OF_SEVERAL if any(len(one.open_chances) > 2 for one in reports) else MOST_MISTAKES


def _is_played_out(thinking: Thinking, outcome: Outcome, seats: Sequence[int]) -> bool:
    """Return whether all decisions of a match that the rules ended were judged: a resignation isn't luck."""
    everybody = sorted(seat for place in outcome.places for seat in place)
    return [*seats] == everybody and thinking.game.endings[outcome.ending].by is EndedBy.RULES
