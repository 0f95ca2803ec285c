"""The text of a review: the curve, clear mistakes, the turning point, luck, and accuracy."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
from msgspec.structs import replace

from bot.errors import NotFound, StillGoingOn
from bot.features.review.service import ReviewProgress, Reviews, ReviewStage
from bot.match.replay.records import Records
from bot.match.replay.turning_point import TurningPoint, answers_of, steps_of, turning_point
from bot.platform.places import beside
from bot.views.types import MatchTable
from cards.i18n import Locale, Translator
from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.decisions import DecisionReport
from engine.kernel.ai.review import MatchReport
from engine.kernel.ai.words import choice_words
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.position import Outcome
from engine.kernel.question import QuestionKind
from render.chance_curve import ChanceCurve, CurveMistake

DOUBT = 0.1
"""By how much the curve may show another player ahead before it counts as saying so, in chance to win."""
REMEMBERED = 64
"""The number of cached reviews in words."""


class MistakeText(msgspec.Struct, frozen=True):
    """A clear mistake in words: the answer, the better one, and the main reason.

    `asked` is the question, "" if the answer makes it clear. `number` is its mark on the curve, `step` the step of
    the replay it led to; `cost` is the lost win chance, 0..1.
    `reason` is what the better answer gains, "" if there is no word for it, and None if it ends the match or prevents
    its end.
    """

    number: int
    seat: int
    step: int
    chapter: str
    question: str
    answer: str
    better: str
    cost: float
    reason: str | None = None


class SeatText(msgspec.Struct, frozen=True):
    """A player's accuracy, 0..1, and the effect of luck on their chance to win; None where that is unknown."""

    seat: int
    accuracy: float | None
    luck: float | None


class ReviewText(msgspec.Struct, frozen=True):
    """The text of a review, in one language."""

    table: MatchTable
    curve: ChanceCurve
    mistakes: tuple[MistakeText, ...]
    seats: tuple[SeatText, ...]
    turning: TurningPoint | None
    tells_mistakes: bool = False
    """Whether mistakes are shown at all: only with a confirmed judge."""

    def mistake_at(self, step: int) -> MistakeText | None:
        """Return the clear mistake that led to a step of the replay; None if none did."""
        return next((one for one in self.mistakes if one.step == step), None)

    def mistake_after(self, step: int) -> MistakeText | None:
        """Return the next clear mistake after a step, the first one after the last; None if there is none."""
        later = (one for one in self.mistakes if one.step > step)
        return next(later, self.mistakes[0] if self.mistakes else None)


class ReviewWriter:
    """Puts reviews into words. Can raise NotFound for a match that can't be replayed."""

    def __init__(self, looking_back: Reviews, records: Records) -> None:
        self._looking_back = looking_back
        self._records = records
        self._cache: OrderedDict[tuple[MatchReport, Locale, tuple[str, ...]], ReviewText] = OrderedDict()

    async def of(self, found: ReviewProgress, locale: Locale) -> ReviewText | None:
        """Return the review in words; None unless it is done."""
        if found.stage is not ReviewStage.DONE or found.report is None:
            return None
        key = (found.report, locale, found.table.names)
        if key not in self._cache:
            _, record = await self._records.over(found.table.match_id)
            said = found.table.game.translator(locale)
            told = found.table.told_in(said)
            self._cache[key] = await beside(0, retold, told, record, found.report, said)
            while len(self._cache) > REMEMBERED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    async def of_match(self, match_id: int, locale: Locale) -> ReviewText | None:
        """Return the review of a match in words; None if there is none, or it isn't done yet."""
        try:
            found = await self._looking_back.of(match_id)
        except (NotFound, StillGoingOn):
            return None
        return await self.of(found, locale)


class _Steps(msgspec.Struct):
    """Findings of playing a match again: by the number of an answer, the step of the replay to which it led."""

    of_answer: dict[int, int] = {}
    rounds: list[tuple[int, int]] = []
    """The steps with which rounds begin, and their numbers."""
    mistakes: list[MistakeText] = []


