"""Current properties and costs of cards, matching of filters, and conditions."""

from __future__ import annotations

import pytest

from cards.dreamweavers.language.lines import Line, Static
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import If
from cards.dreamweavers.language.words import Ban, KeywordName
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.position import FEELINGS, THOUGHTS, UNTIL_TURN, Attack, DepartedCard, LastingEffect
from engine.dreamweavers.queries import filters
from engine.dreamweavers.queries.characteristics import (
    can_be_named,
    cost,
    enters_tapped,
    is_forbidden,
    most,
    power_changes,
    shield_of,
    shields_bonus,
    spend_next_cost,
)
from engine.dreamweavers.queries.filters import find, has, holds, keywords, power
from engine.dreamweavers.referee import Referee
from tests.engine.dreamweavers.table import cover, feeling, laid, the, thought

HOUND, OWL = thought("Hound", 3), thought("Owl", 2, notion="Doubt", cost=4)
SIGH, LULL = feeling("Sigh"), feeling("Lull", cost=3)


def context(ref: Referee, title: str, seat: int = 0) -> EffectContext:
    card = the(ref, title)
    return EffectContext(seat, card, ref.cards[card].tag, title)


@pytest.mark.parametrize(
    "text, mine, theirs",
    [
        ("Your Thoughts get +1 power.", {"Source": 4, "Hound": 4}, {"Owl": 2}),
        ("Your other Rage Thoughts get +2 power.", {"Source": 3, "Hound": 5}, {"Owl": 2}),
        ("Your Thoughts with guardian get +1 power.", {"Source": 3, "Hound": 3}, {"Owl": 2}),
        ("Thoughts your opponent controls get -3 power.", {"Source": 3, "Hound": 3}, {"Owl": 0}),
        ("This card gets +1 power for each Feeling you control.", {"Source": 5, "Hound": 3}, {"Owl": 2}),
        ("This card gets +1 power for each card in your hand.", {"Source": 4}, {}),
        ("This card gets +1 power for every 3 cards in your Id.", {"Source": 4}, {}),
        ("While this card is tapped, your Thoughts get +1 power.", {"Source": 3, "Hound": 3}, {}),
        ("While you control another Rage card, this card gets +2 power.", {"Source": 5}, {}),
        ("While you control only one Thought, your Thoughts get +2 power.", {"Source": 3}, {}),
        ("This card gets +X power, where X is your memory.", {"Source": 5}, {}),
    ],
)
def test_power_is_the_sum_of_the_effects_in_force(
    text: str, mine: dict[str, int], theirs: dict[str, int]
) -> None:
    id_ = [thought(f"Gone {n}") for n in range(5)]
    ref = laid(
        {
            "thoughts": [thought("Source", 3, text), HOUND],
            "feelings": [SIGH, LULL],
            "hand": [thought("Held", 9)],
            "id": id_,
        },
        {"thoughts": [OWL]},
        tracker=2,
    )
    for title, number in (mine | theirs).items():
        assert (title, power(ref, the(ref, title))) == (title, number)
    assert power(ref, the(ref, "Held")) == 9
    expected = (mine | theirs)["Source"] - 3
    assert sum(changed for _, changed in power_changes(ref, the(ref, "Source"))) == expected


def test_a_gained_keyword_counts_for_effects_that_need_it() -> None:
    ref = laid(
        {
            "thoughts": [HOUND, thought("Tower", 2, "Your Thoughts with guardian get +1 power.")],
            "feelings": [feeling("Oath", "Lingering: Your Thoughts gain guardian.")],
        }
    )
    assert power(ref, the(ref, "Hound")) == 4
    ref.cards[the(ref, "Oath")].settled = False
    ref.texts_changed()
    assert power(ref, the(ref, "Hound")) == 3


def test_a_circular_dependency_has_one_value_in_any_order() -> None:
    text = "This card gets +1 power for each other Thought of power 3 or higher you control."
    ref = laid({"thoughts": [thought("A", 3, text), thought("B", 2, text), thought("C", 3)]})
    one = [power(ref, the(ref, title)) for title in "ABC"]
    ref.changed()
    other = [power(ref, the(ref, title)) for title in "CBA"]
    assert one == other[::-1]
    assert not ref.computing


def test_the_intent_of_pride() -> None:
    pride = cover(
        "Pride", "While you control only one Thought, your Thoughts get +2 power and gain stubborn."
    )
    ref = laid({"thoughts": [HOUND]}, {"thoughts": [OWL]}, covers=[pride])
    hound = the(ref, "Hound")
    assert power(ref, hound) == 5
    assert power_changes(ref, hound) == [("Pride", 2)]
    assert keywords(ref, hound) == {KeywordName.STUBBORN: 0}
    assert not can_be_named(ref, hound, 1)
    assert can_be_named(ref, hound, 0)
    assert can_be_named(ref, the(ref, "Owl"), 0)


