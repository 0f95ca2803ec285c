"""Ongoing effects, triggers, and actions during an attack or damage, by the texts of cards."""

from __future__ import annotations

import pytest

from cards.dreamweavers.language.words import Ban, KeywordName
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.frames import Chain, DealDamage, MakeAttack, PlayCard
from engine.dreamweavers.mutations import destroy, draw, forget_together
from engine.dreamweavers.queries.characteristics import is_forbidden
from engine.dreamweavers.queries.filters import has, power
from engine.kernel.cards.state import EVERYBODY
from tests.engine.dreamweavers.table import (
    Table,
    answer,
    asked,
    cards_in,
    cover,
    feeling,
    laid,
    resolve,
    the,
    thought,
)


def attack(ref: Table, attacker: str, target: str | None = None) -> None:
    """Declare an attack, up to the first question."""
    ref.push(MakeAttack(attacker=the(ref, attacker), target=None if target is None else the(ref, target)))
    ref.run()


def test_the_intent_of_rage_counts_another_thought_than_the_attacker() -> None:
    rage = cover(
        "Rage",
        "(!) When a Thought you control attacks, if you control another tapped Thought - It gets +1 power for this attack.",
    )
    for others, strength in (([], 3), ([thought("Cub")], 4)):
        ref = laid(
            {"thoughts": [thought("Hound", 3), *others]},
            {"hand": [thought("Far")], "ego": [thought("G1")]},
            covers=[rage],
            tapped=["Cub"],
        )
        attack(ref, "Hound")
        assert power(ref, the(ref, "Hound")) == strength
        answer(ref, "pass")
        assert power(ref, the(ref, "Hound")) == 3, "it lasted for the attack"


@pytest.mark.parametrize(
    "line, what",
    [
        ("(!) When this card attacks - It gets +2 power for this attack.", 5),
        ("(!) When this card attacks - Untap this card.", 3),
    ],
)
def test_when_it_attacks(line: str, what: int) -> None:
    ref = laid({"thoughts": [thought("Hound", 3, line)]}, {"hand": [thought("Far")], "ego": [thought("G1")]})
    attack(ref, "Hound")
    assert power(ref, the(ref, "Hound")) == what
    assert ref.cards[the(ref, "Hound")].tapped is (what == 5)


def test_the_attacking_thought_is_weakened_without_being_named() -> None:
    veil = feeling("Veil", "Fleeting: The attacking Thought gets -2 power for this attack.")
    ref = laid(
        {"thoughts": [thought("Mule", 3, "Stubborn.")]},
        {"hand": [veil], "ego": [thought("G1")]},
        tracker=0,
    )
    attack(ref, "Mule")
    answer(ref, "play Veil")
    answer(ref, "pass")
    assert power(ref, the(ref, "Mule")) == 1
    answer(ref, "pass")
    assert power(ref, the(ref, "Mule")) == 3


def test_a_condition_can_ask_whether_its_player_defends() -> None:
    hope = feeling("Hope", "Fleeting: If you are defending, draw 2 cards.", cost=0)
    ref = laid(
        {"thoughts": [thought("Hound")]},
        {"hand": [hope], "mind": [thought("N1"), thought("N2")], "ego": [thought("G1")]},
    )
    attack(ref, "Hound")
    answer(ref, "play Hope")
    answer(ref, "pass")
    assert cards_in(ref, 1, "hand") == ["N1", "N2"]


@pytest.mark.parametrize(
    "line, zone",
    [
        ("(!) When this card is destroyed - Return this card to your hand.", "hand"),
        ("(!) When this card is forgotten - Put this card into play, tapped.", "thoughts"),
        ("(!) When this card is forgotten - Put this card on the bottom of your Ego.", "ego"),
        ("(!) When this card is forgotten - This card gets +1 power this turn.", "id"),
    ],
)
def test_a_line_follows_its_card_into_the_id(line: str, zone: str) -> None:
    ref = laid({"thoughts": [thought("Ember", 2, line)]})
    ref.push(Chain())
    destroy(ref, [the(ref, "Ember")])
    settle(ref)
    ref.run()
    assert cards_in(ref, 0, zone) == ["Ember"]


