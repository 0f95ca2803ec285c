"""Standing orders: their answers, their ends, and refused ones. Whether they answer is not a secret (DW110)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cards.i18n import Locale, translator
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.mutations import put_into_pile
from engine.dreamweavers.orders.book import BOOK
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.question import check, random_choice
from tests.engine.dreamweavers.orders.stage import ADA, BO, Stage
from tests.engine.dreamweavers.views.twins import SETUP, twin_of

BOS_TURN = "turn: Bo\ntracker: Bo 5"


def attacked(
    ego: str = "0, 0, 0", hand: str = "2, 3, Nod", ada: str = "", bo: str = "thoughts: Hound"
) -> Stage:
    """A position in which Bo may attack. Ada has this hand."""
    return Stage(f"hand: {hand}; ego: {ego}; {ada}".rstrip("; "), bo, said=BOS_TURN)


# ----------------------------------------------------------------------------------------------------------- setting up


def test_a_draft_list_picks_the_best_that_are_left() -> None:
    at = Match.new(DREAMWEAVERS, [None, None], "a draft")
    first = next(iter(at.questions))
    second = 1 - first
    notions = [option.key for option in at.questions[first].options]
    (form,) = [one for one in at.order_forms(second) if one.order.kind == "draft"]
    assert [key for key, _ in form.things] == notions
    liked = form.order.with_listed(tuple(notions[::-1]))
    at.check_order(second, liked)
    assert at.by_order(second, liked) == OrderOutcome(), "she is not asked yet"
    at.answer(first, at.questions[first].id, (notions[-1],))
    assert set(at.by_order(second, liked).choice or ()) == {notions[-2], notions[-3]}
    at.answer(second, at.questions[second].id, (notions[-2], notions[-3]))
    while at.pending_questions[next(iter(at.pending_questions))].topic == Topic.DRAFT:
        seat = next(iter(at.pending_questions))
        at.answer(seat, at.questions[seat].id, tuple(notions[: at.questions[seat].minimum]))
        notions = notions[2:]
    with pytest.raises(GameError, match="can't order that now"):
        at.check_order(second, liked)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (["Rage"], "every notion that is left"),
        (["Rage", "Rage"], "each once"),
        (["Cheese"], "holds notions"),
    ],
)
def test_invalid_lists_are_refused(order: list[str], sentence: str) -> None:
    at = Match.new(DREAMWEAVERS, [None, None], "a draft")
    seat = next(iter(at.questions))
    form = next(one for one in at.order_forms(seat) if one.order.kind == "draft")
    with pytest.raises(GameError, match=sentence):
        at.check_order(seat, form.order.with_listed(tuple(order)))


def test_an_order_keeps_any_opening_hand() -> None:
    at = Match.new(DREAMWEAVERS, [None, None], "a hand")
    chance = Chance("a hand")
    (keep,) = [one.order for one in at.order_forms(ADA) if one.order.kind == "keep"]
    at.check_order(ADA, keep)
    while (asked := at.pending_questions[min(at.pending_questions)]).topic != Topic.MULLIGAN:
        assert at.by_order(ADA, keep) == OrderOutcome()
        at.answer(
            min(at.pending_questions),
            asked.id,
            random_choice(at.questions[min(at.pending_questions)], chance),
        )
    assert at.by_order(ADA, keep).choice == ()
    for seat in (ADA, BO):
        at.answer(seat, at.questions[seat].id, ())
    assert str(at.by_order(ADA, keep).ended) == "The first turn has begun."


# ------------------------------------------------------------------------------------------------------------- defences


def test_no_shields_while_the_ego_has_enough() -> None:
    at = attacked(bo="thoughts: Hound, Tower, Dart; ego: 9")
    at.give("no shields", n=2, until="turn")
    at.answer("attack Hound > Ego")
    at.answers("pass")
    assert len(at.ref.seats[ADA].ego) == 2
    at.answer("attack Tower > Ego")
    at.answers("pass")
    at.answer("attack Dart > Ego")
    assert at.asked.seat == ADA and at.says_nothing(), "one card is left"


def test_an_order_of_no_shields_for_thoughts_does_not_cover_the_ego() -> None:
    at = attacked(ada="thoughts: 5 (tapped), Wall", bo="thoughts: Hound, Tower, Dart")
    at.give("not for thoughts")
    at.answer("attack Hound > Plain 5")
    at.answers("pass")
    at.answer("attack Tower > Ego")
    assert at.says_nothing()
    at.answer("guard Wall")
    assert at.says_nothing(), "after a Guardian stepped in, she decides"


@pytest.mark.parametrize(("locale", "room"), [(Locale.ENGLISH, 21), (Locale.SPANISH, 20)])
def test_orders_are_named_in_full_beside_the_answer(locale: Locale, room: int) -> None:
    """The number of letters that fit beside the button "No shields" in a line on a phone."""
    forms = attacked(ada="thoughts: Wall").match.order_forms(ADA)
    named = [
        form.beside or form.label for form in forms if form.order.kind in ("no shields", "not for thoughts")
    ]
    assert len(named) == 2
    assert all(len(f"{translator(locale)(label)} …") <= room for label in named)


def test_the_first_shields_of_a_list_that_are_enough() -> None:
    at = attacked(hand="2, 3, 6, Nod", bo="thoughts: Hound, Tower; ego: 9")
    order = at.give("shields", n=6, listed=("Plain 3", "Plain 2", "", "Plain 6"), stops=())
    assert str(at.match.order_words(order)) == (
        "Shield the Ego against power up to 6 with Plain 3 and Plain 2, until your next turn."
    )
    at.answer("attack Tower > Ego")
    at.answers("pass")
    at.answer("attack Hound > Ego")
    at.answers("shields")
    at.answers("Plain 2", "Plain 3")
    assert len(at.ref.seats[ADA].ego) == 2


def test_an_insufficient_list_of_shields_does_not_answer() -> None:
    at = attacked(bo="thoughts: Hound")
    at.give("shields", n=3)
    at.answer("attack Hound > Ego")
    assert at.says_nothing()


@pytest.mark.parametrize(
    ("kind", "said", "sentence"),
    [
        ("shields", {"listed": ("Nod",)}, "holds Thoughts of your hand"),
        ("shields", {"listed": ("", "Plain 2")}, "holds Thoughts of your hand"),
        ("shields", {"n": 31}, "up to which power: 1 to 30"),
        ("no shields", {"n": 0}, "how many cards your Ego must have: 1 to 10"),
        ("pass", {"listed": ("Nod",)}, "your opponent's cards"),
        ("trap", {"play": "Plain 2"}, "plays a Feeling that you hold"),
        ("trap", {"card": "Hound"}, "one of your cards in play"),
    ],
)
def test_impossible_orders_are_refused_with_a_reason(kind: str, said: dict[str, Any], sentence: str) -> None:
    at = attacked(ada="thoughts: Wall", bo="thoughts: Hound; hand: Shove")
    with pytest.raises(GameError, match=sentence):
        at.give(kind, **said)


def test_unknown_spans_and_stops_are_refused() -> None:
    at = attacked()
    for wrong, sentence in (
        ({"until": "year"}, "can't last until"),
        ({"until": "setup"}, "Check your orders again"),
        ({"stops": ("rain",)}, "can't end at “rain”"),
        ({"kind": "sleep"}, "That order doesn't exist"),
    ):
        order = replace(at.form(ADA, "no shields").order, **wrong)
        with pytest.raises(GameError, match=sentence):
            at.match.check_order(ADA, order)


# -------------------------------------------------------------------------------------------------------------- answers


def answering(
    hand: str = "Nod, 1", bo: str = "hand: Shove, Echo, Glee, Nod", ada: str = "thoughts: Wall, 2"
) -> Stage:
    """Bo has nothing to pay with, so Ada can respond to every card that he plays."""
    hand_of_bo = bo.replace(", Nod", "") if "Nod" in hand else bo
    return Stage(f"hand: {hand}; {ada}", hand_of_bo, said="turn: Bo\ntracker: 0")


def test_effects_happen_until_one_names_a_card_of_hers() -> None:
    at = answering()
    at.give("pass", until="match")
    at.answer("play Echo")
    at.answers("pass")
    at = answering()
    at.give("pass", until="match")
    at.answer("play Shove")
    at.answer("Wall")
    assert at.asked.seat == ADA and at.asked.topic == Topic.ANSWER
    assert at.ended() == "Your opponent named one of your cards."


def test_an_order_lets_effects_happen_until_a_named_card() -> None:
    at = answering()
    order = at.give("pass", stops=(), listed=("Echo", "", "Shove"))
    assert str(at.match.order_words(order)) == "Don't answer until Echo is on standby, until your next turn."
    at.answer("play Echo")
    assert at.ended() == "Echo is on standby."
    at = answering()
    at.give("pass", stops=(), listed=("Echo", "", "Shove"))
    at.answer("play Shove")
    at.answer("Wall")
    at.answers("pass")


def test_a_trap_plays_its_feeling_when_its_card_is_named_and_not_for_another() -> None:
    at = answering()
    at.give("trap", card="Wall", play="Nod")
    at.answer("play Shove")
    at.answer("Wall")
    at.answers("play Nod")
    at = answering()
    at.give("trap", card="Wall", play="Nod")
    at.answer("play Shove")
    at.answer("Plain 2")
    assert at.says_nothing()


def test_a_trap_without_its_feeling_passes() -> None:
    at = answering()
    at.give("trap", card="Wall", play="Nod")
    nod = next(card for card in at.ref.seats[ADA].hand if at.ref.title(card) == "Nod")
    put_into_pile(at.ref, [nod], "mind", "bottom")
    at.answer("play Shove")
    at.answer("Wall")
    assert at.held().choice == ("pass",)


# --------------------------------------------------------------------------------------------------------- how long


def test_spans() -> None:
    ada = "thoughts: Hound; hand: 2"
    for until, ends in (("turn", "The turn is over."), ("next", ""), ("match", "")):
        at = Stage(ada, "hand: 3")
        at.give("pass", until=until, stops=())
        at.answer("let go")
        assert at.ref.position.active == BO
        assert at.ended() == ends, until
        at.answer("let go")
        assert at.ended() == {"turn": "The turn is over.", "next": "Your turn has begun."}.get(until, "")


def test_stops() -> None:
    at = attacked(ada="thoughts: 5 (tapped)", bo="thoughts: Tower, Hound")
    at.give("no shields", n=1, stops=("damage", "lost"))
    at.answer("attack Tower > Plain 5")
    assert at.says_nothing()
    at.answer("pass")
    at.answer("attack Hound > Ego")
    assert at.ended() == "One of your Thoughts left play."
    at = attacked(bo="thoughts: Hound, Tower")
    at.give("no shields", n=1, stops=("damage",))
    at.answer("attack Hound > Ego")
    at.answers("pass")
    at.answer("attack Tower > Ego")
    assert at.ended() == "You took damage."
    at = attacked(ego="Echo, 0, 0", bo="thoughts: Hound, Tower")
    at.give("no shields", n=1, stops=("feeling",))
    at.answer("attack Hound > Ego")
    at.answers("pass")
    at.answer("attack Tower > Ego")
    assert at.ended() == "A Feeling came out of an Ego."


def test_all_orders_are_described_in_both_languages() -> None:
    at = attacked(ada="thoughts: Wall", bo="thoughts: Hound; hand: Shove")
    spanish = translator(Locale.SPANISH)
    forms = at.match.order_forms(ADA)
    assert {form.order.kind for form in forms} == {
        "pass",
        "trap",
        "no shields",
        "not for thoughts",
        "shields",
        "triggers",
    }
    assert len(forms) <= 25
    for form in forms:
        at.match.check_order(ADA, form.order)
        assert spanish(form.detail) != str(form.detail)
        words = at.match.order_words(replace(form.order, stops=tuple(stop.name for stop in form.stops)))
        assert spanish(words) != str(words)
        assert str(words).endswith(".")
        for stop in form.stops:
            assert spanish(stop.label) != str(stop.label)


# ------------------------------------------------------------------------------------------------------------- triggers


def test_one_press_always_chooses_the_same_first_trigger() -> None:
    at = Stage("thoughts: Gong, Bell; hand: Nod, Glee")
    at.answer("play Nod")
    listed = [option.subject for option in at.asked.options]
    assert sorted(listed) == ["Bell", "Gong"]
    (form,) = [one for one in at.match.order_forms(ADA) if one.always is not None]
    assert form.answers_now
    at.give("triggers", listed=form.order.parameters.listed)
    at.answers(at.asked.options[0].key)
    at.give("triggers", listed=tuple(reversed(listed)))
    at.answer("play Glee")
    assert at.held().choice == (next(one.key for one in at.asked.options if one.subject == listed[1]),)
    at.give("triggers", listed=("Gong",))
    assert at.held().choice is None, "of Bell it says nothing"
    with pytest.raises(GameError, match="No card is called Gourd"):
        at.give("triggers", listed=("Gourd",))


# ------------------------------------------------------------------------------------------- answering isn't secret


def test_whether_an_order_answers_depends_on_public_information() -> None:
    """With other hidden cards, the same orders answer the same questions and end at the same ones (DW110)."""
    chance = Chance("orders")
    counts = {"answers": 0, "ends": 0, "differs": 0}
    for number in range(2):
        match, _ = Match.begin(DREAMWEAVERS, SETUP, f"orders {number}")
        active: list[tuple[int, Order, int]] = []
        known = {seat: list[SeenEvent]() for seat in (ADA, BO)}
        while match.outcome is None and match.turn_count < 260:
            seat = chance.pick(sorted(match.questions))
            question = match.questions[seat]
            truth = match.machine
            assert isinstance(truth, Referee)
            mine = [one for one in active if one[0] == seat]
            twin = twin_of(truth, seat, chance) if mine else None
            choice = random_choice(question, chance)
            for owner, order, since in mine:
                happened = known[owner][since:]
                outcome = BOOK.by_order(truth, owner, order, happened)
                assert twin is not None
                other = BOOK.by_order(twin, owner, order, happened)
                assert (outcome.answers, outcome.ended) == (other.answers, other.ended), order
                if outcome.choice is not None:
                    check(question, outcome.choice)
                    choice = outcome.choice
                counts["answers"] += outcome.answers
                counts["ends"] += outcome.ended is not None
                counts["differs"] += outcome.choice != other.choice
                if outcome.ended is not None:
                    active.remove((owner, order, since))
            if len(active) < 12:
                for form in match.order_forms(seat):
                    if not chance.below(3):
                        spans = [name for name, _ in form.untils]
                        stops = tuple(stop.name for stop in form.stops if not chance.below(3))
                        order = replace(form.order, until=chance.pick(spans), stops=stops)
                        match.check_order(seat, order)
                        active.append((seat, order, len(known[seat])))
            for event in match.answer(seat, question.id, choice):
                for viewer in (ADA, BO):
                    known[viewer].append(seen(event, viewer))
    assert counts["answers"] > 20 and counts["ends"] > 5, counts
