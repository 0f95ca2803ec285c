"""Validation of the mistakes found by reviews against matches played out to their end.

A review uses the same formula as the players it judges. So before people see a mistake, both answers are played out
without the formula, in positions sampled from what the seat knew: the better answer has to win more often.
`Thinking.play_outs` stores the result, and docs/computer-players.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean

import msgspec

from engine.kernel.ai.analysis import judge
from engine.kernel.ai.decisions import Decision, DecisionReport, decisions
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.review import costliest_mistakes, next_look
from engine.kernel.ai.search import Worlds
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord

EACH = 20
"""The number of positions between two checks whether they are enough."""

MOST = 100
"""The maximum number of positions in which a mistake is played out."""

ENOUGH = 3.0
"""The number of standard errors at which the result is decided. More than SURE, because the check is repeated."""

SURE = 2.0
"""The number of standard errors at which an answer certainly wins more often."""


class PlayedOut(msgspec.Struct, frozen=True):
    """A mistake found by a review, and the lead of the better answer in its play-outs."""

    number: int
    seat: int
    loss: float
    error: float
    worlds: int
    """The number of positions in which both answers were played out."""
    ahead: float
    """The mean lead of the better answer in results, -1..1."""
    ahead_error: float

    @property
    def is_confirmed(self) -> bool:
        """Whether the better answer won more often."""
        return self.ahead > 0

    @property
    def is_sure(self) -> bool:
        """Whether the better answer certainly won more often."""
        return self.ahead > SURE * self.ahead_error


def match_of_policies(thinking: Thinking, setup: bytes, seed: str) -> MatchRecord:
    """Return a finished match of the policy against itself."""
    match, _ = Match.begin(thinking.game, setup, seed)
    policy = thinking.policy(Chance(f"{seed}, policy"))
    while match.outcome is None:
        seat, question = min(match.questions.items())
        choice = policy.answer(question, lambda seat=seat: thinking.view_of(match.machine, seat))
        match.answer(seat, question.id, choice)
    return match.record


def mistakes(thinking: Thinking, record: MatchRecord) -> Iterator[tuple[Decision, DecisionReport]]:
    """Yield the mistakes of every seat that a review would show."""
    seats = {answer.seat for answer in record.answers}
    all_decisions = [*decisions(thinking, record, seats)]
    reports: dict[int, DecisionReport | None] = {}
    while (decision := next_look(all_decisions, reports)) is not None:
        reports[decision.number] = judge(thinking, decision)
    judged = {report.number: report for report in reports.values() if report is not None}
    for seat in sorted(seats):
        for number in costliest_mistakes([*judged.values()], seat):
            yield next(report for report in all_decisions if report.number == number), judged[number]


def play_out(thinking: Thinking, decision: Decision, report: DecisionReport) -> PlayedOut:
    """Play both answers to the end of the match with the policy, in the same positions with the same randomness."""
    if report.better is None:
        raise ValueError(f"answer {report.number} is no mistake")
    worlds = Worlds(thinking, decision.knowledge, decision.seat, f"played out {decision.number}")
    gaps: list[float] = []
    while True:
        for _ in range(EACH):
            better, given = (worlds.play_out(len(gaps), choice) for choice in (report.better, report.given))
            gaps.append(better - given)
        ahead = fmean(gaps)
        error = sqrt(sum((gap - ahead) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
        if len(gaps) >= MOST or abs(ahead) > ENOUGH * error:
            return PlayedOut(report.number, report.seat, report.loss, report.error, len(gaps), ahead, error)