def test_cards_that_leave_together_trigger_each_other() -> None:
    line = "(!) When another Thought you control is forgotten - Draw a card."
    ref = laid(
        {"thoughts": [thought("A", 2, line), thought("B", 2, line)], "mind": [thought("M1"), thought("M2")]}
    )
    ref.push(Chain())
    forget_together(ref, [the(ref, "A"), the(ref, "B")])
    settle(ref)
    ref.run()
    while asked(ref) is not None:
        answer(ref, min(asked(ref)[1]))  # type: ignore[index]
    assert cards_in(ref, 0, "hand") == ["M1", "M2"]


def test_playing_triggers_and_answers_untap() -> None:
    ref = laid(
        {
            "thoughts": [thought("Scribe", 2, "(!) When you play a Feeling - Draw a card.")],
            "hand": [feeling("Whim", "Fleeting: Gain 1 memory.", cost=0)],
            "mind": [thought("M1")],
        },
    )
    ref.push(Chain())
    ref.push(PlayCard(seat=0, card=the(ref, "Whim")))
    ref.run()
    assert cards_in(ref, 0, "hand") == ["M1"]
    assert ref.position.tracker == 1


def test_an_entering_card_triggers_itself_and_the_opponents_cards() -> None:
    nurse = thought(
        "Nurse", 2, "(!) When this card enters - Do the fleeting effect of a Feeling you control.", cost=0
    )
    ref = laid(
        {"hand": [nurse], "feelings": [feeling("Muse", "Fleeting: Gain 2 memory.")]},
        {"thoughts": [thought("Warden", 2, "(!) When your opponent plays a Thought - Tap it.")]},
    )
    ref.push(Chain())
    ref.push(PlayCard(seat=0, card=the(ref, "Nurse")))
    ref.run()
    assert ref.position.tracker == 2
    assert ref.cards[the(ref, "Nurse")].tapped


def test_a_fleeting_effect_does_not_do_itself() -> None:
    echo = feeling("Echo", "Fleeting: Do the fleeting effect of a Feeling you control.")
    ref = laid(
        {"feelings": [echo, feeling("Ring", "Fleeting: Do the fleeting effect of a Feeling you control.")]}
    )
    resolve(ref, "Echo")
    assert asked(ref) is None


def test_each_point_of_damage_triggers_and_both_take_it_simultaneously() -> None:
    ref = laid(
        {
            "thoughts": [thought("Scar", 2, "(!) When you take damage - This card gets +1 power this turn.")],
            "feelings": [feeling("Pact", "Fleeting: Each player takes 2 damage.")],
            "ego": [thought("E1"), thought("E2")],
        },
        {"ego": [thought("G1")]},
    )
    resolve(ref, "Pact")
    assert ref.position.outcome is not None
    assert ref.position.outcome.places == ((0,), (1,))


def test_bans_prevent_quick_thoughts_and_destruction() -> None:
    rock = thought("Rock", 3, "This card cannot be destroyed.", "This card cannot attack.")
    ref = laid(
        {"feelings": [feeling("Blast", "Fleeting: Destroy a Thought. If you do, gain 2 memory.")]},
        {"thoughts": [rock]},
    )
    resolve(ref, "Blast")
    assert (cards_in(ref, 1, "thoughts"), ref.position.tracker) == (["Rock"], 0)
    assert is_forbidden(ref, the(ref, "Rock"), Ban.ATTACK)


