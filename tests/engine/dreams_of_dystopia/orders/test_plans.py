"""The sheet of a turn, and the plan for the rest of a turn (DD91, DD93, DD96, DD122)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.dreams_of_dystopia.facts.cards import Drew
from engine.dreams_of_dystopia.facts.combats import AttackBlocked
from engine.dreams_of_dystopia.facts.turns import ScoreChanged, TurnBegan
from engine.dreams_of_dystopia.orders.book import BOOK
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel import sheet
from engine.kernel.errors import GameError
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.match import Match
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep, plan_parameters, with_lines
from engine.kernel.sheet import CHANCE, OTHERS, AppliedAnswers, carry_out, expected, finals, sampled_match

ADA, BO, CY = 0, 1, 2
Played = Match[Referee, DystopiaView]

THREE = """
players: Ada, Bo, Cy
Ada:
  fame: 6
  hand: Bridge Marshal, Mended Signpost, Heroic Deed, Curse
  deck: Ember Carrier
Bo:
  lp: 12
  hand: Minion of the Sun, Ember Carrier
Cy:
  lp: 9
  hand: Minion of the Sun
scenario: Three players
Then it is Ada's turn
"""


TWO = (
    THREE.replace(", Cy", "").replace("Cy:\n  lp: 9\n  hand: Minion of the Sun\n", "").replace("Three", "Two")
)


def begun(text: str = THREE) -> Played:
    (scenario,) = read_scenarios(text)
    return lay_out(scenario)[0]


def planned(match: Played, seat: int, *steps: tuple[str, ...], stops: tuple[str, ...] = ()) -> Order:
    """Return a plan of steps (an act with its things) after checking it."""
    form = match.plan_form(seat)
    assert form is not None and form.at_once
    whens = {act.key: when.key for when in form.whens for act in when.acts}
    order = with_lines(
        form.order,
        (tuple(PlanStep(whens[act], act, things) for act, *rest in steps for things in [tuple(rest)]),),
    )
    order = replace(order, stops=stops)
    match.check_order(seat, order)
    return order


def answer(match: Played, seat: int, key: str) -> list[SeenEvent]:
    """Answer for a seat. Return the events that Ada sees."""
    return [seen(event, ADA) for event in match.answer(seat, match.pending_questions[seat].id, (key,))]


ATTACK = (
    ("deed", "Heroic Deed"),
    ("attack", "Bridge Marshal"),
    ("target", "fewest LP"),
    ("helper", "Mended Signpost"),
)


def test_a_turn_is_one_draft_and_continues_after_its_attack() -> None:
    match = begun()
    order = planned(match, ADA, *ATTACK, ("acquire", "Dawn Patrol", "Tunnel Guide"), ("end",))
    done = carry_out(match, ADA, order)
    assert list(match.pending_questions) == [CY], "Cy has the fewest LP"
    assert done.order is not None
    combat = match.machine.combat
    assert match.machine.titles(combat.attacker.helpers) == ["Mended Signpost"]
    news = answer(match, CY, "no block")
    ordered = match.by_order(ADA, done.order, news)
    assert ordered.choice == ("recruit Tunnel Guide",), "the first affordable one"
    assert ordered.after is not None
    answer(match, ADA, "recruit Tunnel Guide")
    assert match.by_order(ADA, ordered.after, news).choice == ("end",)


def test_a_turn_that_ends_automatically_leaves_no_step() -> None:
    match = begun(TWO)
    done = carry_out(match, ADA, planned(match, ADA, ("acquire", "Tunnel Guide"), ("end",)))
    assert list(match.pending_questions) == [BO] and done.order is not None
    news = [*(seen(event, ADA) for event in done.events), *answer(match, BO, "end")]
    ended = match.by_order(ADA, done.order, news)
    assert ended.choice is None and str(ended.ended) == "The turn is over."


@pytest.mark.parametrize(
    ("stop", "block", "ends"),
    [
        ("hit", "no block", True),
        ("no hit", "no block", False),
        ("blocked", "no block", False),
        ("blocked", "block Minion of the Sun", True),
        ("lost", "no block", False),
        ("out", "no block", True),
    ],
)
def test_a_plan_stops_at_the_chosen_events(stop: str, block: str, ends: bool) -> None:
    match = begun()
    done = carry_out(match, ADA, planned(match, ADA, *ATTACK, ("end",), stops=(stop,)))
    assert done.order is not None
    ordered = match.by_order(ADA, done.order, answer(match, CY, block))
    assert (ordered.ended is not None, ordered.choice) == (ends, None if ends else ("end",))


@pytest.mark.parametrize(
    ("stop", "block"),
    [("hit", "no block"), ("no hit", "block Wall Sentinel"), ("blocked", "block Wall Sentinel")],
)
def test_attacks_of_others_do_not_stop_the_plan_for_the_next_turn(stop: str, block: str) -> None:
    match = begun(THREE.replace("hand: Minion of the Sun, Ember Carrier", "hand: Wall Sentinel"))
    step = PlanStep("move", "end")
    order = replace(with_lines(form_of(match, CY), ((step,),)), stops=(stop,))
    match.check_order(CY, order)
    keys = (
        (ADA, "attack Bridge Marshal"),
        (ADA, "seat 1"),
        (ADA, "done"),
        (BO, block),
        (ADA, "end"),
        (BO, "end"),
    )
    news = [
        seen(event, CY)
        for seat, key in keys
        for event in match.answer(seat, match.pending_questions[seat].id, (key,))
    ]
    assert match.by_order(CY, order, news).choice == ("end",)


LOSS = ScoreChanged(ADA, "LP", -1, 9)


@pytest.mark.parametrize(
    ("happened", "ends"),
    [
        ([SeenEvent(LOSS, "Smith of the Last Age")], False),
        ([SeenEvent(LOSS, "DD54")], True),
        ([SeenEvent(AttackBlocked(BO, "Ember Carrier", [], 3), ""), SeenEvent(LOSS, "Ember Carrier")], True),
        ([SeenEvent(LOSS, "Ember Carrier"), SeenEvent(TurnBegan(ADA, 2), "")], True),
        ([SeenEvent(TurnBegan(ADA, 2), ""), SeenEvent(LOSS, "Smith of the Last Age")], False),
    ],
)
def test_costs_in_ones_own_turn_do_not_end_a_plan(happened: list[SeenEvent], ends: bool) -> None:
    match = begun()
    order = planned(match, ADA, ("end",), stops=("lost",))
    assert (match.by_order(ADA, order, happened).ended is not None) == ends


@pytest.mark.parametrize(
    ("named", "target"), [("seat 1", BO), ("fewest LP", CY), ("most LP", BO), ("most FAME", CY)]
)
def test_a_target_is_named_or_chosen_during_the_attack(named: str, target: int) -> None:
    match = begun()
    match.machine.seat(CY).fame = 3
    carry_out(match, ADA, planned(match, ADA, ("attack", "Bridge Marshal"), ("target", named), ("helper",)))
    assert list(match.pending_questions) == [target]


def test_among_equal_opponents_the_next_clockwise_is_attacked() -> None:
    match = begun()
    match.machine.seat(CY).lp = match.machine.seat(BO).lp
    carry_out(match, ADA, planned(match, ADA, *ATTACK))
    assert list(match.pending_questions) == [BO]


def test_a_minion_on_the_table_attacks_before_one_from_the_hand() -> None:
    match = begun(
        """
