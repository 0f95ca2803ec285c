"""Sheets: several answers drafted and given as one, up to an interruption."""

from __future__ import annotations

import pytest

from engine.kernel.chance import Chance
from engine.kernel.errors import GameError, InvalidChoice, StaleQuestion
from engine.kernel.match import Match, replay
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep, plan_parameters, with_lines
from engine.kernel.sheet import (
    OTHERS,
    SEEN,
    AppliedAnswers,
    apply_answers,
    carry_out,
    expected,
    finals,
    give,
    sampled_match,
)
from engine.kernel.undo import UndoPrice, decisions, undoing
from tests.games.bazaar.game import BAZAAR
from tests.games.bazaar.position import BazaarView
from tests.games.bazaar.steps import BazaarMachine

ADA, BO, CY = 0, 1, 2
Played = Match[BazaarMachine, BazaarView]


def begun(seed: str = "a sheet") -> Played:
    """Return a match in which all have chosen a patron, and it is seat 0's turn."""
    match = Match.new(BAZAAR, [None, None, None], seed)
    for seat in range(3):
        match.answer(seat, match.questions[seat].id, ("owl",))
    return match


def sheet(match: Played, *steps: str) -> Order:
    form = match.plan_form(ADA)
    assert form is not None and form.at_once
    parts = (step.partition(" ") for step in steps)
    line = tuple(PlanStep("move", act, (thing,) if thing else ()) for act, _, thing in parts)
    order = with_lines(form.order, (line,))
    match.check_order(ADA, order)
    return order


def hand(match: Played) -> list[str]:
    machine = match.machine
    return [machine.called(card) for card in machine.zone("hand", ADA)]


def with_club() -> Played:
    return next(one for n in range(20) if "Club" in hand(one := begun(f"a club {n}")))


def laid(match: Played, *answers: str) -> AppliedAnswers[BazaarMachine, BazaarView]:
    return apply_answers(sampled_match(match, ADA), ADA, [(one,) for one in answers])


def test_answers_are_put_together_and_given_as_one() -> None:
    match = begun()
    first, second = (f"play {name}" for name in hand(match)[:2])
    before = match.save()
    out = laid(match, first, second)
    assert match.save() == before, "nothing has happened yet"
    assert (out.stops, out.lost, len(out.steps)) == (None, 0, 2)
    assert out.match.pending_questions[ADA].id == match.pending_questions[ADA].id + 2
    done = give(match, ADA, match.questions[ADA].id, [(first,), (second,)])
    assert (done.order, done.ended) == (None, None) and done.events
    assert match.view(ADA) == out.match.view(ADA)
    assert [answer.choice for answer in match.record.answers[3:]] == [(first,), (second,)]
    assert replay(BAZAAR, match.setup, match.seed, match.record.answers).view(ADA) == match.view(ADA)


def test_options_that_submit_a_draft_are_known_in_advance() -> None:
    match = with_club()
    submitting = finals(laid(match, "play Club").match, ADA)
    assert (
        submitting["scout seat 1"] == SEEN and submitting["attack seat 1"] == OTHERS and "end" in submitting
    )
    assert not any(key.startswith(("play", "stash", "flip")) for key in submitting)
    out = laid(match, "play Club", "attack seat 1", "end")
    assert (out.stops, out.lost) == (OTHERS, 1)


def test_answers_that_are_no_longer_possible_are_reported() -> None:
    match = begun()
    play = f"play {hand(match)[0]}"
    assert laid(match, play, *[play] * hand(match).count(hand(match)[0])).lost == 1
    with pytest.raises(GameError):
        give(match, ADA, match.questions[ADA].id, [("play Nothing",), (play,)])
    assert len(match.record.answers) == 3


def test_a_draft_stops_at_an_interruption() -> None:
    match = begun()
    first = f"play {hand(match)[0]}"
    assert give(match, ADA, match.questions[ADA].id, [(first,), ("scout seat 1",), ("end",)]).ended == SEEN
    assert [answer.choice[0] for answer in match.record.answers[3:]] == [first, "scout seat 1"]
    assert ADA in match.pending_questions, "the rest is her decision"


