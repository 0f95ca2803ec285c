"""The text of a review of a Voidream match: on the curve, step by step, in both languages."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from bot.discord.components.messages import TEXT
from bot.discord.match_text import turning_point_lines
from bot.features.review.messages import ROOM, chance_line, result_lines
from bot.features.review.narration import ReviewText, review_text
from bot.match.replay.turning_point import answers_of, steps_of, turning_point
from bot.people.locales import translator_for
from cards.i18n import Locale
from engine.kernel.ai import decisions as decisions_of
from engine.kernel.ai.analysis import THE_END, judge
from engine.kernel.ai.decisions import DecisionReport, decisions
from engine.kernel.ai.review import MatchReport, SeatReport, assembled
from engine.kernel.endings import RESIGNATION
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Question, QuestionKind
from tests.bot.match.test_decisive_round import ENGLISH, GAME, SPANISH, played, table

EVEN = 2
"""The rounds without findings in these reports."""


@cache
def record() -> MatchRecord:
    return played("seed 3").record


def different_answer(question: Question, answer: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return a different answer to a question with single options, or None."""
    if question.kind not in (QuestionKind.ACTION, QuestionKind.ONE):
        return None
    return next(((option.key,) for option in question.options if (option.key,) != answer), None)


@cache
def report() -> MatchReport:
    """Return a plausible report: each seat's chance falls, and each makes a mistake."""
    outcome = record().outcome
    assert outcome is not None
    judged: list[DecisionReport] = []
    mistakes: dict[int, int] = {}
    open_questions = {
        number: (match.game.round_number(match.machine), dict(match.questions))
        for number, _, match in answers_of(GAME, record())
    }
    for number, answer in enumerate(record().answers, 1):
        at, questions = open_questions[number]
        better = different_answer(questions[answer.seat], answer.choice)
        if better is None:
            continue
        chance = 0.5 if at <= EVEN else 0.4
        decision = DecisionReport(
            number, answer.seat, at, answer.choice, chance, (chance, chance), is_even=at <= EVEN
        )
        if at > EVEN and answer.seat not in mistakes:
            mistakes[answer.seat] = number
            feature = GAME.thinking.formula.features[0] if GAME.thinking and answer.seat else THE_END
            decision = replace(decision, loss=0.3, error=0.01, better=better, feature=feature)
        judged.append(decision)
    seats = tuple(
        SeatReport(seat, 5, (None, 0.75)[seat], (-0.1, 0.1)[seat], (mistakes[seat],)) for seat in (0, 1)
    )
    return MatchReport(tuple(judged), seats, 0)


@cache
def told(locale: Locale) -> ReviewText:
    translator = {Locale.ENGLISH: ENGLISH, Locale.SPANISH: SPANISH}[locale]
    return review_text(table(), record(), report(), translator)


def test_the_curve_has_every_step_of_the_replay_and_all_rounds() -> None:
    curve = told(Locale.ENGLISH).curve
    last = max(number for number, _, _ in steps_of(GAME, record()))
    outcome = record().outcome
    assert outcome is not None and curve.last == last
    assert curve.chance(last) == (1.0 if outcome.winners == (0,) else 0.0)
    assert curve.chance(curve.known - 1) == 0.5 != curve.chance(curve.known)
    assert [number for _, number in curve.rounds] == list(range(1, len(curve.rounds) + 1))
    chances = {round(chance, 2) for chance in curve.chances[curve.known : last]}
    assert chances == {0.4, 0.6}, "the second seat's chance is inverted"


@pytest.mark.parametrize("locale", Locale)
def test_mistakes_name_the_answer_the_better_one_and_the_reason(locale: Locale) -> None:
    whole = told(locale)
    assert [mistake.number for mistake in whole.mistakes] == [1, 2] and {
        mistake.seat for mistake in whole.mistakes
    } == {0, 1}
    lines = result_lines(whole, translator_for(locale))
    for shown_mistake in whole.mistakes:
        [line] = [line for line in lines if line.startswith(f"{shown_mistake.number}. ")]
        assert (
            shown_mistake.better in line
            and shown_mistake.answer in line
            and shown_mistake.answer != shown_mistake.better
            and "30" in line
        )
        assert (
            whole.curve.round_of(shown_mistake.step - 1) == EVEN + 1
            and str(EVEN + 1) in shown_mistake.chapter
        )
        assert (f"**{shown_mistake.better}**") in line
    text = "\n".join(lines)
    assert "75 %" in text and "10 p" in text
    assert ("Clear mistakes" in text) == (locale is Locale.ENGLISH) and "{" not in text