def retold(table: MatchTable, record: MatchRecord, report: MatchReport, said: Translator) -> ReviewText:
    """Return the review of a match in a language. Raises NotFound if the record can no longer be replayed."""
    found = _played_again(table, record, report, said)
    last = sum(1 for _ in steps_of(table.game, record)) - 1
    curve = _curve(table, report, found, record.outcome, last)
    turning = turning_point(table.game, table.names_in(said), record, said)
    if turning is not None and record.outcome is not None:
        # With the hands known it may look different; then this is omitted.
        turning = turning if _agrees(curve, turning, record.outcome.winners[0]) else None
    if turning is not None and turning.led:
        curve = replace(curve, turning=turning.step)
    numbers = {(one.step, one.seat): number for number, one in curve.marked()}
    mistakes = [replace(one, number=numbers[one.step, one.seat]) for one in found.mistakes]
    seats = tuple(SeatText(one.seat, one.accuracy, one.luck) for one in report.seats)
    return ReviewText(
        table,
        curve,
        tuple(sorted(mistakes, key=lambda one: one.number)),
        seats,
        turning,
        _tells_mistakes(table),
    )


def _played_again(table: MatchTable, record: MatchRecord, report: MatchReport, said: Translator) -> _Steps:
    found, game = _Steps(), table.game
    shown = {number for seat in report.seats for number in seat.mistakes}
    for number, step, match in answers_of(game, record):
        found.of_answer[number] = step
        at = game.kernel.round_number(match.machine)
        if at and (not found.rounds or found.rounds[-1][1] != at):
            found.rounds.append((step - 1 if step else 0, at))
        if number in shown:
            found.mistakes.append(_mistake_text(table, match, step, report.decision(number), said))
    return found


def _mistake_text(
    table: MatchTable, match: Match, step: int, judged: DecisionReport, said: Translator
) -> MistakeText:
    thinking, question = table.game.thinking, match.questions_in(said, table.names)[judged.seat]
    assert thinking is not None and judged.better is not None
    return MistakeText(
        0,
        judged.seat,
        step,
        said(table.game.chapter(match)),
        "" if question.some or question.kind is QuestionKind.ACTION else question.purpose,
        said(choice_words(question, judged.given)),
        said(choice_words(question, judged.better)),
        judged.loss,
        None if judged.feature == THE_END else said(thinking.words.get(judged.feature, "")),
    )


def _curve(
    table: MatchTable, report: MatchReport, found: _Steps, outcome: Outcome | None, last: int
) -> ChanceCurve:
    """Return each player's win chance after each step: the last decision's estimate until the next one."""
    names = table.names
    judged = {found.of_answer[one.number]: one for one in report.decisions}
    now = (1 / len(names),) * len(names)
    chances = [now] * (last + 1)
    for step in range(last + 1):
        if (one := judged.get(step)) is not None:
            now = one.chances or (
                (one.chance, 1 - one.chance) if one.seat == 0 else (1 - one.chance, one.chance)
            )
        chances[step] = now
    if outcome is not None and outcome.winners:
        chances[last] = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(names)))
    known = min((step for step, one in judged.items() if not one.is_even), default=last)
    first, *others = zip(*chances, strict=True)
    return ChanceCurve(
        names,
        first,
        known,
        tuple(found.rounds),
        tuple(CurveMistake(one.step, one.seat, one.cost) for one in found.mistakes),
        None,
        table.game.counted_in,
        tuple(others) if len(names) > 2 else (),
    )


def _agrees(curve: ChanceCurve, point: TurningPoint, winner: int) -> bool:
    """Return whether the curve agrees with the text: the winner wasn't behind after that step, or ever."""
    if not point.led:
        return True
    first = curve.known if point.step is None else point.step
    others = [seat for seat in range(len(curve.names)) if seat != winner]
    return all(
        curve.chance_of(other, step) <= curve.chance_of(winner, step) + DOUBT
        for step in range(first, curve.last)
        for other in others
    )


def _tells_mistakes(table: MatchTable) -> bool:
    thinking = table.game.thinking
    return thinking is not None and thinking.play_outs.are_enough