def test_a_seat_knows_its_next_question_if_no_one_interrupts() -> None:
    match = with_club()
    give(match, ADA, match.questions[ADA].id, [("play Club",), ("attack seat 1",)])
    there = expected(match, ADA)
    assert there is not None and there.pending_questions[ADA].topic == "act"
    assert expected(match, BO) is not None, "Bo is asked now, and has the next turn"
    third = expected(match, CY)
    assert third is not None and third.pending_questions[CY].topic == "act", "after Bo's turn"
    assert BAZAAR.active is not None and BAZAAR.active(third.machine) == CY


def test_a_draft_continues_as_a_plan_after_another_seats_decision() -> None:
    match = with_club()
    order = sheet(match, "play Club", "attack seat 1", "end")
    done = carry_out(match, ADA, order)
    assert done.order is not None and plan_parameters(done.order).at == (0, 2)
    assert [*match.pending_questions] == [BO]


def test_an_attack_can_be_answered_by_a_draft_that_others_see_at_its_end() -> None:
    match = with_club()
    carry_out(match, ADA, sheet(match, "play Club", "attack seat 1"))
    form = match.plan_form(BO)
    assert form is not None
    order = with_lines(form.order, ((PlanStep("attacked", "block", ("Lid",)), PlanStep("attacked", "take")),))
    match.check_order(BO, order)
    before = match.view(ADA)
    done = carry_out(match, BO, order)
    assert done.ended == SEEN and done.events == (), (
        "a card was drawn for blocking, known only to the blocker"
    )
    assert match.view(ADA) == before and match.sitter == BO
    match.answer(BO, match.questions[BO].id, ("take",))
    assert match.view(ADA) != before


def test_it_uses_only_its_owners_knowledge() -> None:
    match = begun()
    twin = BAZAAR.exchange(match.machine, {ADA}, Chance("elsewhere"))
    there, _ = Match.at(BAZAAR, match.setup, "elsewhere", BAZAAR.pack(twin))
    play = f"play {hand(match)[0]}"
    one, other = laid(match, play), laid(there, play)
    assert one.match.view(ADA) == other.match.view(ADA) and one.decided == other.decided
    assert finals(one.match, ADA) == finals(other.match, ADA)


def test_orders_for_other_questions_are_not_drafts() -> None:
    match = begun()
    order = sheet(match, "end")
    carry_out(match, ADA, order)
    with pytest.raises((ValueError, GameError)):
        carry_out(match, BO, order)


def test_answers_in_a_row_go_on_up_to_something_new() -> None:
    match = begun()
    first, second = hand(match)[:2]
    question = match.pending_questions[ADA].id
    give(match, ADA, question, ((f"play {first}",), ("scout seat 1",), (f"play {second}",)))
    given = [answer.choice[0] for answer in match.record.answers[3:]]
    assert given == [f"play {first}", "scout seat 1"] and ADA in match.pending_questions
    with pytest.raises(StaleQuestion):
        give(match, ADA, question, ((f"play {second}",), ("end",)))
    question = match.pending_questions[ADA].id
    with pytest.raises(InvalidChoice):
        give(match, ADA, question, (("fly",), ("end",)))
    give(match, ADA, question, ((f"play {second}",), ("fly",), ("end",)))
    assert match.record.answers[-1].choice == (f"play {second}",), "impossible choices are left to the player"


def test_a_take_back_undoes_a_whole_draft() -> None:
    """At the price of all its answers: free if no one learned of them, with consent once another seat was asked."""
    match = with_club()
    give(match, ADA, match.questions[ADA].id, [("play Club",), ("attack seat 1",)])
    undo = undoing(match, ADA)
    assert undo is not None and (undo.stay, undo.price) == (3, UndoPrice.CONSENT)
    assert decisions(match, undo.stay) == 2
    back = match.rewound(undo.stay)
    assert back.pending_questions[ADA].topic == "act" and "Club" in hand(back)
    carried = with_club()
    carry_out(carried, ADA, sheet(carried, "play Club", "attack seat 1", "end"))
    same = undoing(carried, ADA)
    assert same is not None and same.stay == 3


def test_a_take_back_of_a_draft_ends_at_its_interruption() -> None:
    match = begun()
    first = f"play {hand(match)[0]}"
    give(match, ADA, match.questions[ADA].id, [(first,), ("scout seat 1",)])
    give(match, ADA, match.questions[ADA].id, [("stash " + hand(match)[0],)])
    undo = undoing(match, ADA)
    assert undo is not None and undo.stay == 5, "the earlier sheet ended when she saw a card"
