"""Commands about a game that has no cards, no decks and no pictures: they simulate it, or say what it does not have."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.games.playable import Games
from bot.games.voidream import voidream
from tests.games.registry import vigil


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.registry.games", lambda: Games.of(voidream(), vigil()))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--game", "vigil"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("cards check", "Vigil has no card files. Voidream has."),
        ("cards loops", "Vigil has no card files. Voidream has."),
        ("gallery {folder}/sheet.png", "Vigil has no gallery. Voidream has."),
        ("avatar {folder}", "Vigil has no gallery. Voidream has."),
        ("scenario --coverage", "Vigil has no scenarios. Voidream has."),
        ("deck check -", "There is no deck building in Vigil."),
        ("card Lamp", "No reference for Vigil."),
        ("funnel", "There are no lessons for Vigil."),
        ("simulate --targets", "Vigil has no balance targets."),
        ("simulate --decks Dawn", "Vigil is played without decks."),
        ("simulate --seats 5", "Vigil is played by 2 to 4, not by 5."),
    ],
)
def test_what_a_game_does_not_have_is_said(
    arguments: str, said: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.getbasetemp())
    result = run(*(one.format(folder=folder) for one in arguments.split()))
    assert (result.exit_code, result.output) == (2, f"{said}\n")


def test_a_game_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    result = CliRunner().invoke(main, ["simulate", "--game", "chess"])
    assert result.exit_code == 2
    assert result.output == "There is no game called “chess”. You can choose Voidream or Vigil.\n"


def test_it_is_simulated_by_as_many_as_can_play() -> None:
    asked = ("simulate", "--seats", "3", "--matches", "6", "--jobs", "1", "--quiet")
    printed = run(*asked).output
    assert "6 matches" in printed
    assert "balance" not in printed
    figures = json.loads(run(*asked, "--player", "greedy", "--against", "random", "--json").output)
    assert (figures["game"], figures["matches"], figures["figures"]) == ("vigil", 6, {})
    assert sum(figures["players"].values()) == 2 * 6, "one against each of two, in every match"
    assert sum(figures["first"].values()) == 6
