"""What can't be read in a scenario file: each mistake is said with its place and with what could stand there."""

from __future__ import annotations

import pytest

from engine.kernel.misreading import Unreadable
from engine.voidream.scenario import play, read_scenarios


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "card: Moth, thought, value 1\ncard: Moth, thought, value 2\nscenario: One\nAda passes\n",
            "line 2, column 7: There is a card called “Moth” already, in line 1.",
        ),
        (
            "scenario: One\nAda:\n  play: Moth Chorus#1, Paper Heron#1\nAda passes\n",
            "line 3, column 24: Another card has the number 1 already.",
        ),
        (
            "scenario: One\nAda:\n  play: Moth Chorus#1\nBo:\n  play: Paper Heron (with Oath of Chalk#1)\n",
            "Another card has the number 1 already.",
        ),
        (
            "scenario: One\nAda:\n  mind: 9\n",
            "line 3, column 9: A mind shows no 9. Here could stand: 4, 3, 2, 1 or spent.",
        ),
        (f"scenario: One\n{'x' * 100_000}\n", f"line 2, column 1: “{'x' * 60}…” can't begin a line."),
    ],
)
def test_a_mistake_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenarios(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 500


def test_each_scenario_may_bring_a_card_of_the_same_title() -> None:
    first, second = read_scenarios(
        "scenario: One\ncard: Moth, thought, value 1\nAda:\n  deck: Moth\nThen Ada's depth is 1\n"
        "scenario: Two\ncard: Moth, thought, value 2\nAda:\n  deck: Moth\nThen Ada's depth is 2\n"
    )
    assert (play(first), play(second)) == ([], [])


def test_a_player_may_be_called_like_another_one_and_more() -> None:
    (scenario,) = read_scenarios(
        "players: Ada, Ada Lovelace\nscenario: One\nturn: Ada Lovelace\nAda Lovelace:\n  mind: 2\nAda Lovelace passes\n"
        "Then it is Ada's turn\nAnd Ada Lovelace's mind is 2\n"
    )
    assert play(scenario) == []
