"""Events name the decision that caused them, in every game: orders and plans can stop at unforeseeable ones."""

from __future__ import annotations

import pytest

from engine.kernel.events.event import SeenEvent, TakenBack
from engine.kernel.match import Match
from engine.kernel.orders.kind import others_decided
from engine.kernel.sample_match import answers
from tests.games.trials import GAMES, trial


@pytest.mark.parametrize("name", GAMES)
def test_events_name_the_seat_that_decided(name: str) -> None:
    game, decided = GAMES[name], 0
    for moment in answers(trial(game, min(game.seats), "who decided what")):
        if moment.match.turn_count > 60:
            break
        match, seat, choice = moment.match, moment.seat, moment.choice
        again, question = Match.load(match.game, match.save()), match.pending_questions[seat]
        happened = again.answer(seat, question.id, choice)
        foreseen = match.game.topics[question.topic].foresees(question, choice)
        assert {event.decided_by for event in happened} <= {-1 if foreseen else seat}
        decided += bool(happened) and not foreseen
    assert decided > 0


def test_only_decisions_of_others_count() -> None:
    mine, theirs, nobody = (SeenEvent(TakenBack(0, 1), "", seat) for seat in (0, 1, -1))
    assert not others_decided(0, [mine, nobody])
    assert others_decided(0, [mine, theirs, nobody])
