"""Play scenarios: give their answers one after the other, and check the match against their expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import msgspec

from cards.i18n import earlier_english
from engine.kernel.endings import AGREEMENT
from engine.kernel.errors import GameError, IllegalChoice
from engine.kernel.events.event import Event, seen
from engine.kernel.notation import understand
from engine.kernel.records.writer import read_departure
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import AnswerLine, N, Scenario
from engine.scenario.orders import answer_by_order, give, note_events
from engine.scenario.situation import Situation

_LAPSED = re.compile(r"lets time run out\.?", re.IGNORECASE)
_AGREED = re.compile(r"(?:and .+ )?agrees? on a draw\.?", re.IGNORECASE)


class Failure(msgspec.Struct, frozen=True):
    """A failed line of a scenario.

    `expected` is the line itself. `found` is the actual state, or the reason why the answer is impossible.
    """

    place: TextPlace
    expected: str
    found: str

    def __str__(self) -> str:
        """Return the failure in one line."""
        return f"line {self.place.line}, column {self.place.column}: {self.expected} — but {self.found}"


def play(scenario: Scenario[N], now: N, events: Iterable[Event]) -> list[Failure]:
    """Play a laid-out scenario and return its failures, in order.

    `events` are those before its first question. Stops after an impossible answer.
    """
    _log(now, events)
    _answer_automatically(now)
    failures: list[Failure] = []
    for step in scenario.steps:
        if isinstance(step, AnswerLine):
            why_not = _answer(now, step)
            if why_not:
                failures.append(Failure(step.place, step.text, why_not))
                break
        else:
            actual = step.check(now)
            if actual:
                failures.append(Failure(step.place, step.text, actual))
    return failures


def _answer(now: Situation, step: AnswerLine) -> str:
    left = read_departure(step.words, now.names[step.seat], now.match.game.endings, now.names)
    if left is not None:
        return _end(now, lambda: now.match.leave(*left.seats, ending=left.ending))
    if _AGREED.fullmatch(step.words):
        return _end(now, lambda: now.match.end(AGREEMENT.key))
    if _LAPSED.fullmatch(step.words) and now.match.game.lapse is not None:
        return _lapse(now, step.seat)
    ordered = give(now, step.seat, step.words)
    if ordered is not None:
        _answer_automatically(now)
        return ordered
    question = now.match.questions.get(step.seat)
    parts = (step.words,) if question is None else now.parted(question, step.words)
    return next((why for part in parts if (why := _act(now, step.seat, part))), "")


def _lapse(now: Situation, seat: int) -> str:
    """Give the seat's default answer."""
    if seat not in now.match.questions:
        return f"{now.names[seat]} is not asked anything. {now.open_questions()}"
    _log(now, now.match.lapse(seat))
    _answer_automatically(now)
    return ""


def _act(now: Situation, seat: int, words: str) -> str:
    refused = _give(now, seat, words)
    return "" if refused and now.went_without_saying(seat, words.strip().removesuffix(".")) else refused


def _give(now: Situation, seat: int, words: str) -> str:
    question = now.match.questions.get(seat)
    if question is None:
        return f"{now.names[seat]} is not asked anything. {now.open_questions()}"
    spelled = now.spelled_out(question, words)
    try:
        choice = understand(question, spelled, now.phrasing, now.other_names(seat))
        happened = now.match.answer(seat, question.id, choice)
        now.latest = len(now.happened)
        _log(now, happened)
        _answer_automatically(now)
    except IllegalChoice as error:
        return f"{error} ({error.rule}) {now.open_questions()}"
    except GameError as error:
        sentence = str(error)
        asked = "" if question.purpose in sentence else now.open_questions()
        parts = (now.with_names(sentence.replace(spelled, words)), now.why_not(seat, words), asked)
        return " ".join(part for part in parts if part)
    return ""


def _answer_automatically(now: Situation) -> None:
    """Give the answers for which no player is asked: automatic ones of the game, and those by orders."""
    _log(now, now.go_on())
    while (answer := answer_by_order(now)) is not None:
        seat, choice = answer
        _log(now, now.match.answer(seat, now.match.questions[seat].id, choice))
        _log(now, now.go_on())


def _end(now: Situation, end: Callable[[], Iterable[Event]]) -> str:
    try:
        _log(now, end())
    except GameError as error:
        return str(error)
    return ""


def _log(now: Situation, events: Iterable[Event]) -> None:
    """Add the log sentences of events for everyone and for each player."""
    events = tuple(events)
    note_events(now, events)
    now.happened += [event.fact for event in events]
    for event in events:
        for audience in (None, *range(len(now.names))):
            known = seen(event, audience)
            sentence = now.match.game.words(known, now.names)
            if sentence:
                now.log_by_seat.setdefault(audience, []).append(sentence)
            before = now.match.game.words(known, now.names, earlier_english())
            if before != sentence:
                now.reworded.setdefault(audience, []).append(before)
            if sentence and sentence not in now.log[-3:]:
                now.log.append(sentence)