players: Ada, Bo, Cy
card: Storm, Minion, divine
  ABILITY: +1 Combat.
card: Rush, Minion, divine, ATK 5
  COMBAT: Upon Attack: +1 Attack with this Minion.
Ada:
  hand: Storm, Rush, Rush
Bo:
  hand: Curse
scenario: Two attacks
Then it is Ada's turn
"""
    )
    on_bo = (("attack", "Rush"), ("target", "seat 1"), ("helper",))
    done = carry_out(match, ADA, planned(match, ADA, ("ability", "Storm"), *on_bo, *on_bo, ("end",)))
    assert done.order is not None
    ordered = match.by_order(ADA, done.order, answer(match, BO, "no block"))
    assert ordered.choice == ("attack again Rush",)


def test_with_one_opponent_the_target_is_passed_over() -> None:
    match = begun(TWO)
    carry_out(match, ADA, planned(match, ADA, *ATTACK))
    assert list(match.pending_questions) == [BO] and match.machine.combat.attacker.helpers


def test_a_block_is_one_sheet() -> None:
    match = begun()
    carry_out(
        match, ADA, planned(match, ADA, ("attack", "Bridge Marshal"), ("target", "seat 1"), ("helper",))
    )
    table_size = len(match.view(CY).players[BO].table)
    done = carry_out(match, BO, planned(match, BO, ("block", "Minion of the Sun"), ("helper",)))
    assert list(match.pending_questions) == [ADA] and table_size == 0
    assert any(isinstance(event.fact, AttackBlocked) for event in done.events)


def laid(match: Played, seat: int, *keys: str) -> AppliedAnswers[Referee, DystopiaView]:
    return sheet.apply_answers(sampled_match(match, seat), seat, [(key,) for key in keys])


def test_a_turn_is_put_together_with_its_numbers() -> None:
    """Steps aren't committed until one of them calls a defender or draws, which is announced beforehand (DD91)."""
    match = begun()
    out = laid(match, ADA, "deed Heroic Deed", "attack Bridge Marshal", "seat 2")
    assert out.stops is None and len(out.steps) == 2
    view = out.match.view(ADA)
    assert (view.players[ADA].fame, view.allowed.deeds, view.allowed.combats) == (7, 0, 0)
    assert view.combat is not None and view.combat.attacker.atk == 9
    assert finals(out.match, ADA) == {"done": OTHERS, "helper Mended Signpost": OTHERS}, "nothing more fits"
    submitting = finals(laid(match, ADA, "deed Heroic Deed").match, ADA)
    assert submitting.pop("end") == CHANCE
    assert submitting.pop("recruit Tunnel Guide") == OTHERS, (
        "nothing can be done after it but to end the turn"
    )
    assert all(key.startswith(("recruit ", "purchase ")) for key in submitting)
    assert match.view(ADA).players[ADA].fame == 6, "nothing has happened"


