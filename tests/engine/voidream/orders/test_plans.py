"""Plans: the trigger and act of each step, their ends, and that they use only their owner's knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from cards.voidream.decks import ready_made
from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, SeenEvent, TakenBack, seen
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.orders.plan import PlanForm, PlanStep, with_lines
from engine.kernel.question import QuestionKind, check, random_choice, same_choice
from engine.kernel.simulation import play as play_through
from engine.voidream.facts.cards import Damaged
from engine.voidream.game import VOIDREAM
from engine.voidream.orders.book import BOOK
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.program import CardPool
from engine.voidream.referee import Referee
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.orders.orders_stage import ADA, BO
from tests.engine.voidream.orders.plans import ARCANA, POOL, Plan, Said, fight, play, stage
from tests.engine.voidream.table import Stage, card, deal, with_cards
from tests.engine.voidream.views.test_secrets import EXCHANGING
from tests.games.orders import with_methods

TOP = ["Guard", "Blank", "Blank", "Blank", "Blank"]


UNFORESEEN = "Something happened that it doesn't cover."

# --------------------------------------------------------------------------------------------------------- triggers

FIRST: list[tuple[str, Said, tuple[str, ...], tuple[str, ...]]] = [
    ("attack", ("attack", "defend", ["Guard"]), ("play Push",), ("Guard",)),
    ("nobody", ("attack", "defend"), ("play Push",), ()),
    ("dawn", ("attack at dawn", "defend", ["Page", "Guard"]), ("play Push",), ("Guard", "Page")),
    ("dusk", ("attack at dusk", "defend", ["Page"]), ("play Any Hour", "dusk"), ("Page",)),
    ("passed", ("passed", "play", ["Bell"]), ("pass",), ("play Bell",)),
    ("arcanum", ("arcanum", "pass"), ("play Bell",), ("pass",)),
    ("arcanum and attack", ("arcanum", "defend", ["Page"]), ("play Push",), ("Page",)),
    ("named", ("arcanum Burn", "pass"), ("play Burn",), ("pass",)),
    ("ability", ("ability", "activate", ["Page"]), ("activate Page",), ("activate Page",)),
    ("named ability", ("ability Page", "pass"), ("activate Page",), ("pass",)),
    ("turn", ("turn", "play", ["Push"]), ("play Bell",), ("play Push",)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "planned", "does", "expected"), FIRST)
def test_a_step_is_carried_out_at_its_trigger(
    name: str, planned: Said, does: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    at = stage(bo={"arcana": ["Burn"], "play": ["Page"]})
    plan = Plan(at, [planned])
    assert plan.held() == OrderOutcome(), "Bo is asked"
    play(at, *does)
    plan.answers(*expected)


OTHER_QUESTIONS: list[tuple[Said, str]] = [
    (("attack at dusk", "defend", ["Guard"]), "play Push"),
    (("attack", "defend", ["Guard"]), "play Bell"),
    (("passed", "pass"), "play Bell"),
    (("arcanum", "pass"), "pass"),
    (("ability", "pass"), "play Bell"),
    (("turn", "pass"), "play Push"),
    (("fight", "pass"), "play Bell"),
    (("Nightmare", "enter"), "pass"),
]


@pytest.mark.parametrize(("planned", "does"), OTHER_QUESTIONS)
def test_a_plan_ends_at_any_other_question(planned: Said, does: str) -> None:
    at = stage()
    plan = Plan(at, [planned])
    play(at, does)
    assert plan.ended() == UNFORESEEN
    assert plan.held().unless_answered, "another of her orders can answer instead"


def test_a_plan_answers_the_questions_of_its_steps() -> None:
    """Her own attack: she plays, declares, chooses dusk and passes during the conflict. Then it is her turn."""
    at = stage(active=ADA)
    plan = Plan(
        at,
        [
            ("turn", "play", ["Any Hour"]),
            ("declare", "attack", ["Guard"]),
            ("kind", "dusk"),
            ("fight", "throughout"),
            ("turn", "play", ["Bell"]),
        ],
    )
    plan.answers("play Any Hour")
    plan.answers("Guard")
    plan.answers("dusk")
    fight(at, plan)
    assert at.asked.seat == BO
    at.answer("pass")
    plan.answers("play Bell")
    at.answer("pass")
    assert plan.ended() == "It was carried out."


def test_a_plan_evokes_and_chooses_the_named_cards() -> None:
    at = stage({"deck": TOP}, active=ADA)
    plan = Plan(
        at,
        [
            ("turn", "play", ["Rise"]),
            ("evoke", "take"),
            ("turn", "play", ["Spark"]),
            ("choose", "pick", ["Page"]),
        ],
    )
    plan.answers("play Rise")
    plan.answers("play")
    at.answer("pass")
    plan.answers("play Spark")
    plan.answers("Page")
    assert plan.at.told(Damaged)


def test_a_plan_can_accept_an_optional_effect() -> None:
    at = stage({"play": ["Host"]}, active=ADA)
    plan = Plan(at, [("turn", "play", ["Push"]), ("declare", "attack"), ("may", "yes")])
    plan.answers("play Push")
    plan.answers()
    plan.answers("yes")


@pytest.mark.parametrize(
    ("act", "expected"), [(("discard", ["Burn"]), "Burn"), (("enter",), "enter Nightmare")]
)
def test_a_plan_decides_how_to_face_nightmare(act: tuple[str, list[str]] | tuple[str], expected: str) -> None:
    at = stage({"hand": ["Bell", "Burn"]}, {"mind": 0, "hand": ["Bell"]})
    plan = Plan(at, [("passed", "pass"), ("Nightmare", *act)])  # type: ignore[list-item]
    at.answer("pass")
    plan.answers("pass")
    plan.answers(expected)


# -------------------------------------------------------------------------------------------------- lines and ends


def test_a_plan_follows_only_the_first_line_that_applies() -> None:
    lines: tuple[list[Said], ...] = (
        [("attack", "defend", ["Guard"]), ("fight", "throughout")],
        [("passed", "play", ["Bell"]), ("passed", "pass")],
    )
    at = stage()
    plan = Plan(at, *lines)
    at.answer("pass")
    plan.answers("play Bell")
    at.answer("play Push")
    assert plan.ended() == UNFORESEEN, "the opponent attacks, which is in the other line"
    at = stage()
    plan = Plan(at, *lines)
    play(at, "play Push")
    plan.answers("Guard")
    fight(at, plan)
    while at.asked.seat == BO:
        at.answer("pass")
    assert plan.ended() == "It was carried out."


def test_an_impossible_act_ends_a_plan_with_a_reason() -> None:
    at = stage({"mind": 0, "play": ["Page"]})
    plan = Plan(at, [("passed", "play", ["Bell"])])
    at.answer("pass")
    assert plan.ended().startswith("I couldn't carry it out: Your mind is spent")
    flare = card("Flare", Kind.ARCANUM, 4, "Destroy an entity.\nInitiate a dawn conflict.")
    at = Stage([*POOL, flare], {"hand": ARCANA, "play": ["Guard", "Page"]}, {"hand": ["Flare"]}, BO)
    plan = Plan(at, [("attack", "defend", ["Guard"])])
    play(at, "play Flare", "Guard")
    assert plan.ended() == "I couldn't carry it out: You control no entity called Guard."


def test_a_plan_ends_at_its_stops() -> None:
    at = stage()
    plan = Plan(at, [("arcanum", "pass")], stops=("dream damage",))
    at.answer("play Burn")
    assert plan.ended() == "You were dealt Dream damage."
    at = stage()
    plan = Plan(at, [("passed", "pass"), ("Nightmare", "enter"), ("turn", "pass")], until="round")
    at.both_pass()
    at.answer(next(option.key for option in at.asked.options))
    while at.ref.position.round == 1:
        at.answer("pass") if at.can("pass") else at.answer(at.asked.options[0].key)
    assert plan.ended() == "The round is over."


def test_a_take_back_ends_a_plan() -> None:
    at = stage()
    plan = Plan(at, [("passed", "pass")])
    at.answer("pass")
    at.events.append(Event(TakenBack(BO, 1)))
    assert plan.ended() == "A move was taken back after you gave it."


def test_a_plan_does_not_answer_the_question_open_when_it_was_given() -> None:
    at = stage(active=ADA)
    plan = Plan(at, [("passed", "pass")])
    outcome = plan.held()
    assert outcome.choice is None and outcome.ended is None and outcome.after is not None
    plan.order = outcome.after
    at.answer("play Bell")
    at.answer("pass")
    plan.answers("pass")


def test_a_plan_can_contain_steps_that_are_possible_only_later() -> None:
    at = stage({"mind": 0, "play": ["Page"]}, active=ADA)
    plan = Plan(at, [("turn", "play", ["Bell"])])
    outcome = plan.held()
    assert outcome.choice is None and outcome.ended is None and outcome.after is not None
    plan.order = outcome.after
    at.answer("activate Page")
    at.answer("play Bell")
    assert plan.ended().startswith("I couldn't carry it out: Your mind is spent")


def test_a_plan_ignores_cuts_and_the_order_of_triggers() -> None:
    at = stage(bo={"hand": [*ARCANA, "Stir"]})
    plan = Plan(at, [("arcanum", "pass")])
    at.answer("play Stir")
    assert at.asked.kind is QuestionKind.NUMBER
    assert plan.held() == OrderOutcome()
    at.answer("0")
    plan.answers("pass")


def test_a_pass_that_was_forced_counts_as_the_one_that_was_planned() -> None:
    """A player who can only pass isn't asked: the plan continues after that, and only then."""
    at = stage({"mind": 0, "play": []})
    plan = Plan(at, [("arcanum", "pass"), ("attack", "defend"), ("passed", "pass")])
    at.answer("play Bell")
    assert at.match.forced() == (ADA, ("pass",))
    at.answer("pass")
    play(at, "play Push")
    assert at.match.forced() == (ADA, ("pass",)), "she has no possible defenders"
    assert plan.ended() == UNFORESEEN
    at = stage({"mind": 0, "play": ["Guard"]})
    plan = Plan(at, [("arcanum", "pass"), ("attack", "defend")])
    at.answer("play Bell")
    at.answer("pass")
    play(at, "play Push")
    plan.answers()


