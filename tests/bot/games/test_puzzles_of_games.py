"""The puzzles that come with the bot, for every game: each can be posed, and is complete."""

from __future__ import annotations

import pytest

from bot.games.playable import PlayableGame
from bot.games.registry import games
from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.puzzles import AHEAD, FEWEST_ANSWERS, Puzzle, posed

ALL = [*games().games.values()]
WITH_PUZZLES = [game for game in ALL if game.puzzles is not None]
NAMES = [game.name for game in WITH_PUZZLES]


def puzzles_of(game: PlayableGame) -> tuple[Puzzle, ...]:
    assert game.puzzles is not None
    return game.puzzles().puzzles


def test_games_with_puzzles_have_a_search() -> None:
    assert len(NAMES) > 1 and {*NAMES} <= {game.name for game in ALL if game.thinking is not None}


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=NAMES)
def test_each_can_be_posed_under_the_current_rules(game: PlayableGame) -> None:
    for puzzle in puzzles_of(game):
        assert (puzzle.game, puzzle.rules) == (game.name, game.kernel.version)
        match = posed(game.kernel, puzzle)
        assert match.questions[puzzle.seat].seat == puzzle.seat
        assert game.kernel.round_number(match.machine) == puzzle.round


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=NAMES)
def test_each_has_one_best_answer_and_names_what_the_others_lack(game: PlayableGame) -> None:
    assert game.thinking is not None
    puzzles = puzzles_of(game)
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles) >= 20
    for puzzle in puzzles:
        assert len(puzzle.answers) >= FEWEST_ANSWERS and puzzle.best != puzzle.tempting
        best = puzzle.answers[puzzle.best]
        for answer in puzzle.answers:
            if answer is not best:
                assert best.chance - answer.chance > AHEAD - 0.002, "chances are rounded"
                assert answer.lacks == THE_END or answer.lacks in game.thinking.words