def test_a_turn_prepared_ahead_becomes_a_plan() -> None:
    """In a duel, the attacked player's own turn comes next (DD93)."""
    match = begun(TWO)
    carry_out(match, ADA, planned(match, ADA, *ATTACK))
    carry_out(match, BO, planned(match, BO, ("block", "Minion of the Sun"), ("helper",)))
    there = expected(match, BO)
    assert there is not None and there.view(BO).active == BO
    keys = ["attack Ember Carrier", "end"]
    out = sheet.apply_answers(there, BO, [(key,) for key in keys])
    assert out.stops == OTHERS, "Ada would be asked to block"
    form = match.plan_form(BO)
    assert form is not None and [name for name, _ in form.untils] == ["own"]
    order = BOOK.planned(form.order, out.decided)
    assert order is not None
    match.check_order(BO, order)
    answer(match, ADA, "end")
    assert match.by_order(BO, order, ()).choice == ("attack Ember Carrier",)


def test_a_plan_waits_for_the_turns_of_others() -> None:
    match = begun()
    there = expected(match, CY)
    assert there is not None and there.view(CY).active == CY, "Bo's turn comes before"
    order = BOOK.planned(form_of(match, CY), sheet.apply_answers(there, CY, [("end",)]).decided)
    assert order is not None
    match.check_order(CY, order)
    answer(match, ADA, "end")
    answer(match, BO, "end")
    assert match.by_order(CY, order, ()).choice == ("end",)


def test_helpers_are_one_step_of_a_plan() -> None:
    match = begun(THREE.replace("Mended Signpost,", "Mended Signpost, Mended Signpost,"))
    keys = ("attack Bridge Marshal", "seat 1", "helper Mended Signpost", "helper Mended Signpost")
    order = BOOK.planned(planned(match, ADA, ("end",)), laid(match, ADA, *keys).decided)
    assert order is not None
    assert [(step.act, step.things) for step in plan_parameters(order).lines[0]] == [
        ("attack", ("Bridge Marshal",)),
        ("target", ("seat 1",)),
        ("helper", ("Mended Signpost", "Mended Signpost#2")),
    ]


