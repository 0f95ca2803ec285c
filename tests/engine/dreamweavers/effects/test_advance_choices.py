"""Choices in advance, checks on resolution, and cancelling: effects on standby (DW46, DW56, DW59 to DW62)."""

from __future__ import annotations

import pytest

from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.advance_choices import can_fill
from engine.dreamweavers.facts.plays import Cancelled, ModeChosen, Named
from engine.dreamweavers.frames import Chain, NameInAdvance, StandbyEffect
from engine.dreamweavers.mutations import forget, untap
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.filters import power
from engine.kernel.cards.state import EVERYBODY
from tests.engine.dreamweavers.table import (
    Table,
    answer,
    asked,
    cards_in,
    feeling,
    laid,
    resolve,
    the,
    thought,
    told,
)


def saying(text: str) -> Table:
    return laid(
        {
            "thoughts": [thought("Hound", 3), thought("Cub", 4)],
            "feelings": [feeling("Source", f"Fleeting: {text}")],
            "hand": [thought("Held"), feeling("Whim")],
            "mind": [thought("M1"), thought("M2")],
        },
        {
            "thoughts": [thought("Owl", 2), thought("Wolf", 5)],
            "hand": [thought("Far"), thought("Near")],
            "mind": [thought("N1")],
        },
        tapped=["Cub"],
    )


def name(ref: Table, title: str = "Source", seat: int = 0, *, is_answer: bool = False) -> None:
    """Make a Feeling's choices in advance. It is then on standby, and nothing resolves."""
    card = the(ref, title)
    effect = StandbyEffect(seat, card, ref.cards[card].tag, title, PLAYED, is_answer=is_answer)
    ref.push(NameInAdvance(effect=effect))
    ref.run()


def resolve_all(ref: Table) -> None:
    ref.push(Chain(step="resolve_last"))
    ref.position.stack[-1].step = "resolve_last"
    ref.run()


def test_cards_are_named_publicly_before_the_effect_waits() -> None:
    ref = saying("Destroy a Thought of power 3 or lower.")
    name(ref)
    assert asked(ref) == (0, {"Hound", "Owl"})
    answer(ref, "Owl")
    assert ref.position.standby[0].named == {0: [ref.ref(the(ref, "Owl"))]}
    assert told(ref, Named) == [Named(0, "Source", ["Owl"])]
    resolve_all(ref)
    assert cards_in(ref, 1, "id") == ["Owl"]


def test_cards_of_the_own_hand_are_named_in_secret() -> None:
    ref = saying("Discard a card.")
    name(ref)
    answer(ref, "Whim")
    assert told(ref, Named) == []
    resolve_all(ref)
    assert cards_in(ref, 0, "id") == ["Whim"]


def test_the_opponent_chooses_on_resolving() -> None:
    ref = saying("Each player discards a card.")
    name(ref)
    answer(ref, "Held")
    assert asked(ref) is None
    resolve_all(ref)
    assert asked(ref) == (1, {"Far", "Near"})


@pytest.mark.parametrize(
    "text, options",
    [
        ("Draw a card, then discard a card.", None),
        ("Your opponent forgets a Thought they control.", None),
        ("Look at the top card of your mind. You may forget it.", None),
        ("For each Thought you control, tap a Thought.", None),
        ("If it is not your turn, tap a Thought.", {"Hound", "Owl", "Wolf"}),
        ("You may discard a card. If you do, draw a card.", {"yes", "no"}),
        ("Choose one: draw a card; or gain 1 memory.", {"0", "1"}),
        ("Choose one: destroy a Thought of power 9 or higher; or gain 1 memory.", None),
        ("Tap a Thought your opponent controls.", {"Owl", "Wolf"}),
        ("Untap a Thought you control.", None),
        ("Return another Feeling you control to your hand.", None),
    ],
)
def test_choices_that_are_made_in_advance(text: str, options: set[str] | None) -> None:
    ref = saying(text)
    name(ref)
    questions = asked(ref)
    assert (None if questions is None else questions[1]) == options
    if options is None:
        assert len(ref.position.standby) == 1


def test_modes_options_and_their_cards_are_chosen_in_advance() -> None:
    ref = saying("Choose one: draw a card; or tap a Thought your opponent controls.")
    name(ref)
    answer(ref, "1")
    answer(ref, "Wolf")
    assert told(ref, ModeChosen) == [ModeChosen(0, "Source", "Tap a Thought your opponent controls.")]
    resolve_all(ref)
    assert ref.cards[the(ref, "Wolf")].tapped
    assert cards_in(ref, 0, "mind") == ["M1", "M2"]


