"""Answers and expectations in the manual's words."""

from __future__ import annotations

import pytest

from engine.dreams_of_dystopia.scenario.format import play, read_scenarios

POSITION = """\
players: Ada, Bo, Cy
card: Day, Minion, divine, ATK 5, DEF 5, SKL 4
  ABILITY: Gain 1 LP.
  SUPPORT: +1 ATK.
card: Pike, Weapon, divine, SKL 4
  +1 ATK.
card: Debt, Master, divine, LP 10
  Once per turn: You may lose 2 Fame. If you do, draw 1.
scenario: One
Ada:
  master: Debt
  fame: 1
  hand: Day x2, Pike, Heroic Deed
Bo:
  hand: Day
"""


@pytest.mark.parametrize(
    "script",
    [
        "Ada attacks Cy with Day\nAda uses Pike\nAda supports with Day\nThen Cy has 3 LP\nAnd Ada has 1 card in hand\n",
        'Ada attacks Bo with Day\nAda passes\nThen Bo is asked "Ada attacks you"\nBo declines\nThen Bo\'s LP is 5\n',
        "Ada discards Heroic Deed\nThen Ada has 2 Fame\nAnd Ada's deeds are 0\n",
        "Ada attacks Cy with Day\nAda is done\nCy does not block\nThen Cy has 5 LP\n",
        "Then Ada can't use the Master Debt (DD43)\n",
        "Ada uses the ability of Day\nAda acquires Pike\nThen Ada has 11 LP\nAnd Ada can't attack with Day (§Turn)\n",
    ],
)
def test_the_words_of_the_manual_are_understood(script: str) -> None:
    (scenario,) = read_scenarios(f"{POSITION}{script}")
    assert play(scenario) == []


def test_an_attack_on_oneself_is_not_understood() -> None:
    (scenario,) = read_scenarios(f"{POSITION}Ada attacks Ada with Day\nThen Ada has 10 LP\n")
    (failure,) = play(scenario)
    assert "“attacks Ada with Day” does not answer" in failure.found