def test_that_the_turn_ends_is_a_plan_that_is_made_out_already() -> None:
    match = begun()
    carry_out(match, ADA, planned(match, ADA, *ATTACK))
    [end] = match.ready_plans(ADA)
    match.check_order(ADA, with_lines(form_of(match, ADA), (end.line,)))
    assert match.ready_plans(BO) == ()


def test_acquisitions_are_listed_by_preference() -> None:
    match = begun()
    expected = ("recruit Dawn Patrol", "recruit Tunnel Guide")
    out = sheet.apply_answers(sheet.sampled_match(match, ADA), ADA, [expected])
    taken = out.match.view(ADA).players[ADA].holds
    assert out.lost == 0 and "Tunnel Guide" in taken, "only the second is affordable"
    bought = sheet.apply_answers(
        sheet.sampled_match(match, ADA), ADA, [("recruit Tunnel Guide", "recruit Ember Carrier")]
    )
    order = BOOK.planned(form_of(match, ADA), bought.decided)
    assert order is not None
    [step] = plan_parameters(order).lines[0]
    assert (step.act, step.things) == ("acquire", ("Tunnel Guide", "Ember Carrier"))


def form_of(match: Played, seat: int) -> Order:
    form = match.plan_form(seat)
    assert form is not None
    return form.order


def test_new_cards_in_hand_end_it() -> None:
    match = begun()
    done = carry_out(match, ADA, planned(match, ADA, *ATTACK, ("end",)))
    assert done.order is not None
    news = answer(match, CY, "no block")
    ordered = match.by_order(ADA, done.order, [*news, SeenEvent(Drew(ADA, 1, ["Curse"]), "DD19")])
    assert ordered.choice is None and ordered.ended is not None


@pytest.mark.parametrize("players", ["Ada, Bo, Cy", "Ada, Bo, Cy, Di"])
def test_a_plan_stops_before_an_attack_on_a_player_who_left(players: str) -> None:
    """With three players, only one opponent is left then, who would be attacked without a question (DD121)."""
    match = begun(
        f"""
players: {players}
card: Fist, Minion, divine, ATK 5
card: Storm, Minion, divine
  ABILITY: +1 Combat.
Ada:
  hand: Storm, Fist, Fist
Bo:
  hand: Curse
scenario: Two attacks
Then it is Ada's turn
"""
    )
    on_bo = (("attack", "Fist"), ("target", "seat 1"), ("helper",))
    done = carry_out(match, ADA, planned(match, ADA, ("ability", "Storm"), *on_bo, *on_bo, ("end",)))
    assert list(match.pending_questions) == [BO] and done.order is not None
    news = [seen(event, ADA) for event in match.leave(BO, ending="resignation")]
    ordered = match.by_order(ADA, done.order, news)
    assert ordered.choice is None and str(ordered.ended) == "Something happened that it doesn't cover."


@pytest.mark.parametrize(
    "steps",
    [
        (("end",), ("deed", "Heroic Deed")),
        (("acquire", "Tunnel Guide"), ("attack", "Bridge Marshal")),
        (("attack", "Minion of the Sun"),),
        (("helper", "Mended Signpost", "Mended Signpost"),),
        (("target", "seat 0"),),
        (("acquire", "Dawn Patrol"),),
    ],
)
def test_impossible_steps_are_refused(steps: tuple[tuple[str, ...], ...]) -> None:
    match = begun()
    before = match.save()
    with pytest.raises(GameError):
        planned(match, ADA, *steps)
    assert match.save() == before


def test_a_stopped_draft_ends_even_if_its_events_are_withheld() -> None:
    match = begun()
    done = carry_out(match, ADA, planned(match, ADA, ("attack", "Bridge Marshal"), ("end",)))
    assert (done.events, done.order) == ((), None) and done.ended is not None
    assert match.pending_questions[ADA].topic == "target", (
        "the attack has begun, and the plan does not say on whom"
    )