def test_both_languages_have_the_same_content() -> None:
    english, spanish = told(Locale.ENGLISH), told(Locale.SPANISH)
    assert english.curve == spanish.curve and english.seats == spanish.seats
    assert [(mistake.seat, mistake.step, mistake.cost) for mistake in english.mistakes] == [
        (mistake.seat, mistake.step, mistake.cost) for mistake in spanish.mistakes
    ]
    assert {mistake.chapter for mistake in english.mistakes}.isdisjoint(
        mistake.chapter for mistake in spanish.mistakes
    )


def with_chance(of_winner: float) -> ReviewText:
    """Return the review of a match in which the winner had this chance at every decision after the first rounds."""
    outcome = record().outcome
    assert outcome is not None
    winner = outcome.winners[0]
    judged = tuple(
        decision
        if decision.is_even
        else replace(decision, chance=of_winner if decision.seat == winner else 1 - of_winner)
        for decision in report().decisions
    )
    return review_text(table(), record(), replace(report(), decisions=judged), ENGLISH)


def test_the_turning_point_is_the_decisive_round_unless_the_curve_disagrees() -> None:
    point = turning_point(GAME, table().names, record(), ENGLISH)
    assert point is not None
    whole, words = with_chance(0.6), translator_for(Locale.ENGLISH)
    assert whole.turning == point and whole.curve.turning == (point.step if point.led else None)
    [line, *_] = result_lines(whole, words)
    [message] = turning_point_lines(point, words)
    assert line.replace("*", "") in (
        message,
        message.replace("The turning point", "Turning point", 1),
        message[4:].capitalize(),
    )
    narrow = with_chance(0.2)
    assert not point.led or (narrow.turning is None and narrow.curve.turning is None)


def test_a_resignation_is_the_only_deciding_event() -> None:
    match = Match.load(GAME.kernel, played("seed 3", 4).save())
    match.leave(0, ending=RESIGNATION.key)
    whole = review_text(table(), match.record, MatchReport((), (), 0), ENGLISH)
    assert whole.turning is None and whole.curve.turning is None
    assert turning_point(GAME, table().names, match.record, ENGLISH) is None


def test_a_step_names_the_leader() -> None:
    whole, words = told(Locale.ENGLISH), translator_for(Locale.ENGLISH)
    assert chance_line(whole, 0, words) == "Win chance: even"
    assert chance_line(whole, whole.curve.last, words).endswith("100 %")
    assert "60 %" in chance_line(whole, whole.curve.last - 1, words)


def test_real_reports_of_voidreams_judge_can_be_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge a few decisions in few positions."""
    for name, value in (("MOST_FEW", 3), ("OPEN", 1)):
        monkeypatch.setattr(decisions_of, name, value)
    thinking = GAME.thinking
    assert thinking is not None
    late = [
        decision
        for decision in decisions(thinking, record(), (0, 1))
        if decision.round > thinking.even_through
    ][:2]
    briefly = [replace(decision, most=100) for decision in late]
    reports = [report_ for decision in briefly if (report_ := judge(thinking, decision)) is not None]
    whole = assembled(thinking, record(), (0, 1), reports)
    for locale, translator in ((Locale.ENGLISH, ENGLISH), (Locale.SPANISH, SPANISH)):
        text = "\n".join(
            result_lines(review_text(table(), record(), whole, translator), translator_for(locale))
        )
        assert "Ada" in text and "{" not in text


def test_long_names_and_cards_fit_a_message() -> None:
    whole = told(Locale.SPANISH)
    long = replace(
        whole.mistakes[0], question="W" * 900, answer="W" * 900, better="W" * 900, reason="W" * 900
    )
    names = table().people
    crowd = replace(
        whole,
        table=replace(table(), people=tuple(replace(name, name="W" * 100) for name in names)),
        mistakes=(long,) * 6,
    )
    lines = result_lines(crowd, translator_for(Locale.SPANISH))
    assert len("\n".join(lines)) <= TEXT - ROOM - 300
