"""Timeouts in a game with default answers: the answer, its announcement and its record."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import Locale, translator
from engine.kernel.conformance import CHECKS
from engine.kernel.errors import InvalidChoice
from engine.kernel.events.event import TimeRanOut, seen
from engine.kernel.match import Match, replay
from engine.kernel.records.reader import read_record
from engine.kernel.records.verifier import verify
from engine.kernel.records.writer import write_record
from engine.kernel.sample_match import GameDefect, SampleMatch
from engine.kernel.undo import UndoPrice, undoing, who_decided
from tests.games.bazaar.game import BAZAAR, PHRASING
from tests.games.lanterns import LANTERNS

NAMES = ("Ada", "Bo")


def begun() -> Match:
    """Return a match in which both have chosen a patron, and it is seat 0's turn."""
    match = Match.new(BAZAAR, [None, None], "silence")
    for seat in (0, 1):
        match.answer(seat, match.questions[seat].id, ("owl",))
    return match


def test_a_default_answer_is_given_and_announced_as_such() -> None:
    match = begun()
    assert match.lapse_answer(0) == ("end",)
    events = match.lapse(0)
    assert events[0].fact == TimeRanOut(0) and events[0].decided_by == -1
    assert [*match.pending_questions] == [1]
    for viewer, told in (
        (0, "You ran out of time"),
        (1, "Ada ran out of time"),
        (None, "Ada ran out of time"),
    ):
        beats = BAZAAR.story([seen(event, viewer) for event in events], NAMES, viewer)
        assert str(beats[0].text).startswith(told)
    assert BAZAAR.words(seen(events[0], None), NAMES) == "Ada ran out of time."
    spanish = BAZAAR.words(seen(events[0], None), NAMES, translator(Locale.SPANISH))
    assert spanish == "A Ada se le acabó el tiempo."


def test_no_other_answer_is_one_of_silence() -> None:
    match = begun()
    question = match.questions[0]
    other = next(option.key for option in question.options if option.key != "end")
    with pytest.raises(InvalidChoice, match="Running out of time"):
        match.answer(0, question.id, (other,), lapsed=True)
    lanterns = Match.new(LANTERNS, [["amber 1"] * 6] * 2, "silence")
    with pytest.raises(InvalidChoice, match="Running out of time"):
        lanterns.answer(0, lanterns.questions[0].id, ("0",), lapsed=True)
    with pytest.raises(ValueError, match="no silence is an answer"):
        lanterns.lapse(0)


def test_a_record_with_a_timeout_is_verified() -> None:
    match = begun()
    match.lapse(0)
    match.leave(1, ending="resignation")
    text = write_record(match, NAMES, PHRASING)
    assert "\nAda ends the turn (time ran out)\n" in text
    assert verify(read_record(text), BAZAAR, PHRASING).holds
    forged = text.replace("Bo chooses owl", "Bo chooses owl (time ran out)")
    assert forged != text
    problem = verify(read_record(forged), BAZAAR, PHRASING).problem
    assert "Running out of time has no such effect" in str(problem)
    again = replay(BAZAAR, match.setup, match.seed, match.record.answers)
    assert again.save() == match.save()
    assert Match.load(BAZAAR, match.save()).record == match.record


def test_taking_a_timeout_back_needs_consent_and_no_one_decided_it() -> None:
    match = begun()
    match.lapse(0)
    undo = undoing(match, 0)
    assert undo is not None and undo.price is not UndoPrice.FREE
    assert who_decided(match) == frozenset()
    back = match.rewound(2)
    assert back.record.answers == match.record.answers[:2]


def test_illegal_default_answers_are_caught() -> None:
    broken = replace(BAZAAR, lapse=lambda machine, seat: ("sleep",))
    with pytest.raises(GameDefect, match="is no answer"):
        CHECKS["lapsed"](SampleMatch(broken, BAZAAR.setup([None, None]), 2, "broken"))
