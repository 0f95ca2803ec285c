"""`voidream rules` and `voidream card`: their output at a terminal."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cards.voidream.library import the_set
from engine.voidream.law import entries
from tests.bot.cli.test_commands import run


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["evoke"], "Look at the top card of your deck"),
        (["§4", "damage"], "Damage of a conflict goes to the loser's participants first"),
        (["R25"], "Heroic entities first"),
        (["depth", "rule"], "Source: §2 The depth rule"),
    ],
)
def test_a_term_a_section_and_a_ruling(typed: list[str], expected: str) -> None:
    result = run("rules", *typed)
    assert result.exit_code == 0
    assert expected in result.output and "Keep reading: " in result.output


def test_without_a_term_all_entries_are_listed() -> None:
    result = run("rules")
    assert result.exit_code == 0
    for entry in entries().values():
        assert entry.heading in result.output


def test_an_unknown_term_is_refused_with_the_nearest() -> None:
    result = run("rules", "evokation")
    assert result.exit_code == 2
    assert "no entry called “evokation”. Did you mean “Evoke (§6)”" in result.output


def test_a_card_with_its_picture(tmp_path: Path) -> None:
    file = tmp_path / "card.png"
    result = run("card", "nightflock", "ambush", "--picture", file)
    assert result.exit_code == 0
    assert "Initiate a dawn conflict." in result.output and "Exhaust: " in result.output
    assert Image.open(BytesIO(file.read_bytes())).format == "PNG"


def test_without_a_title_every_card_is_listed() -> None:
    assert len(run("card").output.splitlines()) == len(the_set())


def test_an_unknown_card_is_refused_with_the_nearest_titles() -> None:
    result = run("card", "Nightflok", "Ambush")
    assert result.exit_code == 2
    assert "Did you mean “Nightflock Ambush”" in result.output


def test_a_picture_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    result = run("card", "Cunning", "--picture", tmp_path / "nowhere" / "card.png")
    assert result.exit_code == 2
    assert "can't be written: No such file or directory." in result.output


def test_a_picture_needs_a_card() -> None:
    result = run("card", "--picture", "x.png")
    assert result.exit_code == 2 and "Name a card" in result.output
