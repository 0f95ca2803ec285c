"""`voidream value`: fit a game's formula, or measure the stored one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from bot.cli import main
from bot.games.author_tools import Authoring
from bot.games.playable import Games
from engine.kernel.ai.matches import FittedMatches
from tests.games.registry import lanterns, vigil
from tests.games.vigil.game import VIGIL
from tests.games.vigil.player import Watchful
from tests.games.vigil.search import VIGIL_THINKING

FITTED = FittedMatches(
    game=VIGIL,
    package="tests.games.vigil",
    features=("light", "oil"),
    values=VIGIL_THINKING.features,
    setup=lambda chance: VIGIL.setup([None, None]),
    player=Watchful,
    view_of=VIGIL.view,
    matches=40,
    every=2,
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    weights_file = tmp_path / "weights.json"
    monkeypatch.setattr("bot.balance.value.file_of", lambda fitted: weights_file)
    games = Games.of(replace(vigil(), authoring=lambda: Authoring(fitted=FITTED)), lanterns())
    monkeypatch.setattr("bot.games.registry.games", lambda: games)
    return weights_file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["value", "--jobs", "1", "--quiet", *arguments])


def test_a_formula_is_fitted_and_stored(file: Path) -> None:
    result = run()
    assert result.exit_code == 0, result.output
    formula = json.loads(file.read_bytes())
    assert formula["features"] == ["light", "oil"]
    assert all(formula["weights"])
    assert "light" in result.output
    for row in ("all", "first quarter", "last quarter"):
        assert row in result.output


def test_the_same_seed_gives_the_same_file(file: Path) -> None:
    run()
    first = file.read_bytes()
    run()
    assert file.read_bytes() == first
    run("--seed", "other")
    assert file.read_bytes() != first


def test_the_stored_formula_is_measured_and_not_changed(file: Path) -> None:
    file.write_bytes(json.dumps({"features": ["light", "oil"], "weights": [0.5, 0.1]}).encode())
    before = file.read_bytes()
    result = run("--check", "--seed", "other", "--matches", "20")
    assert result.exit_code == 0, result.output
    assert "the kept formula" in result.output
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "stored",
    [
        b'{"features": ["light"], "weights": [0.5]}',
        b'{"features": ["light", "oil"], "weights": [0.5]}',
        b"{}",
        b"",
        None,
    ],
    ids=["of other features", "without a weight", "of nothing", "empty", "missing"],
)
def test_an_unsuitable_formula_is_not_measured(file: Path, stored: bytes | None) -> None:
    if stored is not None:
        file.write_bytes(stored)
    result = run("--check")
    assert result.exit_code == 2
    assert "fit it first, without --check" in result.output


def test_a_game_without_a_formula_is_refused(file: Path) -> None:
    result = run("--game", "lanterns")
    assert result.exit_code == 2
    assert "There is no formula of" in result.output
    assert not file.exists()
