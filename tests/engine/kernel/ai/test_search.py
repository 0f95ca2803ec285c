"""The search, in matches of Lanterns whose best answer is known: any coin wins the last round."""

from __future__ import annotations

from itertools import count
from typing import NoReturn

import pytest
from msgspec.structs import replace

from engine.kernel.ai.levels import EASY, HARD, MEDIUM, Level
from engine.kernel.ai.player import Thinker
from engine.kernel.ai.search import (
    FEWEST_WORLDS,
    LONGEST_ROLLOUT,
    AnswerTrial,
    SearchCancelled,
    Worlds,
    candidates_of,
    chosen,
    think,
)
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import RandomPlayer, See, play
from tests.engine.kernel.ai.test_review import GIVEN_AWAY, given_away
from tests.games.lantern_search import LANTERN_THINKING
from tests.games.lanterns import DECKS, LANTERNS

THINKING = LANTERN_THINKING


class Nothing(RandomPlayer):
    """A player that bids nothing."""

    def answer(self, question: Question, see: See) -> Choice:
        return ("0",)


def last_bid() -> tuple[bytes, int]:
    """Return the knowledge of the seat with coins in the last round, which loses at random if it bids none."""
    return given_away(GIVEN_AWAY - 1).known_to(0), 0


def test_the_answer_that_wins_is_found() -> None:
    knowledge, seat = last_bid()
    thought = think(THINKING, knowledge, seat, HARD, "a")
    assert thought.choice != ("0",)
    assert thought.of(thought.choice).chance > thought.of(("0",)).chance + 0.2


def test_thinking_ends_when_nothing_is_left_to_find_out() -> None:
    knowledge, seat = last_bid()
    thought = think(THINKING, knowledge, seat, Level("patient", HARD.name, 100_000), "a")
    assert FEWEST_WORLDS <= len(thought.of(("0",)).chances) < 100
    assert thought.answers < 5_000


@pytest.mark.parametrize("temperature", [0.0, 0.3])
def test_answers_tried_in_few_positions_are_not_chosen_for_their_luck(temperature: float) -> None:
    lucky = AnswerTrial(("lucky",), [0.9, 0.9, 0.9])
    left_aside = [AnswerTrial(("good",), [0.9, 0.9, 0.9, 0.5, 0.4, 0.4]), lucky]
    assert chosen(left_aside, temperature, Chance("a")) == ("good",)


def test_the_policys_answer_is_given_unless_another_is_clearly_better() -> None:
    first, better = AnswerTrial(("first",), [0.5, 0.5]), AnswerTrial(("better",), [0.6, 0.6])
    assert chosen([first, better], 0.0, Chance("a")) == ("better",)
    assert chosen([first, better], 0.0, Chance("a"), 0.15) == ("first",)
    assert chosen([first, better], 0.0, Chance("a"), 0.05) == ("better",)
    lucky = AnswerTrial(("lucky",), [0.2, 1.0])
    assert chosen([first, lucky], 0.0, Chance("a"), 0.05) == ("first",)
    left_aside = AnswerTrial(("first",), [0.5])
    assert chosen([left_aside, better], 0.0, Chance("a"), 0.15) == ("better",)


def test_the_advisers_answer_comes_first() -> None:
    knowledge, seat = last_bid()
    advised = replace(THINKING, adviser=Nothing)
    assert think(advised, knowledge, seat, HARD, "a").tried[0].choice == ("0",)
    trusting = replace(HARD, trust=1.0, answers=12)
    assert think(advised, knowledge, seat, trusting, "a").choice == ("0",)


def test_clearly_worse_answers_are_left_aside_and_the_others_tried_in_more_positions() -> None:
    match = given_away(GIVEN_AWAY - 4)
    thought = think(THINKING, match.known_to(1), 1, HARD, "a")
    counts = [len(one.chances) for one in thought.tried]
    worst = min(thought.tried, key=lambda one: one.chance)
    assert FEWEST_WORLDS <= len(worst.chances) < max(counts)
    assert len(thought.of(thought.choice).chances) == max(counts)


