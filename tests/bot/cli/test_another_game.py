"""Commands about a game without cards, decks and pictures: they work, or name what is missing."""

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
    ("arguments", "sentence"),
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
def test_a_missing_part_of_a_game_is_named(
    arguments: str, sentence: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.getbasetemp())
    result = run(*(argument.format(folder=folder) for argument in arguments.split()))
    assert (result.exit_code, result.output) == (2, f"{sentence}\n")


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    result = CliRunner().invoke(main, ["simulate", "--game", "chess"])
    assert result.exit_code == 2
    assert result.output == "There is no game called “chess”. You can choose Voidream or Vigil.\n"


def test_it_is_simulated_with_three_players() -> None:
    arguments = ("simulate", "--seats", "3", "--matches", "6", "--jobs", "1", "--quiet")
    printed = run(*arguments).output
    assert "6 matches" in printed
    assert "balance" not in printed
    figures = json.loads(run(*arguments, "--player", "greedy", "--against", "random", "--json").output)
    assert (figures["game"], figures["matches"], figures["figures"]) == ("vigil", 6, {})
    assert sum(figures["players"].values()) == 2 * 6, "one against each of two, in every match"
    assert sum(figures["first"].values()) == 6
