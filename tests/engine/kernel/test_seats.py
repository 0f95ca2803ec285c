"""Two to four seats: leaving a match that continues, places, simultaneous secret choices, answers in turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.kernel.chance import Chance
from engine.kernel.errors import GameError, StaleQuestion
from engine.kernel.events.event import Ended, WentOut
from engine.kernel.match import Match, replay
from engine.kernel.orders.order import Order
from engine.kernel.question import QuestionKind, random_choice
from engine.kernel.records.reader import read_record
from engine.kernel.records.sealed_verifier import read_sealed, verify_sealed
from engine.kernel.records.sealed_writer import write_sealed
from engine.kernel.records.verifier import replay_record, verify
from engine.kernel.records.writer import write_record
from engine.kernel.simulation import play
from engine.kernel.undo import undoing
from tests.games.vigil.game import PHRASING, VIGIL
from tests.games.vigil.player import Watchful

NAMES = ("Ada", "Bo", "Cy", "Di")


def new(seats: int = 3, seed: str = "watch") -> Match:
    return Match.new(VIGIL, [None] * seats, seed)


def play_on(match: Match, seed: str, until: Callable[[Match], bool] = lambda match: False) -> Match:
    """Answer at random until a condition is true, or the match is over."""
    chance = Chance(seed)
    while match.outcome is None and not until(match):
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        match.answer(seat, question.id, random_choice(question, chance))
    return match


def answer(match: Match, seat: int, *choice: str) -> None:
    match.answer(seat, match.questions[seat].id, choice)


def at_night(seats: int = 3) -> Match:
    """Return a match in which all seats are asked for their oil."""
    return play_on(new(seats), "draft", lambda match: match.view(None).night == 1)


def lighting(*burned: int) -> Match:
    """Return a match in which all have burned this much oil, and have a beacon, a shade and a snuffer of strength 2 each."""
    match = at_night(len(burned))
    for watcher in match.machine.position.watchers:
        watcher.lanterns = ["beacon 2", "shade 2", "snuffer 2"]
    for seat, oil in enumerate(burned):
        answer(match, seat, str(oil))
    return match


def light(match: Match) -> list[int]:
    return [one.light for one in match.view(None).watchers]


# -- leaving


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_can_leave_at_any_step_and_the_record_leads_to_the_same_end(seats: int) -> None:
    for step in range(0, 24, 2):
        match = play_on(
            new(seats, f"seed {step}"), f"lot {step}", lambda match, n=step: match.turn_count == n
        )
        if match.outcome is not None:
            continue
        leaver = match.playing[step % len(match.playing)]
        going = len(match.playing)
        events = match.leave(leaver, ending="time" if step % 4 else "resignation")
        assert match.is_out(leaver) and leaver not in match.questions
        kinds = [type(event.fact) for event in events]
        assert kinds[0] is (Ended if going == 2 else WentOut)
        assert Match.load(VIGIL, match.save()).save() == match.save()
        play_on(match, f"after {step}")
        assert match.outcome is not None
        assert sorted(seat for place in match.outcome.places for seat in place) == list(match.seats)
        again = replay(VIGIL, match.setup, match.seed, match.record.answers)
        assert again.save() == match.save()
        text = write_record(match, NAMES[:seats], PHRASING)
        record = read_record(text)
        assert verify(record, VIGIL, PHRASING).problem is None
        assert replay_record(record, VIGIL, PHRASING)[0].save() == match.save()
        sealed = write_sealed(match, NAMES[:seats], match.seats)
        assert verify_sealed(read_sealed(sealed)).holds


def test_a_record_contains_departures_and_places() -> None:
    match = at_night(4)
    match.leave(3, ending="resignation")
    match.leave(0, 2, ending="time")
    lines = write_record(match, NAMES, PHRASING).splitlines()
    assert "Di resigns" in lines and "Ada runs out of time together with Cy" in lines
    assert lines[-1] == "Bo wins, then Ada and Cy, then Di: time"


def test_players_who_leave_together_share_a_place() -> None:
    match = at_night(4)
    match.leave(1, ending="resignation")
    match.leave(0, 2, 3, ending="time")
    assert match.outcome is not None
    assert match.outcome.places == ((0, 2, 3), (1,))
    assert match.outcome.winners == (0, 2, 3), "two share the first place, and a third player follows"
    both = at_night(2)
    both.leave(0, 1, ending="time")
    assert both.outcome is not None and both.outcome.places == ((0, 1),) and not both.outcome.winners


def test_remaining_players_agree_on_a_result_and_a_cancelled_match_has_none() -> None:
    match = at_night(4)
    match.leave(2, ending="resignation")
    match.end("agreement")
    assert match.outcome is not None and match.outcome.places == ((0, 1, 3), (2,))
    off = at_night(3)
    off.end("aborted")
    assert off.outcome is not None and off.outcome.places == ()


def test_impossible_departures_are_refused_and_change_nothing() -> None:
    match = at_night(3)
    match.leave(0, ending="resignation")
    before = match.save()
    with pytest.raises(StaleQuestion, match="already out"):
        match.leave(0, ending="time")
    with pytest.raises(ValueError, match="nobody leaves"):
        match.leave(1, ending="agreement")
    with pytest.raises(ValueError, match="for all"):
        match.end("resignation")
    assert match.save() == before
    match.leave(1, ending="resignation")
    with pytest.raises(StaleQuestion, match="over"):
        match.leave(2, ending="resignation")


def test_a_question_to_all_waits_for_the_remaining_players() -> None:
    match = at_night(3)
    answer(match, 0, "2")
    answer(match, 2, "1")
    assert match.view(None).watchers[0].oil == 6, "nothing is opened before all have answered"
    events = match.leave(1, ending="time")
    assert [event.kind for event in events] == ["went-out", "oil-burned"]
    assert light(match) == [2, 0, 1]
    first = at_night(3)
    answer(first, 0, "2")
    first.leave(0, ending="time")
    answer(first, 1, "1")
    answer(first, 2, "3")
    assert light(first) == [0, 1, 3], "the leaver's choice stays hidden"


def test_the_unfinished_procedures_of_a_seat_that_leaves_are_dropped() -> None:
    match = lighting(3, 2, 1)
    answer(match, 0, "light shade 2")
    for seat in (1, 2, 0):
        answer(match, seat, "pass")
    assert match.questions[0].purpose == "Who becomes darker?"
    match.leave(0, ending="resignation")
    assert light(match)[1:] == [2, 1]
    assert match.view(None).night == 2 or match.outcome is not None


def test_eliminated_players_see_as_spectators_until_the_end() -> None:
    match = at_night(3)
    assert match.view(0).viewer == 0
    match.leave(0, ending="resignation")
    assert match.view(0) == match.view(None)
    play_on(match, "to the end")
    assert match.view(0).viewer == 0


def test_nothing_is_taken_back_beyond_a_departure() -> None:
    match = at_night(3)
    answer(match, 0, "1")
    match.leave(1, ending="resignation")
    with pytest.raises(GameError, match="has left the match since then"):
        undoing(match, 0)
    with pytest.raises(GameError, match="has left the match since then"):
        match.rewound(0)
    answer(match, 2, "0")
    answer(match, 0, "pass")
    undo = undoing(match, 0)
    assert undo is not None and undo.stay == match.turn_count - 1, "later decisions are taken back, too"


def test_a_dropped_or_invented_leaver_does_not_verify() -> None:
    match = at_night(3)
    match.leave(1, ending="resignation")
    play_on(match, "to the end")
    text = write_record(match, NAMES[:3], PHRASING)
    assert verify(read_record(text), VIGIL, PHRASING).holds
    without = "\n".join(line for line in text.splitlines() if line != "Bo resigns")
    assert not verify(read_record(without), VIGIL, PHRASING).holds
    twice = text.replace("\nBo resigns\n", "\nBo resigns\nBo resigns\n")
    assert "already out of this match" in str(verify(read_record(twice), VIGIL, PHRASING).problem)


# -- secret choices, and answers in turn


def test_no_seat_knows_the_choice_of_another() -> None:
    match = at_night(3)
    watched = [match.view(seat) for seat in (1, 2, None)]
    events = match.answer(0, match.questions[0].id, ("5",))
    assert not events
    for before, seat in zip(watched, (1, 2, None), strict=True):
        now = match.view(seat)
        assert now.watchers == before.watchers and [at for at, _ in now.awaited] == [1, 2]


def test_lanterns_take_effect_last_first() -> None:
    match = lighting(3, 2, 1)
    assert list(match.questions) == [0], "the brightest begins"
    answer(match, 0, "light beacon 2")
    answer(match, 1, "light snuffer 2")
    answer(match, 2, "light snuffer 2")
    assert match.view(None).lit == ((0, "beacon 2"), (1, "snuffer 2"), (2, "snuffer 2"))
    answer(match, 0, "pass")
    answer(match, 1, "pass")
    assert light(match) == [3, 2, 1], "all must pass, one after the other"
    answer(match, 2, "pass")
    assert light(match)[0] == 5, "the last snuffer has put out the first"


def test_a_player_who_leaves_is_not_awaited() -> None:
    match = lighting(3, 2, 1)
    answer(match, 0, "pass")
    answer(match, 1, "light beacon 2")
    answer(match, 2, "pass")
    assert list(match.questions) == [0]
    match.leave(0, ending="time")
    assert list(match.questions) == [1], "their own answer too can be answered"
    answer(match, 1, "pass")
    assert light(match)[1] == 4


# -- a small game


def test_a_game_without_optional_functions_has_no_orders_or_forced_answers() -> None:
    match = at_night(3)
    assert (match.order_forms(0), match.plan_form(0), match.forced(), match.why_not(0, "x")) == (
        (),
        None,
        None,
        None,
    )
    with pytest.raises(GameError, match="no standing orders"):
        match.check_order(0, Order("oil"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thinking_players_finish_a_match(seats: int) -> None:
    players = [Watchful(Chance(f"{seat}")) for seat in range(seats)]
    through = play(VIGIL, VIGIL.setup([None] * seats), "thinking", players)
    assert sum(map(len, through.outcome.places)) == seats


def test_as_many_as_the_game_has_seats_for() -> None:
    for wrong in (0, 1, 5):
        with pytest.raises(ValueError, match="Two to four"):
            VIGIL.setup([None] * wrong)


def test_every_kind_of_question_occurs() -> None:
    kinds: set[QuestionKind] = set()
    play_on(new(4), "all", lambda match: bool(kinds.update(q.kind for q in match.questions.values())))
    assert kinds == {QuestionKind.ONE, QuestionKind.NUMBER, QuestionKind.ACTION}


def test_a_dropped_procedure_takes_its_questions_with_it() -> None:
    """A seat leaves during a procedure that is asking another seat."""
    match = lighting(1, 1, 1)
    machine = match.machine
    (asked,) = machine.position.questions
    asking = type(machine.position.stack[-1])
    machine.drop(lambda frame: isinstance(frame, asking))
    assert not machine.position.questions, f"seat {asked} would answer what is no longer asked"
    machine.run()
    assert machine.position.questions or machine.position.outcome is not None
