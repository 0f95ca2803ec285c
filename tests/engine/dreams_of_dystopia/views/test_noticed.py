"""An observer learns nothing about a hand from whether its owner is asked (DD94, DD128)."""

from __future__ import annotations

import pytest

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.kernel.information_gain import received
from engine.kernel.match import Match

HIT = """
players: Ada, Bo, Cy
card: Fist, Minion, divine, ATK 5
card: Trick, Weapon, divine
  Upon Hit: {text}
Ada:
  lp: 20
  fame: 1
  hand: Fist, Trick, {hand}
  deck: {deck}
scenario: A hit
Then it is Ada's turn
"""
ATTACKED = """
players: Ada, Bo, Cy
card: Fist, Minion, divine, ATK 5
  SUPPORT: +1 ATK.
card: Poison, Minion, divine
  SUPPORT: Each opponent loses 1 LP.
Ada:
  hand: Fist, Poison, {hand}
  deck: {deck}
Bo:
  hand: Curse
Cy:
  lp: 1
scenario: An attack that puts a third player out
Then it is Ada's turn
"""
SPLITS = [
    ("Curse, Curse", "Mended Signpost, Fist"),
    ("Mended Signpost, Curse", "Curse, Fist"),
    ("Curse, Fist", "Mended Signpost, Curse"),
    ("Mended Signpost, Fist", "Curse, Curse"),
]
"""Distributions of the same four cards over hand and deck."""


def seen_after(text: str, *answers: str) -> list[bytes]:
    (scenario,) = read_scenarios(text)
    played: Match = lay_out(scenario)[0]
    for key in answers:
        played.answer(0, played.questions[0].id, (key,))
    shown = [received(DYSTOPIA, played.machine, viewer) for viewer in (1, 2, None)]
    return [*shown, DYSTOPIA.know(played.machine, (1, 2))]


@pytest.mark.parametrize(
    "text",
    [
        "You may discard a Weapon. If you do, gain 1 Fame.",
        "You may return a Curse from your hand to the Supply. If you do, gain 1 Fame.",
        "You may turn a Minion in your hand over. If you do, gain 1 Fame.",
        "You may put a card from your hand on top of your deck.",
        "You may lose 1 Fame. If you do, gain 1 LP.",
        "Choose one: discard a Weapon; or gain 1 Fame.",
        "Choose one: discard a Curse; or discard a Weapon.",
        "Return up to 2 Curses from your hand to the Supply.",
        "Put a card from your hand on top of your deck.",
        "Discard 1.",
    ],
)
def test_a_question_upon_a_hit_reveals_nothing_about_the_hand(text: str) -> None:
    answers = ("attack Fist", "seat 1", "helper Trick")
    views = [seen_after(HIT.format(text=text, hand=hand, deck=deck), *answers) for hand, deck in SPLITS]
    assert all(one == views[0] for one in views)


def test_a_visible_question_for_a_helper_reveals_nothing_about_the_hand() -> None:
    views = [
        seen_after(ATTACKED.format(hand=hand, deck=deck), "attack Fist", "seat 1", "helper Poison")
        for hand, deck in SPLITS
    ]
    assert all(one == views[0] for one in views)


FALLS = """
players: Ada, Bo, Cy
card: Fist, Minion, divine, ATK 5
Ada:
  hand: Fist
Bo:
  lp: 1
  hand: {hand}
  deck: {deck}
scenario: A hit that puts a player out
Then it is Ada's turn
"""


def test_departures_do_not_reveal_the_places_of_cards() -> None:
    views: list[bytes] = []
    for hand, deck in [*SPLITS, ("Fist, Mended Signpost", "Curse, Curse")]:
        (scenario,) = read_scenarios(FALLS.format(hand=hand, deck=deck))
        played: Match = lay_out(scenario)[0]
        for seat, key in ((0, "attack Fist"), (0, "seat 1"), (1, "no block")):
            played.answer(seat, played.questions[seat].id, (key,))
        assert played.is_out(1)
        views.append(DYSTOPIA.know(played.machine, (0, 2)))
    assert all(one == views[0] for one in views)