@pytest.mark.parametrize("act, stops", [("play Bell", True), ("pass", False)])
def test_a_plan_can_stop_at_any_decision_of_the_opponent(act: str, stops: bool) -> None:
    """The deciding seat matters, not the kind of act."""
    at = stage(bo={"hand": [*ARCANA, "Bell"]})
    plan = Plan(at, [("turn", "pass")], stops=("others",))
    at.answer(act)
    if stops:
        assert plan.ended() == "Your opponent did more than pass."
    else:
        plan.answers("pass")


# ------------------------------------------------------------------------------------------------------- in general


def drawn_plan(known: PlanForm, chance: Chance) -> Order:
    """Return a random plan of one or two lines."""

    def drawn_step() -> PlanStep:
        when = chance.pick(list(known.whens))
        act = chance.pick(list(when.acts))
        keys = [key for key, _ in act.things]
        chance.shuffle(keys)
        return PlanStep(when.key, act.key, tuple(keys[: act.least + chance.below(act.most - act.least + 1)]))

    lines = tuple(tuple(drawn_step() for _ in range(1 + chance.below(2))) for _ in range(1 + chance.below(3)))
    stops = tuple(stop.name for stop in known.stops if chance.below(8) == 0)
    return replace(with_lines(known.order, lines), stops=stops, until="match")