def test_costs_go_up_first_and_then_down() -> None:
    ref = laid(
        {"hand": [SIGH, HOUND], "feelings": [feeling("Thrift", "Lingering: Your Feelings cost 2 less.")]},
        {"thoughts": [thought("Toll", 1, "Thoughts your opponent plays cost 1 more.")], "hand": [OWL]},
    )
    assert [cost(ref, 0, the(ref, title)) for title in ("Sigh", "Hound")] == [0, 3]
    assert cost(ref, 1, the(ref, "Owl")) == 4


def test_the_next_card_is_cheaper_once() -> None:
    tinker = thought("Tinker", 1, "(A) Tap this card: The next Feeling you play this turn costs 2 less.")
    ref = laid({"thoughts": [tinker], "hand": [LULL, HOUND]}, {"hand": [SIGH]})
    ref.position.lasting.append(LastingEffect("Tinker", 0, 0, 0, None, 0, UNTIL_TURN))
    assert [cost(ref, 0, the(ref, title)) for title in ("Lull", "Hound")] == [1, 2]
    assert cost(ref, 1, the(ref, "Sigh")) == 1
    spend_next_cost(ref, 0, the(ref, "Hound"))
    assert cost(ref, 0, the(ref, "Lull")) == 1
    spend_next_cost(ref, 0, the(ref, "Lull"))
    assert cost(ref, 0, the(ref, "Lull")) == 3


def test_a_section_can_grow_to_four_cards() -> None:
    joy = cover("Joy", "You may control a fourth Thought.")
    serenity = cover("Serenity", "Your shields count 1 more. You may control a fourth Feeling.")
    more = thought("More", 1, "You may control a fourth Thought.")
    ref = laid({"thoughts": [more]}, covers=[joy, serenity])
    assert (most(ref, 0, THOUGHTS), most(ref, 0, FEELINGS)) == (4, 3)
    assert (most(ref, 1, THOUGHTS), most(ref, 1, FEELINGS)) == (3, 4)
    assert (shields_bonus(ref, 0), shields_bonus(ref, 1)) == (0, 1)


def test_shields_count_printed_power_and_bulwark() -> None:
    ref = laid(
        {
            "hand": [thought("Wall", 2, "Bulwark 3.")],
            "thoughts": [thought("Chief", 1, "Your Thoughts get +5 power.")],
        }
    )
    assert shield_of(ref, the(ref, "Wall")) == 5


def test_cards_that_enter_tapped() -> None:
    ref = laid(
        {"hand": [HOUND, thought("Sloth", 1, "Drowsy.")]},
        {
            "feelings": [feeling("Hush", "Lingering: Thoughts your opponent plays enter tapped.")],
            "hand": [OWL],
        },
    )
    assert enters_tapped(ref, the(ref, "Hound"), is_played=True)
    assert not enters_tapped(ref, the(ref, "Hound"), is_played=False)
    assert enters_tapped(ref, the(ref, "Sloth"), is_played=False)
    assert not enters_tapped(ref, the(ref, "Owl"), is_played=True)


def test_forbidden_actions() -> None:
    ref = laid(
        {
            "thoughts": [
                HOUND,
                thought("Rock", 3, "This card cannot be destroyed.", "This card cannot attack an Ego."),
            ]
        },
        {"thoughts": [thought("Veil", 1, "Your Thoughts cannot be named by your opponent.")]},
    )
    hound, rock, veil = (the(ref, title) for title in ("Hound", "Rock", "Veil"))
    assert is_forbidden(ref, rock, Ban.DESTROYED)
    assert not is_forbidden(ref, hound, Ban.DESTROYED)
    assert is_forbidden(ref, rock, Ban.ATTACK_EGO)
    assert not is_forbidden(ref, rock, Ban.ATTACK)
    assert not can_be_named(ref, veil, 0)
    assert can_be_named(ref, veil, 1)
    assert can_be_named(ref, hound, 1)


def test_a_lasting_effect_ends_when_its_card_changes_zones() -> None:
    push = feeling("Push", "Fleeting: A Thought you control gains quick this turn.")
    ref = laid({"thoughts": [HOUND], "feelings": [push]})
    hound = the(ref, "Hound")
    ref.position.lasting.append(LastingEffect("Push", -1, 0, 0, [ref.ref(hound)], 0, UNTIL_TURN))
    assert has(ref, hound, KeywordName.QUICK)
    ref.cards[hound].tag += 100
    ref.changed()
    assert not has(ref, hound, KeywordName.QUICK)


