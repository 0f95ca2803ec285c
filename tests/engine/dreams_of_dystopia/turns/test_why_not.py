"""Reasons for "why can't I …?" that scenarios don't cover, and no reason for possible actions."""

from __future__ import annotations

import pytest

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.law import cited
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.kernel.errors import InvalidChoice
from engine.kernel.match import Match
from engine.kernel.sample_match import SampleMatch, answers

TURN = """
players: Ada, Bo, Cy
Ada:
  master: Marshal of the Night Watch
  fame: 3
  hand: Minion of the Moon, Curse, Mended Signpost, Heroic Deed
  used: Ember Carrier
  table: Wall Sentinel
Bo:
  hand: Minion of the Sun
scenario: A turn
Then it is Ada's turn
"""


def match() -> Match:
    (scenario,) = read_scenarios(TURN)
    return lay_out(scenario)[0]


@pytest.mark.parametrize(
    ("seat", "wish", "rule"),
    [
        (0, "ability Curse", "DD49"),
        (0, "ability Mended Signpost", "DD48"),
        (0, "ability Minion of the Moon", "DD41"),
        (0, "ability Ember Carrier", "DD17"),
        (0, "ability Wall Sentinel", "DD68"),
        (0, "ability Choir Engine", "DD40"),
        (0, "attack Heroic Deed", "DD51"),
        (0, "attack again Wall Sentinel", "DD66"),
        (0, "recruit Minion of the Sun", "DD27"),
        (0, "recruit Nobody", "DD27"),
        (0, "recruit Well Keeper", "DD30"),
        (0, "recruit Night Patrol", "DD29"),
        (0, "helper Mended Signpost", "DD51"),
        (0, "block Minion of the Moon", "DD52"),
        (0, "done", "DD51"),
        (1, "attack Minion of the Sun", "DD90"),
        (1, "end", "DD90"),
    ],
)
def test_the_rule_that_forbids_a_wish(seat: int, wish: str, rule: str) -> None:
    reason = match().why_not(seat, wish)
    assert reason is not None and reason[1] == rule
    assert cited(rule) is not None


@pytest.mark.parametrize(
    "wish",
    ["attack Minion of the Moon", "deed Heroic Deed", "master 0", "recruit Ash Peddler", "end", "dance"],
)
def test_possible_and_unknown_acts_have_no_reason(wish: str) -> None:
    assert match().why_not(0, wish) is None


def test_a_master_is_taken_with_both_sides() -> None:
    played, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * 3), "taken")
    (first,) = played.questions
    assert (played.why_not((first + 1) % 3, "Voice on the Radio") or ("", ""))[1] == "DD8"
    played.answer(first, played.questions[first].id, ("Voice in the Static",))
    (second,) = played.questions
    for side in ("Voice in the Static", "Voice on the Radio"):
        reason = played.why_not(second, side)
        assert reason is not None and reason[1] == "DD8" and "is taken" in str(reason[0])
        with pytest.raises(InvalidChoice):
            played.answer(second, played.questions[second].id, (side,))
    assert played.why_not(second, "Mother of Shut Doors") is None


def test_used_lines_and_eliminated_players_have_reasons() -> None:
    played = match()
    played.answer(0, played.questions[0].id, ("master 0",))
    assert (played.why_not(0, "master 0") or ("", ""))[1] == "DD82"
    played.answer(0, played.questions[0].id, ("attack Minion of the Moon",))
    assert (played.why_not(0, "seat 0") or ("", ""))[1] == "DD51"
    assert played.why_not(0, "seat 1") is None
    played.leave(2, ending="resignation")
    assert (played.why_not(0, "seat 2") or ("", ""))[1] == "DD51"
    assert (played.why_not(2, "end") or ("", ""))[1] == "DD114"


def test_every_unavailable_act_has_a_reason() -> None:
    trial = SampleMatch(DYSTOPIA, DYSTOPIA.setup([None] * 3), 3, "reasons", most=260)
    verbs = ("ability", "deed", "attack", "attack again", "helper", "block", "block again")
    for number, moment in enumerate(answers(trial)):
        if number % 13:
            continue
        m = moment.match.machine
        assert isinstance(m, Referee)
        piles = [f"{verb} {name}" for verb in ("recruit", "purchase") for name in [*m.pool.sides][::11]]
        for seat in range(3):
            held = {m.called(card) for zone in ("hand", "table", "used") for card in m.zone(zone, seat)}
            cards = [f"{verb} {name}" for verb in verbs for name in {*held, "Curse"}]
            others = ["end", "no block", "master 0", "master 1", *(f"seat {other}" for other in range(3))]
            question = moment.match.questions.get(seat)
            offered = {option.key for option in question.options} if question else set[str]()
            for wish in (*piles, *cards, *others, *m.pool.masters):
                reason = moment.match.why_not(seat, wish)
                assert (reason is None) == (wish in offered), (seat, wish, number)
                assert reason is None or cited(reason[1]) is not None
