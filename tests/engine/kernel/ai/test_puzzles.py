"""Puzzles of Lanterns whose solutions can be computed by hand."""

from __future__ import annotations

import zlib

import pytest
from msgspec.structs import replace

from engine.kernel.ai.analysis import THE_END
from engine.kernel.ai.decisions import decisions
from engine.kernel.ai.play_outs import match_of_policies
from engine.kernel.ai.puzzles import (
    AHEAD,
    FOR_BEGINNERS,
    FOR_OTHERS,
    find,
    make_puzzles,
    posed,
    puzzle_in,
    read_puzzles,
    write_puzzles,
)
from engine.kernel.errors import UnreadableMatch
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind, check
from tests.games.lantern_puzzles import SEED, SETUP, THINKING, lantern_puzzles
from tests.games.lantern_rules import LanternView
from tests.games.lantern_search import LANTERN_THINKING


def test_the_best_answer_is_clearly_the_best_and_not_the_policys() -> None:
    assert len(lantern_puzzles().puzzles) == 3
    for puzzle in lantern_puzzles().puzzles:
        best = puzzle.answers[puzzle.best]
        others = [one for one in puzzle.answers if one is not best]
        assert len(others) >= 2
        assert best.chance >= max(one.chance for one in others) + AHEAD - 0.002  # They are rounded.
        assert puzzle.best != puzzle.tempting
        assert puzzle.round == 3
        assert not best.lacks and all(one.lacks == THE_END for one in others) and puzzle.theme == THE_END


def test_beginners_puzzles_come_first_and_do_not_change_the_others() -> None:
    """The best answer is better by far."""
    made = make_puzzles(THINKING, [SETUP], SEED, 3, 2).puzzles
    assert made[2:] == lantern_puzzles().puzzles
    assert [puzzle.rating for puzzle in made] == [FOR_BEGINNERS.rating] * 2 + [FOR_OTHERS.rating] * 3
    for puzzle in made[:2]:
        assert puzzle.ahead >= FOR_BEGINNERS.ahead and len(puzzle.answers) <= FOR_BEGINNERS.most_answers
        chances = sorted(one.chance for one in puzzle.answers)
        assert puzzle.answers[puzzle.tempting].chance == chances[-2]


def test_the_solution_wins() -> None:
    """With more coins than the opponent, the solution in the last round is to bid all, or one more than they have."""
    bid = lantern_puzzles().puzzles[0]
    match = posed(THINKING.game, bid)
    view = match.view(bid.seat)
    assert isinstance(view, LanternView)
    mine, theirs = view.sides[bid.seat].coins, view.sides[1 - bid.seat].coins
    assert match.questions[bid.seat].kind is QuestionKind.NUMBER
    assert int(bid.answers[bid.best].choice[0]) > theirs or int(bid.answers[bid.best].choice[0]) == mine


def test_answers_have_the_order_of_the_question() -> None:
    for puzzle in lantern_puzzles().puzzles:
        match = posed(THINKING.game, puzzle)
        question = match.questions[puzzle.seat]
        for answer in puzzle.answers:
            check(question, answer.choice)
        firsts = [answer.choice[0] for answer in puzzle.answers]
        keys = [option.key for option in question.options] or sorted(firsts, key=int)
        assert firsts == sorted(firsts, key=keys.index)


def test_the_same_seed_makes_the_same_file() -> None:
    data = write_puzzles(lantern_puzzles())
    assert write_puzzles(make_puzzles(THINKING, [SETUP], SEED, 3)) == data
    assert read_puzzles(data) == lantern_puzzles()
    assert write_puzzles(make_puzzles(THINKING, [SETUP], "another", 1)) != write_puzzles(
        replace(lantern_puzzles(), puzzles=lantern_puzzles().puzzles[:1])
    )


def test_a_puzzle_shows_its_seats_view_and_nothing_else() -> None:
    puzzle = lantern_puzzles().puzzles[0]
    match = posed(THINKING.game, puzzle)
    true = Match.load(THINKING.game, zlib.decompress(puzzle.save))
    assert match.view(puzzle.seat) == true.view(puzzle.seat)
    assert match.questions[puzzle.seat] == true.questions[puzzle.seat]
    assert match.seed == true.seed == "" and not true.record.answers
    hands = [one.machine.position.players[1 - puzzle.seat].hand for one in (match, true)]
    assert hands[0] != hands[1]
    again = posed(THINKING.game, puzzle)
    assert THINKING.game.pack(again.machine) == THINKING.game.pack(match.machine)


def test_positions_without_a_clear_answer_make_no_puzzle() -> None:
    record = match_of_policies(THINKING, SETUP, "toy, match 0")
    late = [one for one in decisions(THINKING, record, (0, 1)) if one.round == 3]
    assert late and all(puzzle_in(THINKING, one, "toy") is None for one in late)
    assert list(find(replace(LANTERN_THINKING, even_through=3), record, "toy")) == []


@pytest.mark.parametrize(
    "changed", [{"rules": "0"}, {"game": "vigil"}, {"save": b""}, {"save": zlib.compress(b"VOID")}]
)
def test_a_puzzle_that_can_no_longer_be_posed_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(UnreadableMatch):
        posed(THINKING.game, replace(lantern_puzzles().puzzles[0], **changed))


def test_a_puzzle_whose_answers_are_no_longer_legal_is_refused() -> None:
    puzzle = lantern_puzzles().puzzles[0]
    answers = (replace(puzzle.answers[0], choice=("nothing",)), *puzzle.answers[1:])
    with pytest.raises(UnreadableMatch, match=puzzle.key):
        posed(THINKING.game, replace(puzzle, answers=answers))
