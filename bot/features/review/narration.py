"""The text of a review: the curve, clear mistakes, the turning point, luck, and accuracy."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
from msgspec.structs import replace

from bot.errors import NotFound, StillGoingOn
from bot.features.review.service import ReviewProgress, Reviews, ReviewStage
from bot.match.replay.records import Records
from bot.match.replay.turning_point import TurningPoint, answers_of, steps_of, turning_point
from bot.platform.places import run_in_thread
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
"""The lead in win chance (0..1) up to which the curve doesn't contradict a turning point."""
CACHE_SIZE = 64
"""The number of cached texts."""


class MistakeText(msgspec.Struct, frozen=True):
    """A clear mistake in words: the answer, the better one, and the main reason.

    `question` is "" if the answer makes it clear. `number` is its mark on the curve, `step` the step of the replay that
    it led to. `cost` is the lost win chance, 0..1. `reason` is the better answer's main gain, "" if the gain has no
    name, and None if it ends the match or prevents its end.
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
    """A player's accuracy, 0..1, and the effect of luck on their win chance, -1..1; None if unknown."""

    seat: int
    accuracy: float | None
    luck: float | None


class ReviewText(msgspec.Struct, frozen=True):
    """A review as text, in one language."""

    table: MatchTable
    curve: ChanceCurve
    mistakes: tuple[MistakeText, ...]
    seats: tuple[SeatText, ...]
    turning: TurningPoint | None
    tells_mistakes: bool = False
    """Whether mistakes are shown: only in games whose analysis is confirmed as reliable."""

    def mistake_at(self, step: int) -> MistakeText | None:
        """Return the clear mistake that led to a step of the replay, or None."""
        return next((mistake for mistake in self.mistakes if mistake.step == step), None)

    def mistake_after(self, step: int) -> MistakeText | None:
        """Return the next clear mistake after a step, or the first one after the last; None without any."""
        later = (mistake for mistake in self.mistakes if mistake.step > step)
        return next(later, self.mistakes[0] if self.mistakes else None)


class ReviewWriter:
    """Writes the texts of reviews. Raises NotFound if a match can no longer be replayed."""

    def __init__(self, reviews: Reviews, records: Records) -> None:
        self._reviews = reviews
        self._records = records
        self._cache: OrderedDict[tuple[MatchReport, Locale, tuple[str, ...]], ReviewText] = OrderedDict()

    async def of(self, progress: ReviewProgress, locale: Locale) -> ReviewText | None:
        """Return the text of a review; None unless it is done."""
        if progress.stage is not ReviewStage.DONE or progress.report is None:
            return None
        key = (progress.report, locale, progress.table.names)
        if key not in self._cache:
            _, record = await self._records.over(progress.table.match_id)
            translate = progress.table.game.translator(locale)
            table = progress.table.in_language(translate)
            self._cache[key] = await run_in_thread(0, review_text, table, record, progress.report, translate)
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    async def of_match(self, match_id: int, locale: Locale) -> ReviewText | None:
        """Return the text of a match's review; None if there is none, or it isn't done."""
        try:
            progress = await self._reviews.of(match_id)
        except (NotFound, StillGoingOn):
            return None
        return await self.of(progress, locale)


class _Steps(msgspec.Struct):
    """Results of replaying a match. `of_answer` has the step that each answer led to, by the answer's number."""

    of_answer: dict[int, int] = {}
    rounds: list[tuple[int, int]] = []
    """The first step of each round, with the round's number."""
    mistakes: list[MistakeText] = []


