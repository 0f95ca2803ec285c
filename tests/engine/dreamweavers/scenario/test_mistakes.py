"""Unreadable parts of a Dreamweavers scenario: each mistake has its place and the possible texts."""

from __future__ import annotations

import pytest

from engine.dreamweavers.scenario import play, read_scenarios
from engine.kernel.diagnostics import Unreadable

HOUND = "card: Hound, Thought, cost 2, power 3\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("scenario: One\nAda:\n  hand: Huond\n", "line 3, column 9: There is no card called “Huond”."),
        (
            f"{HOUND}scenario: One\nAda:\n  hand: Hound\n  thoughts: Hound\n",
            "line 5, column 13: Hound lies somewhere already: all cards of a match differ.",
        ),
        (f"{HOUND}scenario: One\nAda:\n  hand: Hound x2\n", "line 4, column 9: There is one Hound only"),
        (
            f"{HOUND}scenario: One\nAda:\n  feelings: Hound\n",
            "line 4, column 13: Hound is a Thought: it can't lie among the feelings.",
        ),
        (
            f"{HOUND}scenario: One\nAda:\n  hand: Hound (tapped)\n",
            "line 4, column 9: Only Thoughts in play are tapped (DW19).",
        ),
        (
            f"{HOUND}scenario: One\nAda:\n  thoughts: Hound (exhausted)\n",
            "line 4, column 20: “exhausted” can't be noted about a card. Here could stand: tapped, untapped",
        ),
        (
            f"{HOUND}scenario: One\nAda:\n  thoughts: Hound (used)\n",
            "line 4, column 13: Hound has 0 abilities.",
        ),
        ("scenario: One\nAda:\n  hand: 21\n", "line 3, column 9: A plain card has a number up to 20."),
        ("scenario: One\nAda:\n  deck: 3\n", "line 3, column 3: “deck:” can't begin a line here."),
        ("scenario: One\nAda:\n  intent: Envy\n", "line 3, column 11: “Envy” is no notion."),
        ("scenario: One\ntracker: Ada 11\n", "line 2, column 10: “Ada 11” is no place on the gauge."),
        ("scenario: One\ntracker: Cy 3\n", "line 2, column 10: “Cy” can't stand here."),
        ("scenario: One\nphase: dawn\n", "line 2, column 8: “dawn” can't stand here."),
        (
            "scenario: One\nphase: draft\nAda:\n  hand: 3\n",
            "line 1, column 1: Before the draft nobody has any cards.",
        ),
        ("card: Hound, cost 2, power 3\nscenario: One\n", "line 1, column 29: What kind of card is Hound?"),
        ("card: Hound, Thought\nscenario: One\n", "A Thought needs power."),
        ("card: Hound, Thought, power 3, big\nscenario: One\n", "line 1, column 32: “big” can't be read"),
        (
            "card: Calm, Feeling\n  Fleeting: Drow a card.\nscenario: One\n",
            "line 2, column 13",
        ),
        ("card: 3, Thought, power 3\nscenario: One\n", "line 1, column 7: No card can be called “3”."),
        (f"{HOUND}{HOUND}scenario: One\n", "line 2, column 7: There is a card called “Hound” already, in line 1."),
        ("cover: Envy\n  Your Thoughts get +1 power.\nscenario: One\n", "line 1, column 8: “Envy” is no notion."),
        (
            f"{HOUND}scenario: One\nin force: Hound of Ada\n",
            "line 3, column 11: Hound has no effect that could be in force on nothing.",
        ),
        ("scenario: One\nin force: Hound\n", "line 2, column 11: “Hound” can't be read as something in force."),
        ("scenario: One\nThen Huond is tapped\n", "line 2, column 6: There is no card called “Huond”."),
        ("scenario: One\nThen it rains\n", "line 2, column 6: “it rains” can't be read as something to expect."),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenarios(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("Ada plays Hound", "“plays Hound” does not answer the question"),
        ("Bo plays Hound", "Bo is not asked anything."),
        ("Then Hound is tapped", "Hound is in Ada's thoughts, untapped"),
        ("Then Hound has power 4", "its power is 3"),
        ("Then Hound has quick", "it has no keyword"),
        ("Then Bo's ego has 4 cards", "it has 5:"),
        ("Then the tracker is on Ada 2", "it is on Bo 1"),
        ("Then it is Bo's turn", "it is Ada's turn"),
        ("Then Ada can't attack Ego with Hound", "Ada can attack Ego with Hound"),
        ("Then Ada can play 3", "You hold no card called"),
        ("Then Ada sees 0 in Bo's ego", "Ada is not shown it there"),
        ("Then 1 effect is on standby", "on standby: nothing"),
        ("Then Bo can't let go (DW41)", "the rule is DW40: It isn't your turn."),
        ("Then Bo can't let go (§Taking Damage)", "the rule is DW40: It isn't your turn."),
        ('Bo gives the order "Run away"', "Bo can't order “Run away”, but “"),
    ],
)
def test_a_failed_expectation_reports_the_actual_state(script: str, found: str) -> None:
    tracker = "tracker: Bo 1\nphase: main" if "tracker" in script else "tracker: Ada 0"
    (scenario,) = read_scenarios(
        f"{HOUND}scenario: One\n{tracker}\nAda:\n  hand: 9, 10\n  thoughts: Hound\n{script}\n"
    )
    failures = [failure.found for failure in play(scenario)]
    assert len(failures) == 1
    assert found in failures[0]
