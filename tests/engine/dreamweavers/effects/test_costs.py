"""Costs and additional costs: which can be paid, how, and the cards revealed from an Ego (DW25, DW47, DW92)."""

from __future__ import annotations

import pytest

from cards.dreamweavers.model import Card
from cards.i18n import english
from engine.dreamweavers.effects.costs import memory_price, prices_of, why_unpayable
from engine.dreamweavers.facts.attacks import CostRefused
from engine.dreamweavers.frames import ActivateAbility, Chain, DealDamage, PayPrices
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.filters import power
from engine.kernel.errors import IllegalChoice
from tests.engine.dreamweavers.table import Table, answer, asked, cards_in, feeling, laid, the, thought, told


def with_ability(line: str) -> Table:
    return laid(
        {
            "thoughts": [thought("Sage", 1, line), thought("Cub", 4)],
            "feelings": [feeling("Muse")],
            "hand": [thought("Held"), feeling("Whim")],
            "mind": [thought("M1"), thought("M2")],
        },
        tracker=2,
        tapped=["Cub"],
    )


def use(ref: Table, *answers: str) -> None:
    ref.push(PayPrices(seat=0, card=the(ref, "Sage"), title="Sage", line=0))
    ref.run()
    for choice in answers:
        answer(ref, choice)
    assert asked(ref) is None


@pytest.mark.parametrize(
    "line, answers, where",
    [
        ("(A) Pay 2: Draw a card.", [], {}),
        ("(A) Pay 1, tap this card: Draw a card.", [], {"Sage": "tapped"}),
        ("(A) Tap a Thought you control: Draw a card.", [], {"Sage": "tapped"}),
        ("(A) Forget this card: Draw a card.", [], {"Sage": "id"}),
        ("(A) Forget a Thought you control: Draw a card.", ["Cub"], {"Cub": "id"}),
        ("(A) Forget a Feeling you control: Draw a card.", [], {"Muse": "id"}),
        ("(A) Discard a card: Draw a card.", ["Whim"], {"Whim": "id"}),
        ("(A) Discard a Thought: Draw a card.", ["Held"], {"Held": "id"}),
        ("(A) Discard a Feeling: Draw a card.", ["Whim"], {"Whim": "id"}),
        ("(A) Forget the top 2 cards of your mind: Draw a card.", [], {"M1": "id", "M2": "id"}),
        (
            "(A) Once a turn, return a Thought you control to your hand: Gain 1 memory.",
            ["Cub"],
            {"Cub": "hand"},
        ),
        ("(A) Tap a Thought you control, forget this card: Draw a card.", [], {"Sage": "id"}),
        (
            "(A) Forget a Thought you control, tap this card: Draw a card.",
            [],
            {"Cub": "id", "Sage": "tapped"},
        ),
    ],
)
def test_prices_are_paid(line: str, answers: list[str], where: dict[str, str]) -> None:
    ref = with_ability(line)
    before = {held.title: held.zone for held in ref.cards}
    prices = prices_of(ref, "Sage", 0)
    use(ref, *answers)
    assert ref.position.tracker == 2 - memory_price(prices)
    now = {held.title: "tapped" if held.tapped else held.zone for held in ref.cards}
    before["Cub"] = "tapped"
    assert {title: zone for title, zone in now.items() if before[title] != zone} == where


@pytest.mark.parametrize(
    "line, memory, why",
    [
        ("(A) Pay 2: Draw a card.", 10, None),
        ("(A) Pay 2: Draw a card.", 11, "The gauge has room for 12 only."),
        (
            "(A) Forget the top 3 cards of your mind: Draw a card.",
            0,
            "This can't be paid: Forget the top 3 cards of your mind.",
        ),
        (
            "(A) Tap this card, tap a Thought you control: Draw a card.",
            0,
            "Its prices can't all be paid together.",
        ),
        ("(A) Forget this card, tap this card: Draw a card.", 0, "Its prices can't all be paid together."),
        ("(A) Tap this card, forget this card: Draw a card.", 0, None),
        ("(A) Discard 2 cards: Draw a card.", 0, None),
        ("(A) Discard 3 cards: Draw a card.", 0, "This can't be paid: Discard 3 cards."),
        ("(A) Discard a Feeling, discard a card: Draw a card.", 0, None),
        (
            "(A) Discard a Feeling, discard a Feeling: Draw a card.",
            0,
            "Its prices can't all be paid together.",
        ),
    ],
)
def test_payable_and_unpayable_costs(line: str, memory: int, why: str | None) -> None:
    ref = with_ability(line)
    reason = why_unpayable(ref, 0, the(ref, "Sage"), "Sage", 0, memory)
    assert (None if reason is None else english(reason)) == why


