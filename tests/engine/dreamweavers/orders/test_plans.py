"""Plans: their steps, the questions they pass, their stops, and acts that can't be planned."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from cards.i18n import Locale, translator
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.mutations import put_into_pile
from engine.dreamweavers.orders.book import BOOK
from engine.dreamweavers.referee import Referee
from engine.kernel.chance import Chance
from engine.kernel.decoder import converted
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event, SeenEvent, TakenBack, seen
from engine.kernel.match import Match
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanForm, PlanLines, PlanStep, plan_parameters, with_lines
from engine.kernel.question import check, random_choice
from tests.engine.dreamweavers.orders.stage import ADA, BO, Stage, step, things
from tests.engine.dreamweavers.views.twins import SETUP, twin_of

TWO = "thoughts: Hound, Tower"
DONE = "It was carried out."


def test_each_step_is_begun_when_the_one_before_is_finished() -> None:
    at = Stage(f"{TWO}; hand: Nod, 3", "hand: 5, 2, Echo; ego: 0, 0, 0", said="tracker: Ada 2")
    order = at.plan("attack Hound > Ego", "attack Tower > Ego", "play Nod", "let go")
    assert str(at.match.order_words(order)).startswith(
        "First Hound attacks the Ego. Then Tower attacks the Ego. Then play Nod. Then end the turn. It lasts until the end of"
    )
    at.answers("attack Hound > Ego")
    assert at.asked.seat == BO
    at.answer("shields")
    at.answer("Plain 5")
    at.answers("attack Tower > Ego")
    at.answer("pass")
    at.answers("play Nod")
    at.answers("let go")
    assert at.ref.position.active == BO
    assert at.ended() == "The turn is over."


def test_a_plan_continues_after_questions_about_its_owners_cards() -> None:
    at = Stage(f"{TWO}; hand: Shove, 3", "thoughts: 4, 5; ego: 0, 0; hand: 2")
    at.plan("play Shove", "attack Hound > Ego", "attack Tower > Plain 4")
    at.answers("play Shove")
    assert at.asked.seat == ADA and at.says_nothing(), "she names the card for Shove herself"
    at.answer("Plain 4")
    at.answers("attack Hound > Ego")
    at.answer("pass")
    at.answers("attack Tower > Plain 4")


def test_tracker_moves_by_ones_own_cards_do_not_stop_a_plan() -> None:
    at = Stage(f"{TWO}; hand: Glee, 3", "ego: 0, 0; hand: 2")
    at.plan("play Glee", "attack Hound > Ego")
    at.answers("play Glee")
    at.answers("attack Hound > Ego")


STOPPED = [
    ("hand: Nod, 2; ego: 0, 0", ("play Nod",), "Your opponent did more than discard shields."),
    (
        "thoughts: Wall; hand: 2; ego: 0, 0",
        ("guard Wall", "pass"),
        "Your opponent did more than discard shields.",
    ),
    ("hand: 2; ego: Echo, 0", ("pass",), "A Feeling came out of an Ego."),
    ("hand: 2; ego: 9, 0", ("pass",), "One of your Thoughts left play."),
]


@pytest.mark.parametrize(("bo", "does", "why"), STOPPED)
def test_the_events_that_stop_a_plan(bo: str, does: tuple[str, ...], why: str) -> None:
    at = Stage(TWO, bo)
    at.plan("attack Hound > Ego", "attack Tower > Ego")
    at.answers("attack Hound > Ego")
    for each in does:
        at.answer(each)
    while at.asked.seat == BO:
        at.answer("pass")
    assert at.ended() == why
    at.order = replace(at.order, stops=()) if at.order else None
    assert at.held().choice == ("attack Tower > Ego",), "without the stop it continues"


def test_a_plan_can_stop_when_others_move_the_tracker() -> None:
    at = Stage(TWO, "hand: Glee, 2; ego: 0, 0", said="tracker: Ada 1")
    at.plan("attack Hound > Ego", "attack Tower > Ego", stops=("moved",))
    at.answers("attack Hound > Ego")
    at.answer("play Glee")
    while at.asked.seat == BO:
        at.answer("pass")
    assert at.ended() == "Your opponent or their cards moved the tracker."


def test_an_action_that_is_no_longer_possible_ends_a_plan_with_a_reason() -> None:
    at = Stage(f"{TWO}; hand: Nod, 3", "ego: 0, 0; hand: 2")
    at.plan("attack Hound > Ego", "play Nod")
    at.answers("attack Hound > Ego")
    nod = next(card for card in at.ref.seats[ADA].hand if at.ref.title(card) == "Nod")
    put_into_pile(at.ref, [nod], "mind", "bottom")
    at.answer("pass")
    assert at.ended() == "I couldn't carry it out: You hold no card called “Nod”."


def test_a_plan_ends_with_its_last_step_and_with_the_turn() -> None:
    at = Stage(f"{TWO}; hand: 3", "ego: 0, 0; hand: 2", said="tracker: Ada 2")
    at.plan("attack Hound > Ego")
    at.answers("attack Hound > Ego")
    at.answer("pass")
    assert at.ended() == DONE
    at = Stage(f"{TWO}; hand: Shove, 3", "thoughts: 4; hand: 2", said="tracker: 0")
    at.plan("play Shove", "attack Hound > Ego")
    at.answers("play Shove")
    at.answer("pass")
    assert at.ref.position.active == BO
    assert at.ended() == "The turn is over."


def test_a_take_back_ends_a_plan() -> None:
    at = Stage(TWO, "hand: 2")
    at.plan("attack Hound > Ego")
    at.events.append(Event(TakenBack(BO, 1)))
    assert at.ended() == "A move was taken back after you gave it."


def test_a_plan_for_the_next_turn_ignores_the_opponents_turn() -> None:
    at = Stage(f"{TWO}; hand: 2", "thoughts: Dart; hand: Nod, 3; ego: 0, 0", said="turn: Bo\ntracker: Bo 3")
    order = at.plan("attack Hound > Ego", "let go")
    assert order.until == "own"
    at.answer("play Nod")
    at.answer("attack Dart > Ego")
    assert at.asked.seat == ADA and at.says_nothing(), "the plan doesn't cover her defence"
    at.answer("pass")
    at.answer("let go")
    at.answers("attack Hound > Ego")
    at.answer("pass")
    at.answers("let go")
    assert at.ended() == DONE or at.ended() == "Your turn is over."


def test_a_plan_can_use_a_card_that_it_plays_first() -> None:
    at = Stage("hand: Dart, Pair, 3", "hand: 2; ego: 0, 0", said="tracker: Ada 5")
    form = at.match.plan_form(ADA)
    assert form is not None
    assert things(form, "play") == ["Dart", "Pair", "Plain 3"]
    assert things(form, "attack") == ["Dart > Ego"], "only Quick Thoughts in hand can attack"
    assert things(form, "activate") == ["Pair 1", "Pair 2"]
    at.plan("play Dart", "attack Dart > Ego", "play Pair", "activate Pair 1")
    at.answers("play Dart")
    at.answers("attack Dart > Ego")
    at.answer("pass")
    at.answers("play Pair")
    at.answers("activate Pair 1")


def test_a_plan_shows_what_prevents_its_steps() -> None:
    at = Stage("thoughts: Hound (tapped), Tower; hand: Nod", "hand: 2")
    form = at.match.plan_form(ADA)
    assert form is not None
    order = with_lines(form.order, ((step("attack Hound > Ego"), step("play Nod")),))
    ((first, then),) = at.match.read_plan(ADA, order)
    assert (str(first.words), str(first.why_not)) == ("First Hound attacks the Ego.", "Hound is tapped.")
    assert (str(then.words), then.is_known) == ("Then play Nod.", False)
    with pytest.raises(GameError, match="Hound is tapped"):
        at.match.check_order(ADA, order)


WRONG: list[tuple[object, str]] = [
    ([], "at least one step"),
    ([[]], "at least one step"),
    ([[["move", "refresh", []]] * 9], "at most 8 steps"),
    ([[["rain", "refresh", []]]], "waits for something"),
    ([[["move", "", []]]], "the action is missing"),
    ([[["move", "play", []]]], "the card is missing"),
    ([[["move", "refresh", ["Nod"]]]], "no longer available"),
    ([[["move", "play", ["Echo"]]]], "no longer available"),
    ([[["move", "attack", ["Cloud > Ego"]]]], "no longer available"),
    ([[["move", "let go", []], ["move", "refresh", []]]], "Nothing can follow ending the turn"),
    ([[["move", "refresh", []]], [["move", "refresh", []]]], "at most 1 lines"),
]


@pytest.mark.parametrize(("lines", "sentence"), WRONG)
def test_impossible_plans_are_refused(lines: object, sentence: str) -> None:
    at = Stage(f"{TWO}; hand: Nod", "hand: 2")
    form = at.match.plan_form(ADA)
    assert form is not None
    with pytest.raises(GameError, match=sentence):
        at.match.check_order(ADA, with_lines(form.order, converted(lines, PlanLines)))


def test_a_plan_begins_at_its_beginning() -> None:
    at = Stage(TWO, "hand: 2")
    given = at.plan("attack Hound > Ego")
    for wrong in (
        replace(given, parameters=replace(plan_parameters(given), at=(0, 1))),
        replace(given, past=3),
        replace(given, past=None),
    ):
        with pytest.raises(GameError, match="isn't a plan"):
            at.match.check_order(ADA, wrong)


def test_all_plan_steps_are_described_in_spanish() -> None:
    at = Stage(f"{TWO}, Pair; hand: Dart, Nod, Grip", "thoughts: 3, 4, 5; hand: 2")
    spanish = translator(Locale.SPANISH)
    form = at.match.plan_form(ADA)
    assert form is not None
    for act in form.whens[0].acts:
        assert spanish(act.label) != str(act.label)
        assert len(act.things) <= 25
        planned = PlanStep("move", act.key, tuple(key for key, _ in act.things[: act.least]))
        words = at.match.order_words(with_lines(form.order, ((planned,),)))
        assert spanish(words) != str(words)
    for stop in form.stops:
        assert spanish(stop.label) != str(stop.label)


def drawn_plan(form: PlanForm, chance: Chance) -> Order:
    """Return a random plan of one to three steps."""
    acts = [act for act in form.whens[0].acts if act.key != "let go"]
    steps: list[PlanStep] = []
    for _ in range(1 + chance.below(3)):
        act = chance.pick(acts)
        steps.append(
            PlanStep("move", act.key, tuple(chance.pick(list(act.things))[:1] if act.things else ()))
        )
    stops = tuple(stop.name for stop in form.stops if chance.below(2))
    return replace(with_lines(form.order, (tuple(steps),)), stops=stops)


def test_plans_answer_legally_and_stop_for_public_reasons() -> None:
    """With other hidden cards, a plan stops for the same reasons, unless it lacks one of its cards."""
    chance, counts = Chance("plans"), Counter[str]()
    for number in range(2):
        match, _ = Match.begin(DREAMWEAVERS, SETUP, f"plans {number}")
        known = {seat: list[SeenEvent]() for seat in (ADA, BO)}
        active: list[tuple[int, Order, int]] = []
        while match.outcome is None and match.turn_count < 300:
            seat = chance.pick(sorted(match.questions))
            question = match.questions[seat]
            choice = random_choice(question, chance)
            mine = [one for one in active if one[0] == seat]
            active = [one for one in active if one[0] != seat]
            assert isinstance(match.machine, Referee)
            for _, order, since in mine:
                happened = known[seat][since:]
                outcome = match.by_order(seat, order, happened)
                twin = BOOK.by_order(twin_of(match.machine, seat, chance), seat, order, happened)
                if outcome.answers == twin.answers:
                    assert (outcome.choice, outcome.ended is None) == (twin.choice, twin.ended is None)
                else:
                    assert question.topic == "action", order
                counts["answers" if outcome.answers else str(outcome.ended).partition(":")[0]] += 1
                if outcome.choice is not None:
                    check(question, outcome.choice)
                    choice = outcome.choice
                    assert outcome.after is not None
                    active.append((seat, outcome.after, since))
                    break
                if outcome.ended is None:
                    active.append((seat, order, since))
            form = match.plan_form(seat)
            if form is not None and not any(one[0] == seat for one in active):
                order = drawn_plan(form, chance)
                try:
                    match.check_order(seat, order)
                except GameError:
                    counts["refused"] += 1
                else:
                    active.append((seat, order, len(known[seat])))
            for event in match.answer(seat, question.id, choice):
                for viewer in (ADA, BO):
                    known[viewer].append(seen(event, viewer))
    assert counts["answers"] > 20 and counts[DONE] > 3 and counts["I couldn't carry it out"] > 3, counts
