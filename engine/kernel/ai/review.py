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
"""The maximum number of mistakes shown for a seat, costliest first: with two players, and with more."""

MOST_PLAYED_OUT = 5
"""The maximum number of mistakes of a seat that are played out, costliest first, to select those shown."""

ANSWERS_WITH_PLAY_OUTS = 38_000
"""The number of simulated answers for a match after which no further mistake is played out."""

NO_STAKES = 0.05
"""The total stake of a seat's decisions below which its accuracy is not shown."""

MOST_ERROR_OF_ACCURACY = 0.2
"""The maximum standard error of a seat's accuracy that is shown. Beyond it, chance may have made the figure."""

MOST_ERROR_OF_LUCK = 0.3
"""The same for luck, from -1 to 1. In the longest matches, few positions are tried in hundreds of decisions."""


class SeatReport(msgspec.Struct, frozen=True):
    """The decisions of a seat in a review: their number, accuracy, luck, and clear mistakes."""

    seat: int
    decisions: int
    """The number of its judged decisions."""
    accuracy: float | None
    """The share of the total stake that was kept, 0..1: 0 is random play, 1 the best answer every time.

    None if unknown.
    """
    luck: float | None
    """The effect of hidden cards and dice on its win chance, where 1 is a whole match.

    None unless the rules ended the match, all decisions were analysed, and it can be computed.
    """
    mistakes: tuple[int, ...]
    """The numbers of its clear mistakes, costliest first. Empty unless mistakes have been validated (`PlayOuts`)."""


class MatchReport(msgspec.Struct, frozen=True):
    """The result of a review: the report on each decision, and on each seat."""

    decisions: tuple[DecisionReport, ...]
    """In order, for the reviewed seats, without decisions that had only one choice."""
    seats: tuple[SeatReport, ...]
    """The reviewed seats."""
    answers: int
    """The number of simulated answers."""

    def decision(self, number: int) -> DecisionReport:
        """Return the report on the answer with that number. Raises LookupError if there is none."""
        for report in self.decisions:
            if report.number == number:
                return report
        raise LookupError(f"there is no report on answer {number}")


_READER = json_reader(MatchReport)


def match_report(stored: bytes | str) -> MatchReport:
    """Return the report on a match from its stored JSON. Raises msgspec.MsgspecError."""
    return _READER.read(stored)


def analyse(
    thinking: Thinking,
    record: MatchRecord,
    seats: Collection[int],
    not_decided: Collection[int] = (),
    *,
    watch: Callable[[Decision], None] = lambda decision: None,
) -> MatchReport:
    """Review a finished match at once. `decisions`, `judge` and `assembled` do the same piece by piece.

    `watch` is shown each decision before it is judged. Raises GameError if the record can't be replayed, and ValueError
    if the match isn't over.
    """
    all_decisions = [*decisions(thinking, record, seats, not_decided)]
    reports: dict[int, DecisionReport | None] = {}
    while (decision := next_look(all_decisions, reports)) is not None:
        watch(decision)
        reports[decision.number] = judge(thinking, decision)
    return assembled(thinking, record, seats, [report for report in reports.values() if report is not None])


def next_look(
    all_decisions: Sequence[Decision], reports: Mapping[int, DecisionReport | None]
) -> Decision | None:
    """Return the next decision of a match to judge, or None when all have been.

    `reports` has the reports so far, by number. The costliest apparent mistakes are judged twice.
    """
    unjudged = [report for report in all_decisions if report.number not in reports]
    if unjudged:
        spent = sum(report.answers for report in reports.values() if report is not None)
        return msgspec.structs.replace(unjudged[0], most=share(spent, len(unjudged)))
    judged = [report for report in reports.values() if report is not None]
    report = _to_be_played_out(judged)
    if report is None or sum(item.answers for item in judged) >= ANSWERS_WITH_PLAY_OUTS:
        return None
    decision = next(item for item in all_decisions if item.number == report.number)
    return msgspec.structs.replace(decision, so_far=report)


def _to_be_played_out(judged: Sequence[DecisionReport]) -> DecisionReport | None:
    """Return the next mistake to play out: the costliest one of the seat with the fewest played out."""
    waiting: list[tuple[int, float, DecisionReport]] = []
    for seat in sorted({report.seat for report in judged}):
        clear = sorted(
            (report for report in judged if report.seat == seat and report.is_mistake),
            key=lambda report: -report.loss,
        )[:MOST_PLAYED_OUT]
        unplayed = [report for report in clear if report.is_borne_out is None]
        if unplayed and len(costliest_mistakes(judged, seat)) < _most_shown(judged):
            waiting.append((len(clear) - len(unplayed), -unplayed[0].loss, unplayed[0]))
    return min(waiting, key=lambda entry: entry[:2])[2] if waiting else None