def test_only_payments_that_leave_the_rest_payable_are_offered() -> None:
    ref = with_ability("(A) Discard a card, discard a Feeling: Draw a card.")
    use(ref, "Whim")
    assert sorted(cards_in(ref, 0, "id")) == ["Held", "Whim"]


def test_the_card_that_is_played_does_not_pay_for_itself() -> None:
    ref = laid({"hand": [feeling("Trade", "Additional cost: discard a card.", "Fleeting: Draw a card.")]})
    assert why_unpayable(ref, 0, the(ref, "Trade"), "Trade", PLAYED, 0) is not None


def ego(cost: str, hand: list[Card], tracker: int = 0) -> Table:
    oath = feeling("Oath", f"Additional cost: {cost}.", "Fleeting: Draw a card.")
    ref = laid({}, {"ego": [oath], "mind": [thought("N1")], "hand": hand}, tracker=tracker)
    ref.push(DealDamage(todo=[(1, 1)]))
    ref.run()
    return ref


def test_costs_from_the_ego_can_be_paid_or_refused() -> None:
    ref = ego("discard a card", [thought("Far"), thought("Near")])
    assert asked(ref) == (1, {"yes", "no"})
    answer(ref, "yes")
    answer(ref, "Far")
    assert (cards_in(ref, 1, "id"), cards_in(ref, 1, "mind")) == (["Far"], [])
    assert cards_in(ref, 1, "feelings") == ["Oath"]
    ref = ego("discard a card", [thought("Far"), thought("Near")])
    answer(ref, "no")
    assert (cards_in(ref, 1, "id"), cards_in(ref, 1, "mind")) == ([], ["N1"])
    assert cards_in(ref, 1, "feelings") == ["Oath"]
    assert told(ref, CostRefused) == [CostRefused(1, "Oath")]


def test_being_unable_and_unwilling_to_pay_look_the_same() -> None:
    ref = ego("discard a Feeling", [thought("Far")])
    assert asked(ref) == (1, {"no"})
    ref = ego("discard a Feeling", [])
    assert asked(ref) is None, "an empty hand is public"
    assert told(ref, CostRefused) == [CostRefused(1, "Oath")]
    ref = ego("pay 3", [], tracker=8)
    assert asked(ref) is None, "the gauge is public"


@pytest.mark.parametrize(
    "line, answers, powers",
    [
        ("(A) Tap this card: It gets +2 power this turn.", [], {"Sage": 3, "Cub": 4}),
        ("(A) Tap a Thought you control: It gets +2 power this turn.", [], {"Sage": 3, "Cub": 4}),
        (
            "(A) Tap a Thought you control: Another Thought you control gets +2 power this turn.",
            [],
            {"Sage": 1, "Cub": 6},
        ),
        (
            "(A) Pay 1, discard a Feeling: A Thought you control gets +2 power this turn.",
            ["Whim", "Cub"],
            {"Sage": 1, "Cub": 6},
        ),
        ("(A) Discard a Thought: Put it into play.", ["Held"], {"Held": 3}),
        (
            "(A) Return another Thought you control to your hand: If it is a Thought, this card gets +2 power this turn.",
            [],
            {"Sage": 3},
        ),
    ],
)
def test_it_refers_to_the_card_that_paid_the_cost(
    line: str, answers: list[str], powers: dict[str, int]
) -> None:
    ref = with_ability(line)
    ref.push(Chain())
    ref.push(ActivateAbility(seat=0, card=the(ref, "Sage"), title="Sage", line=0))
    ref.run()
    for choice in answers:
        answer(ref, choice)
    assert asked(ref) is None
    assert {title: power(ref, the(ref, title)) for title in powers} == powers


def test_cards_that_leave_no_room_together_are_refused() -> None:
    barter = feeling("Barter", "Additional cost: forget 2 cards you control.", "Fleeting: Draw a card.")
    thoughts, feelings = [thought("Cub"), thought("Owl")], [feeling(f"F{n}") for n in range(3)]
    ref = laid({"thoughts": thoughts, "feelings": feelings, "hand": [barter]})
    ref.push(PayPrices(seat=0, card=the(ref, "Barter"), title="Barter", line=PLAYED))
    ref.run()
    with pytest.raises(IllegalChoice, match="you can't play Barter"):
        answer(ref, "Cub", "Owl")