@pytest.mark.parametrize("first_disaster", range(6))
def test_a_disaster_in_one_of_six_positions_is_found(
    first_disaster: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chance_of(worlds: Worlds, number: int, choice: Choice) -> float:
        """Return a little more without coins than with some, except for a loss in each sixth position."""
        worlds.answers += 10
        luck = (-0.06, 0.06)[number % 2]
        if choice == ("0",):
            return 0.0 if number % 6 == first_disaster else 0.55 + luck
        return 0.54 + luck

    monkeypatch.setattr(Worlds, "rollout", chance_of)
    knowledge, seat = last_bid()
    assert think(THINKING, knowledge, seat, HARD, "a").choice != ("0",)


@pytest.mark.parametrize("answers", [1, 10, 50, 90])
def test_at_most_one_rollout_beyond_the_limit_is_simulated_after_the_first_position(
    answers: int,
) -> None:
    knowledge, seat = last_bid()
    thought = think(THINKING, knowledge, seat, Level("brief", HARD.name, answers), "a")
    assert thought.answers < answers + LONGEST_ROLLOUT
    counts = {len(one.chances) for one in thought.tried}
    assert min(counts) >= 1
    assert sum(len(one.chances) for one in thought.tried) <= max(answers, len(thought.tried))


def test_equal_arguments_give_equal_thoughts() -> None:
    knowledge, seat = last_bid()
    one, same, other = (think(THINKING, knowledge, seat, HARD, seed) for seed in ("a", "a", "b"))
    assert one == same
    assert one.tried != other.tried


def test_softly_chosen_answers_are_likelier_the_better_they_are() -> None:
    knowledge, seat = last_bid()
    level = Level("soft", MEDIUM.name, 60, 0.3)
    chosen = [think(THINKING, knowledge, seat, level, f"{n}").choice for n in range(60)]
    assert 0 < chosen.count(("0",)) < chosen.count(("1",))


def test_the_easiest_level_does_not_search() -> None:
    knowledge, seat = last_bid()
    thought = think(THINKING, knowledge, seat, EASY, "a")
    assert thought.answers == 0
    assert thought.choice in {(f"{coins}",) for coins in range(4)}


def test_a_search_ends_as_soon_as_it_is_cancelled() -> None:
    knowledge, seat = last_bid()
    asked = count()
    with pytest.raises(SearchCancelled):
        think(THINKING, knowledge, seat, HARD, "a", is_wanted=lambda: next(asked) < 5)
    assert next(asked) == 6


def test_a_fault_in_a_rollout_is_not_taken_for_an_even_chance() -> None:
    def no_horizon(machine: object) -> NoReturn:
        raise ImportError("there is no such module")

    knowledge, seat = last_bid()
    with pytest.raises(ImportError):
        think(replace(THINKING, horizon=no_horizon), knowledge, seat, HARD, "a")


def test_equivalent_answers_are_tried_once() -> None:
    twice = replace(THINKING, candidates=lambda question, view, first: [first, ("0",), ("1",), ("0",)])
    knowledge, seat = last_bid()
    world = THINKING.game.sample(knowledge, Chance("question"))
    question = world.position.questions[seat].english
    assert candidates_of(twice, question, None, ("1",)) == [("1",), ("0",)]


def test_a_thinker_plays_whole_matches_and_wins_more_of_them() -> None:
    game = LANTERNS
    setup = game.setup([DECKS["Harbour"]] * 2)
    won = 0
    for number in range(12):
        seat = number % 2
        players = [RandomPlayer(Chance(f"{number}")), Thinker(THINKING, MEDIUM, f"{number}")]
        outcome = play(game, setup, f"{number}", players if seat else players[::-1]).outcome
        won += seat in outcome.winners
    assert won >= 9