def test_plans_use_only_their_owners_knowledge_and_answer_legally() -> None:
    """With other hidden information, the owner can give the same plans with the same results."""
    chance = Chance("plans")
    counts: Counter[str] = Counter()
    for at in range(2):
        bench = with_cards(CardPool(SET.values()))
        match, events = Match.begin(bench, deal(decks(at, 2 * at + 1)), f"plans {at}")
        known = [[seen(event, seat) for event in events] for seat in (ADA, BO)]
        active: list[tuple[int, Order, int]] = []
        while match.outcome is None and match.turn_count < 120:
            seat = chance.pick(sorted(match.questions))
            twin = EXCHANGING.exchange(match, seat, chance)
            can = match.plan_form(seat)
            assert can == twin.plan_form(seat)
            question = match.questions[seat]
            choice = random_choice(question, chance)
            following: list[tuple[int, Order, int]] = []
            for owner, order, since in active:
                if owner != seat:
                    following.append((owner, order, since))
                    continue
                happened = known[owner][since:]
                result = match.by_order(owner, order, happened)
                assert twin.by_order(owner, order, happened) == result
                assert twin.read_plan(owner, order) == match.read_plan(owner, order)
                if result.choice is not None:
                    check(question, result.choice)
                    assert result.after is not None and result.after.past == len(happened)
                    counts["answered"] += 1
                    if chance.below(4):
                        choice = result.choice
                    if same_choice(question, result.choice, choice):
                        following.append((owner, result.after, since))
                elif result.ended is None:
                    following.append((owner, result.after or order, since))
                else:
                    counts[str(result.ended)] += 1
            active = following
            if can is not None:
                for _ in range(3):
                    order = drawn_plan(can, chance)
                    match.check_order(seat, order)
                    active.append((seat, order, len(known[seat])))
            events = match.answer(seat, question.id, choice)
            for viewer in (ADA, BO):
                known[viewer] += (seen(event, viewer) for event in events)
    assert counts["answered"] > 20, counts
    assert counts[UNFORESEEN] > 100 and counts["It was carried out."] > 5, counts


def test_the_greedy_player_plans_how_to_defend() -> None:
    ready, counts = list(ready_made()), Counter[str]()

    def by_order(ref: Referee, seat: int, order: Order, happened: Sequence[SeenEvent]) -> OrderOutcome:
        outcome = BOOK.by_order(ref, seat, order, happened)
        if order.kind == "plan":
            counts["answered" if outcome.choice is not None else str(outcome.ended)] += 1
        return outcome

    game = replace(VOIDREAM, orders=with_methods(BOOK, by_order=by_order))
    players = [Greedy(Chance(f"planning {seat}")) for seat in (ADA, BO)]
    play_through(game, game.setup([ready[0], ready[1]]), "planning", players, orders=True)
    assert counts["answered"] > 0 and counts[UNFORESEEN] > 0
