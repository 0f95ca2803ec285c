"""The puzzles of Voidream that come with the program: each can be posed, and says what it must."""

from __future__ import annotations

from importlib.resources import files

from engine.kernel.thinking.analysis import THE_END
from engine.kernel.thinking.puzzles import AHEAD, FEWEST_ANSWERS, posed, read_puzzles
from engine.voidream.players.thinking import VOIDREAM_THINKING as THINKING

COLLECTION = read_puzzles(files("engine.voidream.players").joinpath("puzzles.json").read_bytes())


def test_each_can_be_posed_under_the_rules_of_today() -> None:
    for puzzle in COLLECTION.puzzles:
        match = posed(THINKING.game, puzzle)
        assert match.questions[puzzle.seat].seat == puzzle.seat
        assert THINKING.game.round_number(match.machine) == puzzle.round


def test_each_has_one_best_answer_and_says_what_the_others_lack() -> None:
    assert len({puzzle.key for puzzle in COLLECTION.puzzles}) == len(COLLECTION.puzzles) > 0
    for puzzle in COLLECTION.puzzles:
        assert len(puzzle.answers) >= FEWEST_ANSWERS and puzzle.best != puzzle.tempting
        best = puzzle.answers[puzzle.best]
        for answer in puzzle.answers:
            if answer is not best:
                assert best.chance - answer.chance > AHEAD - 0.002, "chances are rounded"
                assert answer.lacks == THE_END or answer.lacks in THINKING.words
