"""Timeouts of turns, attacks, blocks and choices of Masters (DD98, DD99, DD120)."""

from __future__ import annotations

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.orders.pregame import PREGAME
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.conformance import CHECKS
from engine.kernel.match import Match
from engine.kernel.sample_match import SampleMatch

ATTACKED = """
players: Ada, Bo
Ada:
  hand: Bridge Marshal, Signal Lamp, Curse
  deck: Mended Signpost
Bo:
  lp: 20
  hand: Minion of the Sun, Ember Carrier
scenario: An attack
Then it is Ada's turn
"""


def match() -> Match[Referee, DystopiaView]:
    (scenario,) = read_scenarios(ATTACKED)
    return lay_out(scenario)[0]


def answer(played: Match[Referee, DystopiaView], seat: int, key: str) -> None:
    played.answer(seat, played.questions[seat].id, (key,))


def test_a_turn_that_is_not_taken_ends_without_acquisition() -> None:
    played = match()
    played.lapse(0)
    assert played.machine.position.active == 1
    assert not played.view(None).players[0].discard and len(played.view(None).players[0].hand) == 4


def test_an_attack_in_progress_counts_as_declared_and_the_turn_ends_after_it() -> None:
    played = match()
    answer(played, 0, "attack Bridge Marshal")
    answer(played, 0, "helper Signal Lamp")
    played.lapse(0)
    assert list(played.questions) == [1]
    answer(played, 1, "no block")
    assert played.machine.position.active == 1
    assert played.machine.seat(1).lp == 10


def test_a_timeout_blocks_nothing_and_completes_an_open_block() -> None:
    played = match()
    answer(played, 0, "attack Bridge Marshal")
    answer(played, 0, "done")
    played.lapse(1)
    assert played.machine.seat(1).lp == 11
    played = match()
    answer(played, 0, "attack Bridge Marshal")
    answer(played, 0, "done")
    answer(played, 1, "block Minion of the Sun")
    played.lapse(1)
    assert played.machine.seat(1).lp == 14


THREE = """
players: Ada, Bo, Cy
Ada:
  hand: Bridge Marshal, Ember Carrier
Bo:
  lp: 20
  hand: Minion of the Sun, Signal Lamp, Ember Carrier
scenario: An attack
Then it is Ada's turn
"""


def test_a_question_of_a_helper_that_is_not_answered_ends_the_block_too() -> None:
    (scenario,) = read_scenarios(THREE)
    played = lay_out(scenario)[0]
    for seat, key in (
        (0, "attack Bridge Marshal"),
        (0, "seat 1"),
        (0, "done"),
        (1, "block Minion of the Sun"),
    ):
        answer(played, seat, key)
    answer(played, 1, "helper Signal Lamp")
    played.lapse(1)
    assert list(played.questions) == [0] and played.machine.position.combat is None
    assert "Ember Carrier" in played.view(1).players[1].hand


def test_a_target_that_is_not_chosen_is_the_next_player_and_nothing_is_added() -> None:
    (scenario,) = read_scenarios(THREE)
    played = lay_out(scenario)[0]
    answer(played, 0, "attack Bridge Marshal")
    played.lapse(0)
    assert list(played.questions) == [1]
    answer(played, 1, "no block")
    assert played.machine.position.active == 1


def test_timeouts_are_recorded_with_three_players() -> None:
    CHECKS["lapsed"](SampleMatch(DYSTOPIA, DYSTOPIA.setup([None] * 3), 3, "lapsed", most=90, each=9))


def test_the_first_master_named_that_is_still_free_is_taken() -> None:
    played = Match.begin(DYSTOPIA, DYSTOPIA.setup([None, None]), "wishes")[0]
    preferences = {"first": "Voice in the Static", "second": "Marshal of the Day Watch"}
    taken = []
    while played.machine.position.turn == 0:
        (seat,) = played.questions
        ordered = PREGAME.answer(played, seat, preferences)
        assert ordered is not None and ordered.choice is not None
        taken += ordered.choice
        played.answer(seat, played.questions[seat].id, ordered.choice)
    assert taken == ["Voice in the Static", "Marshal of the Day Watch"]
    assert PREGAME.answer(played, 0, preferences) is None
    unwanted = Match.begin(DYSTOPIA, DYSTOPIA.setup([None, None]), "wishes")[0]
    (seat,) = unwanted.questions
    nothing = PREGAME.answer(unwanted, seat, {})
    assert nothing is not None and nothing.choice is None
