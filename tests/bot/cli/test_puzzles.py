"""`voidream puzzles`: finding puzzles and writing them to a file."""

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
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(lanterns(), thinking=THINKING)
    monkeypatch.setattr("bot.games.registry.games", lambda: Games.of(game, vigil()))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["puzzles", *map(str, arguments)])


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "other.json")]
    for file in files:
        result = run("--make", 1, "--seed", "toy", "--out", file)
        assert result.exit_code == 0 and str(file) in result.output
    one, other = (file.read_bytes() for file in files)
    assert one == other
    (puzzle,) = read_puzzles(one).puzzles
    assert posed(THINKING.game, puzzle).questions[puzzle.seat]


def test_what_can_not_be_done_is_said(tmp_path: Path) -> None:
    nobody = run("--make", 1, "--out", tmp_path / "one.json", "--game", "vigil")
    assert nobody.exit_code == 2 and "Vigil has no computer player that searches yet" in nobody.output
    nowhere = run("--make", 1, "--out", tmp_path / "missing" / "one.json")
    assert nowhere.exit_code == 2 and "There is no folder" in nowhere.output
    assert run("--make", 0, "--out", tmp_path / "one.json").exit_code == 2


def test_all_decks_meet() -> None:
    setups = setups_of(lanterns())
    assert len(set(setups)) == len(setups) == 2
    assert len(setups_of(vigil())) == 1
