"""Unreadable parts of a scenario file: each mistake has its place and the possible texts."""

from __future__ import annotations

import pytest

from engine.kernel.diagnostics import Unreadable
from engine.voidream.scenario import play, read_scenarios


@pytest.mark.parametrize(
    ("text", "sentence"),
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
def test_a_mistake_is_reported_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenarios(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 500


def test_each_scenario_may_bring_a_card_of_the_same_title() -> None:
    first, second = read_scenarios(
        "scenario: One\ncard: Moth, thought, value 1\nAda:\n  deck: Moth\nThen Ada's depth is 1\n"
        "scenario: Two\ncard: Moth, thought, value 2\nAda:\n  deck: Moth\nThen Ada's depth is 2\n"
    )
    assert (play(first), play(second)) == ([], [])


def test_a_players_name_can_begin_with_anothers() -> None:
    (scenario,) = read_scenarios(
        "players: Ada, Ada Lovelace\nscenario: One\nturn: Ada Lovelace\nAda Lovelace:\n  mind: 2\nAda Lovelace passes\n"
        "Then it is Ada's turn\nAnd Ada Lovelace's mind is 2\n"
    )
    assert play(scenario) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ada", "line 2, column 1: A line can't consist of “Ada”: say what to do, “Ada passes”, or put a colon behind the name to begin a side, “Ada:”."),
        ("Bo: hand", "line 2, column 1: A line can't consist of “Bo: hand”: “Bo:” stands alone, and what lies on that side stands beneath it, indented, “  hand: 4”."),
        ("Ada's turn", "line 2, column 1: A line can't consist of “Ada's turn”: what must be so begins with “Then”, “Then Ada's mind is 3”."),
        ("Ada, passes", "line 2, column 1: A line can't consist of “Ada, passes”: only a blank or a colon stands behind a name, “Ada passes” or “Ada:”."),
        ("Then", "line 2, column 1: What must be so is missing behind “Then”, on the same line: “Then it is Ada's turn”."),
        ("And", "line 2, column 1: What must be so is missing behind “And”, on the same line: “And it is Ada's turn”."),
        ("Ada:\n  play: Moth Chorus#x", "line 3, column 20: Behind “#” stands the number that the card is to have on the table: “Moth Chorus#5”."),
    ],
)  # fmt: skip
def test_a_line_with_a_valid_beginning_gets_advice_on_its_rest(line: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenarios(f"scenario: One\n{line}\n")
    assert str(caught.value) == sentence


def test_no_advice_repeats_the_written_word() -> None:
    """For any first word of a line, even a possible one, the advice is a different word, or none."""
    for word in ("Ada", "Bo", "Then", "scenario", "card", "turn", "passed", "conflict", "deck", "Ada:"):
        for line in (word, f"{word} ", f"  {word}", f"{word}!", f"{word.upper()}"):
            try:
                read_scenarios(f"scenario: One\n{line}\n")
            except Unreadable as mistakes:
                assert (
                    f"Did you mean “{word}”?" not in str(mistakes)
                    or f"“{word}”" not in str(mistakes).partition("Did you")[0]
                )


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("Ada:\n  play: Moth Chorus#7, Moth Chorus\nThen Moth Chorus#3 is ready",
         "there is no Moth Chorus#3 in this match: on the table lie Moth Chorus#7, Moth Chorus#10"),
        ("Ada:\n  play: Moth Chorus#7\nThen Moth Chorus#3 is ready",
         "there is no Moth Chorus#3 in this match: on the table lies Moth Chorus#7"),
        ("Ada:\n  discard: Moth Chorus\nThen Moth Chorus#3 is ready",
         "there is no Moth Chorus#3 in this match: only a card on the table has a number, and no Moth Chorus lies there"),
        ('Then the log says "Bo wins"', "nothing has been told since the scenario began"),
        ('Ada passes\nThen the log says "Bo passes"', "of one sentence none says that; nearest comes “Ada passes.”"),
        ('Ada passes\nThen the log does not say "passes"', "it says “Ada passes.”"),
    ],
)  # fmt: skip
def test_a_failed_expectation_reports_the_actual_state(script: str, found: str) -> None:
    (scenario,) = read_scenarios(f"scenario: One\n{script}\n")
    (failure,) = play(scenario)
    assert failure.found == found


def test_a_long_log_is_not_printed_whole() -> None:
    """The nearest sentence and the last one are quoted, whatever else is in the log."""
    plays = "Ada plays 4\nBo passes\n" * 4
    (scenario,) = read_scenarios(
        f'scenario: One\nAda:\n  hand: 4 x8\nBo:\n  hand: 4\n{plays}Then the log says "Ada plays Pinch"\n'
    )
    (failure,) = play(scenario)
    assert "none says that; nearest comes “Ada plays Plain arcanum 4" in failure.found
    assert len(failure.found) < 400
