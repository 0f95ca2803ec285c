"""Standing orders: their answers, their ends, and that they use only their owner's knowledge."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from msgspec.structs import replace

from cards.voidream.decks import ready_made
from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.events.event import seen
from engine.kernel.match import Match
from engine.kernel.order_preview import rehearse
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.question import QuestionKind, check, random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.program import CardPool
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.orders.orders_stage import ADA, ARCANA, BO, CARDS, form, order, stage, triggered
from tests.engine.voidream.table import Stage, card, deal, with_cards
from tests.engine.voidream.views.test_secrets import EXCHANGING


class Watch:
    """An order, and the events that its owner has seen since."""

    def __init__(self, at: Stage, seat: int, given: Order) -> None:
        self.at, self.seat, self.order, self.since = at, seat, given, len(at.events)

    def held(self) -> OrderOutcome:
        happened = [seen(event, self.seat) for event in self.at.events[self.since :]]
        return self.at.match.by_order(self.seat, self.order, happened)

    def ended(self) -> str:
        outcome = self.held()
        assert outcome.choice is None
        return "" if outcome.ended is None else str(outcome.ended)


# --------------------------------------------------------------------------------------------------------- passing


def test_passing_lasts_for_the_main_phase() -> None:
    at = stage()
    mine = Watch(at, ADA, order(at, ADA, "pass"))
    assert mine.held() == OrderOutcome(("pass",))
    at.answer("pass")
    at.answer("play Bell")
    assert mine.held() == OrderOutcome(("pass",))
    at.answer("pass")
    at.answer("pass")
    assert mine.ended() == "The main phase is over."


def test_passing_for_the_round_lasts_into_the_fight_of_nightmare() -> None:
    at = stage({"hand": ["Bell", "Burn"], "mind": 4}, {"mind": 0})
    mine = Watch(at, ADA, order(at, ADA, "pass", until="round"))
    at.both_pass()
    assert mine.held() == OrderOutcome(), "it says nothing about Nightmare"
    at.answer("enter Nightmare")
    at.answer("Bell")
    if not at.can("pass"):
        at.answer()
    fought = 0
    while at.ref.position.conflict is not None:
        fought += 1
        if at.asked.seat == ADA:
            assert mine.held() == OrderOutcome(("pass",))
        at.answer("pass")
    assert fought > 1
    assert at.ref.position.round == 2
    assert mine.ended() == "The round is over."


def test_passing_in_a_conflict_ends_with_it() -> None:
    at = stage()
    at.answer("play Push")
    assert str(form(at.match, ADA, "pass").label) == "Pass for the rest of this conflict"
    mine = Watch(at, ADA, order(at, ADA, "pass"))
    assert "conflict" not in {stop.name for stop in form(at.match, ADA, "pass").stops}
    at.answer("pass")
    assert mine.held() == OrderOutcome(("pass",))
    at.answer("pass")
    assert at.ref.position.conflict is None
    assert mine.ended() == "The conflict is over."


STOPS = {
    "conflict": ("play Push", "A conflict was initiated."),
    "arcanum": ("play Bell", "Your opponent played an arcanum."),
    "ability": ("activate Page", "Your opponent activated an ability."),
    "entered": ("play Rise", "Your opponent brought a card into play or unveiled one."),
    "mine": ("play Spark", "One of your cards left play or took damage."),
    "dream damage": ("play Burn", "You were dealt Dream damage."),
    "depth": ("play Burn", "Your depth has changed."),
    "new": ("play Wake", "You have a new option."),
}


@pytest.mark.parametrize("name", STOPS)
def test_each_stop_ends_an_order_when_it_happens_and_only_then(name: str) -> None:
    does, reason = STOPS[name]
    tall = card("Tall", Kind.THOUGHT, 3)
    at = Stage(
        [*CARDS, tall],
        {
            "hand": ARCANA,
            "play": ["Guard", "Page"],
            "exhausted": ["Page"],
            "deck": ["Blank", "Tall", "Blank", "Blank"],
        },
        {"hand": [*ARCANA, "Wake"], "play": ["Page"], "deck": ["Guard"] + ["Blank"] * 4},
    )
    mine = Watch(at, ADA, order(at, ADA, "pass", stops=(name,)))
    others = Watch(at, ADA, order(at, ADA, "pass"))
    assert mine.held() == OrderOutcome(("pass",))
    at.answer("pass")
    at.answer(does)
    while any(one.seat == BO for one in at.match.questions.values()) or not at.can("pass"):
        question = at.asked
        option = next((o.key for o in question.options if o.key.startswith(("play", "Guard"))), None)
        at.answer(*([option] if option and question.minimum else []))
    assert mine.ended() == reason
    assert others.held() == OrderOutcome(("pass",))


def test_an_opponents_pass_ends_an_order_with_that_stop() -> None:
    at = stage(active=BO)
    mine = Watch(at, ADA, order(at, ADA, "pass", stops=("passed",)))
    others = Watch(at, ADA, order(at, ADA, "pass"))
    at.answer("pass")
    assert mine.ended() == "Your opponent passed."
    assert others.held() == OrderOutcome(("pass",))


def test_a_players_own_acts_end_none_of_their_orders() -> None:
    at = stage({"play": ["Guard"]})
    mine = Watch(at, ADA, order(at, ADA, "pass", stops=("arcanum", "ability", "entered", "passed")))
    at.answer("play Bell")
    assert mine.held() == OrderOutcome()


def test_without_being_asked_orders_can_be_given_and_end_but_answer_nothing() -> None:
    at = stage(active=BO)
    assert ADA not in at.match.questions
    mine = Watch(at, ADA, order(at, ADA, "pass", stops=("arcanum",)))
    assert mine.held() == OrderOutcome()
    at.answer("play Bell")
    assert mine.ended() == "Your opponent played an arcanum."


# ------------------------------------------------------------------------------------------------------------ cuts


def shuffled() -> Stage:
    at = stage({"hand": [*ARCANA, "Stir"]})
    at.answer("play Stir")
    return at


def test_an_order_can_refuse_a_cut_or_place_it() -> None:
    at = shuffled()
    assert at.asked.seat == BO
    assert Watch(at, BO, order(at, BO, "cut", how="never")).held() == OrderOutcome(("0",))
    assert Watch(at, BO, order(at, BO, "cut", how="at")).held().choice is not None
    place = order(at, BO, "cut", how="at").with_number(3)
    at.match.check_order(BO, place)
    assert Watch(at, BO, place).held() == OrderOutcome(("3",))
    drawn = Watch(at, BO, order(at, BO, "cut", how="drawn")).held()
    assert drawn.choice is None and ("0",) not in drawn.random_choices
    places = {drawn.drawn(Chance(f"{n}")) for n in range(200)}
    assert places == set(drawn.random_choices), "every place occurs, independently of the match's seed"
    for place in drawn.random_choices:
        check(at.asked, place)


def test_a_deck_that_is_too_small_to_be_cut_there_ends_the_order() -> None:
    at = shuffled()
    far = Watch(at, BO, order(at, BO, "cut", how="at").with_number(30))
    assert far.ended() == "The deck is too small to cut at 30."


def test_the_cut_before_the_match_is_never_refused() -> None:
    bench = with_cards(CardPool(SET.values()))
    match, _ = Match.begin(bench, deal(decks(1, 2)), "cuts")
    chance = Chance("cuts")
    while ADA not in match.questions or match.questions[ADA].kind is not QuestionKind.NUMBER:
        seat = min(match.questions)
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    never = form(match, ADA, "cut", how="never")
    assert match.by_order(ADA, never.order) == OrderOutcome()
    choices = match.by_order(ADA, form(match, ADA, "cut", how="drawn").order).random_choices
    question = match.questions[ADA]
    assert [int(place) for (place,) in choices] == list(range(1, question.maximum + 1)), (
        "each place is as likely"
    )
    assert form(match, ADA, "cut", how="at").number is not None


def test_an_order_can_define_the_order_of_triggers() -> None:
    at = triggered()
    keys = [option.key for option in at.asked.options]
    assert sorted(key[2:] for key in keys) == ["Chime", "Echo"]
    assert Watch(at, ADA, order(at, ADA, "triggers", listed=())).held() == OrderOutcome(tuple(keys))
    mine = next(one for one in at.match.order_forms(ADA) if one.things)
    assert [key for key, _ in mine.things] == [key[2:] for key in keys]
    turned = mine.order.with_listed(tuple(key[2:] for key in reversed(keys)))
    at.match.check_order(ADA, turned)
    assert Watch(at, ADA, turned).held() == OrderOutcome(tuple(reversed(keys)))


def test_an_order_of_triggers_covers_only_those() -> None:
    at = triggered()
    mine = next(one for one in at.match.order_forms(ADA) if one.things).order
    assert Watch(at, ADA, mine.with_listed(("Echo", "Host"))).held() == OrderOutcome()


# ------------------------------------------------------------------------------------------------------- Nightmare


def facing(hand: list[str], discard: str) -> tuple[Stage, Watch]:
    at = stage({"hand": hand, "mind": 4}, {"mind": 0})
    mine = Watch(at, ADA, order(at, ADA, "Nightmare", discard=discard))
    return at, mine


def test_an_order_avoids_nightmare_with_the_named_arcanum() -> None:
    at, mine = facing(["Bell", "Burn"], "Burn")
    assert mine.held() == OrderOutcome(), "nothing is asked about Nightmare yet"
    at.both_pass()
    assert mine.held() == OrderOutcome(("Burn",))


def test_an_order_can_always_enter_nightmare() -> None:
    at, mine = facing(["Bell", "Burn"], "")
    at.both_pass()
    assert mine.held() == OrderOutcome(("enter Nightmare",))


def test_an_arcanum_that_is_no_longer_in_hand_ends_the_order() -> None:
    at, mine = facing(["Bell", "Burn", "Rise"], "Bell")
    at.answer("play Bell")
    at.both_pass()
    assert mine.ended() == "Bell is no longer in your hand."


def test_an_arcanum_in_the_void_ends_the_order_at_once() -> None:
    bell = card("Bell", Kind.ARCANUM, 4, "Roll.", inverted="Roll.")
    at = Stage([*CARDS, bell], {"hand": ["Bell", "Burn"]}, {"hand": ["Burn"]})
    mine = Watch(at, ADA, order(at, ADA, "Nightmare", discard="Bell"))
    at.answer("invert Bell")
    assert mine.ended() == "Bell is in the Void."


def test_the_first_available_arcanum_of_the_list_goes_to_the_void() -> None:
    at = stage({"hand": ["Bell", "Burn"], "arcana": ["Rise"], "mind": 4}, {"mind": 0})
    void_form = form(at.match, ADA, "void")
    assert [key for key, _ in void_form.things] == ["Bell", "Burn", "Rise"]
    given = void_form.order.with_listed(("Rise", "Bell"))
    at.match.check_order(ADA, given)
    mine = Watch(at, ADA, given)
    at.both_pass()
    assert mine.held() == OrderOutcome()
    at.answer("enter Nightmare")
    assert mine.held() == OrderOutcome(("Rise",))
    none = Watch(at, ADA, given.with_listed(("Spark",)))
    assert none.ended() == "None of the listed arcana is in your hand."


# ------------------------------------------------------------------------------------- defending, may, rolling


def test_an_order_can_decline_to_defend() -> None:
    at = stage({}, {"play": ["Guard"]})
    mine, theirs = Watch(at, BO, order(at, BO, "defend")), Watch(at, ADA, order(at, ADA, "defend"))
    at.answer("play Push")
    assert at.asked.seat == BO
    assert mine.held() == OrderOutcome(())
    assert theirs.held() == OrderOutcome()
    at.answer()
    assert mine.held() == OrderOutcome(), "the open questions are actions"


def test_attackers_are_not_defending() -> None:
    at = stage({"play": ["Guard"]})
    mine = Watch(at, ADA, order(at, ADA, "defend"))
    at.answer("play Push")
    assert at.asked.seat == ADA
    assert mine.held() == OrderOutcome()


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_order_answers_a_choice_of_cards(answer: str) -> None:
    at = stage({"play": ["Host"]})
    mine = Watch(at, ADA, order(at, ADA, "may", card="Host", answer=answer))
    at.answer("play Push")
    assert mine.held() == OrderOutcome(), "declaring attackers is a separate question"
    at.answer()
    assert mine.held() == OrderOutcome((answer,))
    assert form(at.match, ADA, "may", card="Host", answer=answer).answers_now


def test_a_missing_card_ends_its_order() -> None:
    flare = card("Flare", Kind.ARCANUM, 4, "Destroy an entity.")
    at = Stage([*CARDS, flare], {"hand": ARCANA, "play": ["Host"]}, {"hand": ["Flare"]}, BO)
    mine = Watch(at, ADA, order(at, ADA, "may", card="Host", answer="no"))
    at.answer("play Flare")
    assert mine.ended() == "Host is no longer there."


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_player_with_siege_rolls_always_or_never(answer: str) -> None:
    at = stage({"play": ["Ram"]})
    at.answer("play Push")
    mine = Watch(at, ADA, order(at, ADA, "roll", answer=answer, until="match"))
    at.both_pass()
    assert mine.held() == OrderOutcome((answer,))


def test_orders_to_roll_need_siege() -> None:
    assert all(one.order.kind != "roll" for one in stage().match.order_forms(ADA))


# ------------------------------------------------------------------------------------------------ forms and refusals


def test_orders_that_would_answer_come_first() -> None:
    at = stage()
    forms = at.match.order_forms(ADA)
    assert forms[0].order.kind == "pass"
    assert [one.answers_now for one in forms] == sorted((one.answers_now for one in forms), reverse=True)
    assert not any(one.answers_now for one in at.match.order_forms(BO))


# ------------------------------------------------------------------------------------------------------- in general


@pytest.mark.parametrize("number", range(4))
def test_orders_use_only_their_owners_knowledge_and_answer_legally(number: int) -> None:
    """With other hidden information, the owner can give the same orders with the same results."""
    chance = Chance(f"orders {number}")
    counts: Counter[str] = Counter()
    for at in range(5):
        bench = with_cards(CardPool(SET.values()))
        setup = deal(decks(number + 4 * at, 2 * number + at + 1))
        match, events = Match.begin(bench, setup, f"orders {number} {at}")
        known = [[seen(event, seat) for event in events] for seat in (ADA, BO)]
        active: list[tuple[int, Order, int]] = []
        while match.outcome is None and match.turn_count < 250:
            seat = chance.pick(sorted(match.questions))
            twin = EXCHANGING.exchange(match, seat, chance)
            forms, same = match.order_forms(seat), twin.order_forms(seat)
            assert forms == same
            for one in forms:
                match.check_order(seat, one.order)
            if forms and chance.below(3) == 0:
                given = chance.pick(list(forms))
                stops = tuple(stop.name for stop in given.stops if chance.below(2))
                until = chance.pick([name for name, _ in given.untils])
                active.append((seat, replace(given.order, stops=stops, until=until), len(known[seat])))
            for each in list(active):
                owner, given_order, since = each
                if owner != seat:
                    continue
                result = match.by_order(owner, given_order, known[owner][since:])
                assert twin.by_order(owner, given_order, known[owner][since:]) == result
                assert not result.answers or result.ended is None
                if result.answers:
                    for choice in result.random_choices or (result.choice,):
                        assert choice is not None
                        check(match.questions[owner], choice)
                    counts[given_order.kind] += 1
                if result.ended is not None:
                    active.remove(each)
                    counts["ended"] += 1
            question = match.questions[seat]
            events = match.answer(seat, question.id, random_choice(question, chance))
            for viewer in (ADA, BO):
                known[viewer] += (seen(event, viewer) for event in events)
    assert counts["ended"] > 10
    assert counts["pass"] > 5


def test_the_last_round_is_rehearsed() -> None:
    ready = list(ready_made())
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup([ready[0], ready[3]]), "rehearsal 1")
    players = [Greedy(Chance(f"rehearsal {seat}")) for seat in (0, 1)]

    def on(rounds: int) -> None:
        while VOIDREAM.round_number(match.machine) < rounds:
            seat = min(match.questions)
            choice = players[seat].answer(match.questions[seat], partial(match.view, seat))
            match.answer(seat, match.questions[seat].id, choice)

    on(1)
    listed = form(match, ADA, "triggers", listed=()).order
    assert rehearse(match, ADA, listed) == ()
    on(3)
    while not match.order_forms(ADA)[0].answers_now or match.order_forms(ADA)[0].order.kind != "pass":
        seat = min(match.questions)
        choice = players[seat].answer(match.questions[seat], partial(match.view, seat))
        match.answer(seat, match.questions[seat].id, choice)
    before = match.save()
    rehearsal = rehearse(match, ADA, match.order_forms(ADA)[0].order)
    assert rehearsal
    assert str(rehearsal[0].ordered) == "Pass"
    assert str(rehearsal[0].purpose).startswith("Your turn")
    assert [one.ended is None for one in rehearsal[:-1]] == [True] * (len(rehearsal) - 1), (
        "nothing follows its end"
    )
    assert all((one.ordered is None) != (one.ended is None) for one in rehearsal)
    assert match.save() == before