def test_a_card_that_no_longer_fits_is_skipped() -> None:
    ref = saying("Destroy a tapped Thought, then draw a card.")
    name(ref)
    assert asked(ref) is None, "Cub alone is tapped"
    untap(ref, [the(ref, "Cub")])
    resolve_all(ref)
    assert "Cub" in cards_in(ref, 0, "thoughts")
    assert "M1" in cards_in(ref, 0, "hand")


def test_a_returned_card_is_a_different_card() -> None:
    ref = saying("A Thought gets +2 power this turn.")
    name(ref)
    answer(ref, "Owl")
    owl = the(ref, "Owl")
    ref.cards[owl].tag += 1000
    resolve_all(ref)
    assert power(ref, owl) == 2


def test_an_effect_resolves_though_its_card_has_left_play() -> None:
    ref = saying("If this card is a Feeling, draw a card.")
    name(ref)
    forget(ref, [the(ref, "Source")])
    resolve_all(ref)
    assert "M1" in cards_in(ref, 0, "hand")


def test_the_effect_beneath_is_cancelled_and_nothing_without_one() -> None:
    ref = laid(
        {"feelings": [feeling("Plan", "Fleeting: Draw a card.")], "mind": [thought("M1")]},
        {"feelings": [feeling("No", "Fleeting: Cancel the effect this answers.")]},
    )
    name(ref, "Plan")
    name(ref, "No", 1, is_answer=True)
    resolve_all(ref)
    assert told(ref, Cancelled) == [Cancelled(0, "Plan")]
    assert cards_in(ref, 0, "mind") == ["M1"]
    resolve(ref, "No", seat=1)
    assert len(told(ref, Cancelled)) == 1


def test_stubborn_cards_cannot_be_chosen_but_are_hit_by_all() -> None:
    ref = laid(
        {
            "feelings": [
                feeling("One", "Fleeting: Destroy a Thought."),
                feeling("All", "Fleeting: Destroy all Thoughts."),
            ]
        },
        {"thoughts": [thought("Mule", 3, "Stubborn."), thought("Lamb"), thought("Colt")]},
    )
    name(ref, "One")
    assert asked(ref) == (0, {"Lamb", "Colt"})
    answer(ref, "Lamb")
    resolve_all(ref)
    resolve(ref, "All")
    assert cards_in(ref, 1, "thoughts") == []


def test_a_choice_from_a_hidden_hand_is_always_asked() -> None:
    texts = "Discard a Feeling."
    for hand, options in (
        ([feeling("A"), feeling("B"), thought("C")], {"A", "B"}),
        ([feeling("A"), thought("B"), thought("C")], {"A"}),
        ([thought("A"), thought("B"), thought("C")], {"nothing"}),
    ):
        ref = laid({"feelings": [feeling("Source", f"Fleeting: {texts}")], "hand": hand})
        name(ref)
        assert asked(ref) == (0, options)
        answer(ref, min(options))
        resolve_all(ref)
        assert cards_in(ref, 0, "id") == [title for title in ("A",) if options != {"nothing"}]
    ref = laid({"feelings": [feeling("Source", f"Fleeting: {texts}")], "hand": [feeling("A"), thought("B")]})
    for card in ref.seats[0].hand:
        ref.cards[card].known = EVERYBODY
    name(ref)
    assert asked(ref) is None


@pytest.mark.parametrize(
    "line, is_possible",
    [
        ("(A) Pay 1: Untap a Thought you control.", True),
        ("(A) Pay 1: Destroy a Thought of power 9 or higher.", False),
        ("(A) Pay 1: You may destroy a Thought of power 9 or higher.", True),
        ("(A) Pay 1: Choose one: destroy a Thought of power 9 or higher; or draw a card.", True),
        ("(A) Pay 1: Destroy up to 2 Thoughts of power 9 or higher.", True),
        ("(A) Pay 1: Return a Thought in your Id to your hand.", False),
        ("(A) Forget a Thought you control: Return a Thought in your Id to your hand.", True),
        ("(A) Forget a Feeling you control: Return a Thought in your Id to your hand.", False),
        ("(A) Tap this card: Untap a tapped Thought you control.", True),
        ("(A) Forget this card: Return another Thought you control to your hand.", False),
        ("(A) Forget this card: Draw a card, then discard a card.", True),
    ],
)
def test_an_ability_needs_its_target_after_the_payment(line: str, is_possible: bool) -> None:
    ref = laid(
        {"thoughts": [thought("Sage", 1, line)], "feelings": [feeling("Whim")]},
        {"thoughts": [thought("Owl")]},
    )
    sage = the(ref, "Sage")
    context = EffectContext(0, sage, ref.cards[sage].tag, "Sage")
    assert can_fill(ref, context, ref.pool.program("Sage", 0)) is is_possible
