"""Sheets: several answers that are put together and given as one, up to where something comes in."""

from __future__ import annotations

import pytest

from engine.kernel.chance import Chance
from engine.kernel.errors import NotAnOption, OutOfDate, Refused
from engine.kernel.match import Match, replay
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep, said_by, with_lines
from engine.kernel.sheet import OTHERS, SEEN, answer_in_row, carry_out, preview
from tests.games.bazaar.game import BAZAAR
from tests.games.bazaar.position import BazaarView
from tests.games.bazaar.steps import BazaarMachine

ADA, BO = 0, 1


def begun(seed: str = "a sheet") -> Match[BazaarMachine, BazaarView]:
    """A match in which all have chosen a patron, and seat 0 is to act."""
    match = Match.new(BAZAAR, [None, None, None], seed)
    for seat in range(3):
        match.answer(seat, match.questions[seat].id, ("owl",))
    return match


def sheet(match: Match[BazaarMachine, BazaarView], *steps: str) -> Order:
    form = match.plan_form(ADA)
    assert form is not None and form.at_once
    parts = (step.partition(" ") for step in steps)
    line = tuple(PlanStep("move", act, (thing,) if thing else ()) for act, _, thing in parts)
    order = with_lines(form.order, (line,))
    match.check_order(ADA, order)
    return order


def hand(match: Match[BazaarMachine, BazaarView]) -> list[str]:
    machine = match.machine
    return [machine.called(card) for card in machine.zone("hand", ADA)]


def test_all_its_steps_are_given_and_looked_at_before() -> None:
    match = begun()
    first, second = hand(match)[:2]
    order = sheet(match, f"play {first}", f"play {second}")
    before = match.save()
    steps = preview(match, ADA, order)
    assert match.save() == before, "nothing has happened yet"
    assert [step.stops for step in steps] == [None, None]
    done = carry_out(match, ADA, order)
    assert (done.order, done.ended) == (None, None)
    assert steps[1].view == match.view(ADA) != steps[0].view
    assert [answer.choice for answer in match.record.answers[3:]] == [(f"play {first}",), (f"play {second}",)]
    assert replay(BAZAAR, match.setup, match.seed, match.record.answers).view(ADA) == match.view(ADA)


def test_it_stops_where_its_owner_sees_something_new() -> None:
    match = begun()
    first = hand(match)[0]
    order = sheet(match, f"play {first}", "scout seat 1", "end")
    steps = preview(match, ADA, order)
    assert [(step.view is None, step.stops) for step in steps] == [(False, None), (True, SEEN)]
    done = carry_out(match, ADA, order)
    assert (done.order, done.ended) == (None, SEEN)
    assert [answer.choice[0] for answer in match.record.answers[3:]] == [f"play {first}", "scout seat 1"]
    assert ADA in match.asked, "what is left is hers to decide"


def test_where_another_seat_decides_it_stands_as_a_plan() -> None:
    match = next(one for n in range(20) if "Club" in hand(one := begun(f"a club {n}")))
    order = sheet(match, "play Club", "attack seat 1", "end")
    assert [step.stops for step in preview(match, ADA, order)] == [None, OTHERS]
    done = carry_out(match, ADA, order)
    assert done.order is not None and said_by(done.order).at == (0, 2)
    assert [*match.asked] == [BO]


def test_an_attack_is_answered_by_a_sheet_too_and_the_others_see_it_when_it_is_done() -> None:
    match = next(one for n in range(20) if "Club" in hand(one := begun(f"a club {n}")))
    carry_out(match, ADA, sheet(match, "play Club", "attack seat 1"))
    form = match.plan_form(BO)
    assert form is not None
    order = with_lines(form.order, ((PlanStep("attacked", "block", ("Lid",)), PlanStep("attacked", "take")),))
    match.check_order(BO, order)
    before = match.view(ADA)
    done = carry_out(match, BO, order)
    assert done.ended == SEEN and done.events == (), (
        "a card was drawn for blocking, and nobody else knows of it"
    )
    assert match.view(ADA) == before and match.sitter == BO
    match.answer(BO, match.questions[BO].id, ("take",))
    assert match.view(ADA) != before


def test_what_can_not_be_done_is_known_before() -> None:
    match = begun()
    first = hand(match)[0]
    order = sheet(match, f"play {first}", *[f"play {first}"] * hand(match).count(first))
    *_, last = preview(match, ADA, order)
    assert "can't be done now" in str(last.stops)
    done = carry_out(match, ADA, order)
    assert "can't be done now" in str(done.ended)
    assert len(match.record.answers) == 3 + order_length(order) - 1


def order_length(order: Order) -> int:
    return len(said_by(order).lines[0])


def test_it_knows_no_more_than_its_owner() -> None:
    match = begun()
    order = sheet(match, f"play {hand(match)[0]}", "end")
    twin = BAZAAR.exchange(match.machine, {ADA}, Chance("elsewhere"))
    there, _ = Match.at(BAZAAR, match.setup, "elsewhere", BAZAAR.pack(twin))
    assert preview(there, ADA, order) == preview(match, ADA, order)


def test_one_that_does_not_answer_what_is_asked_is_no_sheet() -> None:
    match = begun()
    order = sheet(match, "end")
    carry_out(match, ADA, order)
    with pytest.raises((ValueError, Refused)):
        carry_out(match, BO, order)


def test_answers_in_a_row_go_on_up_to_something_new() -> None:
    match = begun()
    first, second = hand(match)[:2]
    question = match.asked[ADA].id
    answer_in_row(match, ADA, question, ((f"play {first}",), ("scout seat 1",), (f"play {second}",)))
    given = [answer.choice[0] for answer in match.record.answers[3:]]
    assert given == [f"play {first}", "scout seat 1"] and ADA in match.asked
    with pytest.raises(OutOfDate):
        answer_in_row(match, ADA, question, ((f"play {second}",), ("end",)))
    question = match.asked[ADA].id
    with pytest.raises(NotAnOption):
        answer_in_row(match, ADA, question, (("fly",), ("end",)))
    answer_in_row(match, ADA, question, ((f"play {second}",), ("fly",), ("end",)))
    assert match.record.answers[-1].choice == (f"play {second}",), (
        "what can't be chosen any more is left to them"
    )