def assembled(
    thinking: Thinking, record: MatchRecord, seats: Collection[int], reports: Sequence[DecisionReport]
) -> MatchReport:
    """Build the report on a match from the reports on its decisions, in order.

    Raises ValueError if the match isn't over.
    """
    if record.outcome is None:
        raise ValueError("this match is not over")
    reviewed_seats = sorted(seats)
    is_known = (
        _is_played_out(thinking, record.outcome, reviewed_seats) and error(reports) <= MOST_ERROR_OF_LUCK
    )
    return MatchReport(
        tuple(reports),
        tuple(
            SeatReport(
                seat,
                sum(report.seat == seat and not report.is_even for report in reports),
                accuracy([report for report in reports if report.seat == seat]),
                luck(record.outcome, seat, reports, [answer.seat for answer in record.answers])
                if is_known
                else None,
                costliest_mistakes(reports, seat) if thinking.play_outs.are_enough else (),
            )
            for seat in reviewed_seats
        ),
        sum(report.answers for report in reports),
    )


def accuracy(reports: Sequence[DecisionReport]) -> float | None:
    """Return 1 - losses / stakes, limited to 0..1; None if the stakes are too small."""
    stakes = sum(report.at_stake for report in reports)
    if stakes < NO_STAKES or error(reports) > MOST_ERROR_OF_ACCURACY * stakes:
        return None
    return max(0.0, min(1.0, 1 - sum(report.cost for report in reports) / stakes))


def error(reports: Sequence[DecisionReport]) -> float:
    """Return the standard error of the total loss of several decisions, in win chance."""
    # A loss that playing to the end has refuted counts as 0, so it has no error.
    return hypot(*(report.error for report in reports if report.is_borne_out is not False))


def luck(
    outcome: Outcome, seat: int, reports: Sequence[DecisionReport], seats_of: Sequence[int] = ()
) -> float:
    """Return the change of a seat's win chance that no choice explains, if all decisions were analysed.

    From even at the start to won or lost at the end, the chance changes by the losses of the seat's own answers, by
    the losses of other seats' answers, which are distributed evenly among the rest of the table, and by luck, which
    is the remainder. `seats_of` has the seat of each answer of the match.
    """
    costs = _lasting(reports, seats_of)
    seats = [report for place in outcome.places for report in place]
    won = 1 / len(outcome.places[0]) if seat in outcome.places[0] else 0.0
    own = sum(cost for report, cost in zip(reports, costs, strict=True) if report.seat == seat)
    received = sum(cost for report, cost in zip(reports, costs, strict=True) if report.seat != seat) / (
        len(seats) - 1
    )
    return won - 1 / len(seats) + own - received


def _lasting(reports: Sequence[DecisionReport], seats_of: Sequence[int]) -> list[float]:
    """Return the permanent cost of each answer.

    An option that is still available in the seat's own next decision, without another seat's answer in between, was
    postponed and not lost. Otherwise it would count again for each answer that postpones it, and as luck when it is
    finally chosen.
    """
    costs = [report.cost for report in reports]
    for place, (report, later) in enumerate(pairwise(reports)):
        between = seats_of[report.number : later.number - 1]
        if report.seat == later.seat and all(seat == report.seat for seat in between):
            regained = later.chance + later.cost - report.chance
            costs[place] -= min(report.cost, max(0.0, regained))
    return costs


def costliest_mistakes(reports: Sequence[DecisionReport], seat: int) -> tuple[int, ...]:
    """Return the numbers of a seat's confirmed mistakes that are shown, costliest first."""
    mistakes = [one for one in reports if one.seat == seat and one.is_borne_out]
    return tuple(one.number for one in sorted(mistakes, key=lambda one: -one.loss)[: _most_shown(reports)])


def _most_shown(reports: Sequence[DecisionReport]) -> int:
    """Return the maximum number of mistakes shown for a seat."""
    return MOST_OF_SEVERAL if any(len(report.open_chances) > 2 for report in reports) else MOST_MISTAKES


def _is_played_out(thinking: Thinking, outcome: Outcome, seats: Sequence[int]) -> bool:
    """Return whether all decisions of a match that the rules ended were judged: a resignation isn't luck."""
    all_seats = sorted(seat for place in outcome.places for seat in place)
    return [*seats] == all_seats and thinking.game.endings[outcome.ending].by is EndedBy.RULES
