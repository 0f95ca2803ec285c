"""`voidream puzzles`: generate puzzles and write them to a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from bot.cli import main
from bot.cli.puzzles import setups_of
from bot.games.playable import Games
from engine.kernel.ai.puzzles import posed, read_puzzles
from tests.games.lantern_puzzles import THINKING
from tests.games.registry import lanterns, vigil


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(lanterns(), thinking=THINKING)
    monkeypatch.setattr("bot.games.registry.games", lambda: Games.of(game, vigil()))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["puzzles", *map(str, arguments)])


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "other.json")]
    for file in files:
        result = run("--make", 1, "--seed", "toy", "--out", file)
        assert result.exit_code == 0 and str(file) in result.output
    first, second = (file.read_bytes() for file in files)
    assert first == second
    (puzzle,) = read_puzzles(first).puzzles
    assert posed(THINKING.game, puzzle).questions[puzzle.seat]


def test_impossible_requests_are_refused(tmp_path: Path) -> None:
    without_search = run("--make", 1, "--out", tmp_path / "one.json", "--game", "vigil")
    assert (
        without_search.exit_code == 2
        and "Vigil has no computer player that searches yet" in without_search.output
    )
    without_folder = run("--make", 1, "--out", tmp_path / "missing" / "one.json")
    assert without_folder.exit_code == 2 and "There is no folder" in without_folder.output
    assert run("--make", 0, "--out", tmp_path / "one.json").exit_code == 2


def test_all_pairs_of_decks_are_used() -> None:
    setups = setups_of(lanterns())
    assert len(set(setups)) == len(setups) == 2
    assert len(setups_of(vigil())) == 1