def review_text(
    table: MatchTable, record: MatchRecord, report: MatchReport, translate: Translator
) -> ReviewText:
    """Return the text of a review. Raises NotFound if the record can no longer be replayed."""
    steps = _replayed(table, record, report, translate)
    last = sum(1 for _ in steps_of(table.game, record)) - 1
    curve = _curve(table, report, steps, record.outcome, last)
    turning = turning_point(table.game, table.names_in(translate), record, translate)
    if turning is not None and record.outcome is not None:
        # The curve is computed from what players knew, and may disagree. Then the turning point is omitted.
        turning = turning if _agrees(curve, turning, record.outcome.winners[0]) else None
    if turning is not None and turning.led:
        curve = replace(curve, turning=turning.step)
    numbers = {(each.step, each.seat): number for number, each in curve.marked()}
    mistakes = [replace(each, number=numbers[each.step, each.seat]) for each in steps.mistakes]
    seats = tuple(SeatText(each.seat, each.accuracy, each.luck) for each in report.seats)
    return ReviewText(
        table,
        curve,
        tuple(sorted(mistakes, key=lambda each: each.number)),
        seats,
        turning,
        _tells_mistakes(table),
    )


def _replayed(table: MatchTable, record: MatchRecord, report: MatchReport, translate: Translator) -> _Steps:
    steps, game = _Steps(), table.game
    shown_numbers = {number for seat in report.seats for number in seat.mistakes}
    for number, step, match in answers_of(game, record):
        steps.of_answer[number] = step
        round_number = game.kernel.round_number(match.machine)
        if round_number and (not steps.rounds or steps.rounds[-1][1] != round_number):
            steps.rounds.append((step - 1 if step else 0, round_number))
        if number in shown_numbers:
            steps.mistakes.append(_mistake_text(table, match, step, report.decision(number), translate))
    return steps


def _mistake_text(
    table: MatchTable, match: Match, step: int, report: DecisionReport, translate: Translator
) -> MistakeText:
    thinking, question = table.game.thinking, match.questions_in(translate, table.names)[report.seat]
    assert thinking is not None and report.better is not None
    return MistakeText(
        0,
        report.seat,
        step,
        translate(table.game.chapter(match)),
        "" if question.some or question.kind is QuestionKind.ACTION else question.purpose,
        translate(choice_words(question, report.given)),
        translate(choice_words(question, report.better)),
        report.loss,
        None if report.feature == THE_END else translate(thinking.words.get(report.feature, "")),
    )


def _curve(
    table: MatchTable, report: MatchReport, steps: _Steps, outcome: Outcome | None, last: int
) -> ChanceCurve:
    """Return each player's win chance after each step. A decision's estimate holds until the next decision."""
    names = table.names
    reports_by_step = {steps.of_answer[each.number]: each for each in report.decisions}
    current = (1 / len(names),) * len(names)
    chances = [current] * (last + 1)
    for step in range(last + 1):
        if (decision := reports_by_step.get(step)) is not None:
            chance = decision.chance
            current = decision.chances or (
                (chance, 1 - chance) if decision.seat == 0 else (1 - chance, chance)
            )
        chances[step] = current
    if outcome is not None and outcome.winners:
        chances[last] = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(names)))
    first_known = min((step for step, each in reports_by_step.items() if not each.is_even), default=last)
    first, *others = zip(*chances, strict=True)
    return ChanceCurve(
        names,
        first,
        first_known,
        tuple(steps.rounds),
        tuple(CurveMistake(mistake.step, mistake.seat, mistake.cost) for mistake in steps.mistakes),
        None,
        table.game.counted_in,
        tuple(others) if len(names) > 2 else (),
    )


def _agrees(curve: ChanceCurve, point: TurningPoint, winner: int) -> bool:
    """Return whether the curve agrees with a turning point: the winner was never clearly behind after it."""
    if not point.led:
        return True
    first = curve.known if point.step is None else point.step
    opponents = [seat for seat in range(len(curve.names)) if seat != winner]
    return all(
        curve.chance_of(opponent, step) <= curve.chance_of(winner, step) + DOUBT
        for step in range(first, curve.last)
        for opponent in opponents
    )


def _tells_mistakes(table: MatchTable) -> bool:
    thinking = table.game.thinking
    return thinking is not None and thinking.play_outs.are_enough
