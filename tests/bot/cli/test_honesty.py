"""`voidream honesty`: the output and the exit code for an honest and for a cheating player."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from msgspec.structs import replace

from bot.games import registry
from bot.games.playable import Games
from bot.games.voidream import voidream
from engine.voidream.game import VOIDREAM
from engine.voidream.players.search import VOIDREAM_THINKING
from engine.voidream.referee import Referee
from engine.voidream.views.knowledge import KNOWLEDGE
from tests.bot.cli.test_commands import run
from tests.known import with_chance


@pytest.mark.parametrize("game", ["voidream", "dreamweavers"])
def test_an_honest_player_passes(game: str) -> None:
    result = run("honesty", "--game", game, "--positions", "2")
    assert "0 of 2 positions" in result.output
    assert result.exit_code == 0


def test_a_player_that_knows_the_seed_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(machine: Referee, seats: Collection[int]) -> bytes:
        return with_chance(KNOWLEDGE, VOIDREAM.know(machine, seats), machine.position.chance)

    thinking = replace(VOIDREAM_THINKING, game=replace(VOIDREAM, know=leaking))
    monkeypatch.setattr(registry, "games", lambda: Games.of(replace(voidream(), thinking=thinking)))
    result = run("honesty", "--positions", "2")
    assert "2 of 2 positions" in result.output
    assert "what seat" in result.output
    assert "knows depends on what it can't know" in result.output
    assert result.exit_code == 1


def test_a_game_without_a_search_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: Games.of(replace(voidream(), thinking=None, puzzles=None)))
    result = run("honesty")
    assert "Voidream has no computer player that searches yet." in result.output
    assert result.exit_code == 2