def condition(text: str) -> If:
    line = read_line(text)
    assert isinstance(line, Line)
    sentence = line.effect[0][0]
    assert isinstance(sentence, If)
    return sentence


@pytest.mark.parametrize(
    "text, mine, theirs",
    [
        ("If you control another Rage card, draw a card.", False, True),
        ("If you control 2 or more Feelings, draw a card.", True, False),
        ("If you control only one Thought, draw a card.", True, False),
        ("If you control fewer Thoughts than your opponent, draw a card.", True, False),
        ("If you hold fewer cards than your opponent, draw a card.", False, True),
        ("If your Ego has fewer cards than your opponent's, draw a card.", True, False),
        ("If your Ego has 1 or fewer cards, draw a card.", True, False),
        ("If there are 2 or more cards in your Id, draw a card.", False, True),
        ("If your memory is 3 or more, draw a card.", True, False),
        ("If the tracker is on 0, draw a card.", False, False),
        ("If it is your turn, draw a card.", True, False),
        ("If you are defending, draw a card.", False, True),
        ("If this card is tapped, draw a card.", True, False),
        ("If you have not attacked this turn, draw a card.", False, True),
        ("If you control no Feeling, draw a card.", False, True),
    ],
)
def test_conditions(text: str, mine: bool, theirs: bool) -> None:
    ref = laid(
        {
            "thoughts": [HOUND],
            "feelings": [SIGH, LULL],
            "hand": [thought("Held")],
            "ego": [thought("Deep")],
            "id": [thought("Lost")],
        },
        {
            "thoughts": [thought("Wolf"), thought("Bear")],
            "ego": [thought("Low"), thought("Lower")],
            "id": [thought("Dust"), thought("Ash")],
        },
        tracker=3,
        tapped=["Hound"],
    )
    ref.position.attack = Attack(0, ref.ref(the(ref, "Hound")), None)
    ref.position.attacked = True
    asked = condition(text).condition
    assert holds(ref, asked, context(ref, "Hound")) is mine
    assert holds(ref, asked, context(ref, "Wolf", 1)) is theirs


def test_conditions_use_the_last_state_of_a_departed_source() -> None:
    ref = laid({"id": [HOUND]})
    hound = the(ref, "Hound")
    ref.position.gone.append(DepartedCard(hound, 0, 5, True))
    was = EffectContext(0, hound, 0, "Hound")
    for text, is_so in {
        "If this card is tapped, draw a card.": True,
        "If this card is a Thought of power 5 or higher, draw a card.": True,
        "If this card is a Feeling, draw a card.": False,
    }.items():
        assert holds(ref, condition(text).condition, was) is is_so, text


@pytest.mark.parametrize(
    "text, found",
    [
        ("Destroy a Thought.", ["Hound", "Cub", "Owl"]),
        ("Destroy a Thought of power 3 or lower.", ["Hound", "Owl"]),
        ("Destroy a tapped Thought.", ["Cub"]),
        ("Destroy another Thought.", ["Cub", "Owl"]),
        ("Destroy a Thought with quick your opponent controls.", []),
        ("Forget a Feeling your opponent controls.", ["Lull"]),
        ("Return a Thought of cost 2 or lower in your Id to your hand.", ["Dust"]),
        ("Put a card in your hand on the bottom of your Ego.", ["Sigh"]),
        ("Look at all cards of your Ego, then return them in any order.", ["Deep", "Low"]),
        ("Return a Doubt Thought to its owner's hand.", ["Owl"]),
    ],
)
def test_the_cards_that_a_description_matches(text: str, found: list[str]) -> None:
    ref = laid(
        {
            "thoughts": [HOUND, thought("Cub", 4, "Quick.")],
            "id": [thought("Dust", cost=1), thought("Ash", cost=3), feeling("Mist")],
            "hand": [SIGH],
            "ego": [thought("Deep"), thought("Low")],
        },
        {"thoughts": [OWL], "feelings": [LULL], "id": [thought("Bone")], "ego": [thought("Far")]},
        tapped=["Cub"],
    )
    line = read_line(text)
    assert isinstance(line, Line)
    instruction = line.effect[0][0]
    filter = getattr(instruction, "what").filter  # noqa: B009
    assert [ref.title(card) for card in find(ref, filter, context(ref, "Hound"))] == found


def test_nothing_is_computed_without_effects_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    ref = laid({"thoughts": [HOUND]})
    monkeypatch.setattr(filters, "changes", None)
    assert power(ref, the(ref, "Hound")) == 3
    assert isinstance(read_line("Your Thoughts get +1 power."), Static)