@pytest.mark.parametrize(
    "text, drawn",
    [
        ("Discard a card. If you do, draw a card.", 1),
        ("Discard 3 cards. If you do, draw a card.", 0),
        ("Discard a Thought. If you do not, draw a card.", 1),
        ("Forget the top 3 cards of your opponent's mind. If you do, draw a card.", 1),
        ("Tap a Thought you control. If you do, draw a card.", 0),
        ("You may tap a Thought you control. If you do, draw a card.", 0),
        ("Gain 20 memory. If you do, draw a card.", 1),
        ("If it is not your turn, gain 1 memory. If you do, draw a card.", 0),
        ("Discard a card. If you do, tap a Thought you control. If you do, draw a card.", 1),
    ],
)
def test_if_you_do(text: str, drawn: int) -> None:
    ref = laid(
        {
            "feelings": [feeling("Source", f"Fleeting: {text}")],
            "hand": [feeling("Whim")],
            "mind": [thought("M1")],
        },
        {"mind": [thought("N1")]},
    )
    for card in ref.seats[0].hand:
        ref.cards[card].known = EVERYBODY
    resolve(ref, "Source")
    assert asked(ref) is None
    assert cards_in(ref, 0, "mind") == ["M1"][drawn:]


def test_looking_at_cards_gives_and_removes_knowledge() -> None:
    look = feeling("Look", "Fleeting: Look at the top 2 cards of your mind, then return them in any order.")
    show = feeling("Show", "Fleeting: Your opponent reveals their hand.")
    ref = laid({"feelings": [look, show], "mind": [thought("M1"), thought("M2")]}, {"hand": [thought("Far")]})
    first = the(ref, "M1")
    ref.cards[first].known = EVERYBODY
    resolve(ref, "Look")
    answer(ref, "M2", "M1")
    assert [ref.cards[the(ref, title)].known for title in ("M1", "M2")] == [1, 1]
    draw(ref, 0, 1)
    assert ref.cards[the(ref, "M2")].known == 1
    resolve(ref, "Show")
    assert ref.cards[the(ref, "Far")].known == EVERYBODY


def test_random_discards_and_draws_come_from_hidden_hands() -> None:
    ref = laid(
        {
            "feelings": [
                feeling("Thief", "Fleeting: Your opponent discards a card at random."),
                feeling("Peek", "Fleeting: Look at a card in your opponent's hand."),
            ]
        },
        {"hand": [thought(f"H{n}") for n in range(4)]},
    )
    resolve(ref, "Thief")
    assert len(cards_in(ref, 1, "id")) == 1
    resolve(ref, "Peek", waited=True)
    assert sum(ref.knows(0, card) for card in ref.seats[1].hand) == 1


def test_no_room_nothing_enters() -> None:
    ref = laid(
        {
            "feelings": [feeling("Rise", "Fleeting: Put up to 2 Thoughts in your Id into play.")],
            "thoughts": [thought("A"), thought("B")],
            "id": [thought("C"), thought("D")],
        }
    )
    resolve(ref, "Rise")
    answer(ref, "C", "D")
    assert cards_in(ref, 0, "thoughts") == ["A", "B", "C"]
    assert cards_in(ref, 0, "id") == ["D"]


def test_a_gained_keyword_ends_with_its_card_s_stay() -> None:
    ref = laid(
        {
            "feelings": [feeling("Push", "Fleeting: A Thought you control gains quick this turn.")],
            "thoughts": [thought("Hound")],
        }
    )
    resolve(ref, "Push")
    assert has(ref, the(ref, "Hound"), KeywordName.QUICK)


def test_an_effect_continues_after_damage_in_its_middle() -> None:
    ref = laid(
        {
            "feelings": [feeling("Hurt", "Fleeting: Your opponent takes 1 damage, then draw a card.")],
            "mind": [thought("M1")],
        },
        {
            "ego": [feeling("Grudge", "Fleeting: Discard a card."), thought("G2")],
            "hand": [thought("Far"), thought("Near")],
        },
    )
    resolve(ref, "Hurt")
    assert asked(ref) == (1, {"Far", "Near"})
    assert not any(isinstance(frame, DealDamage) for frame in ref.position.stack[:1])
    answer(ref, "Near")
    assert cards_in(ref, 0, "hand") == ["M1"]
    assert cards_in(ref, 1, "feelings") == ["Grudge"]
