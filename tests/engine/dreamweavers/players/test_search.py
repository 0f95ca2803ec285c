"""Dreamweavers' part of a search: candidates, features, the easiest player, and results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.features import LATE, LATEST, ON_TABLE, WORDS
from engine.dreamweavers.players.fitted import FITTED
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.players.search import DREAMWEAVERS_THINKING as THINKING
from engine.dreamweavers.players.search import EasyPolicy
from engine.dreamweavers.scenario.format import read_scenarios
from engine.dreamweavers.scenario.layout import lay_out
from engine.dreamweavers.topics import Topic
from engine.kernel.ai.game_search import MOST_CANDIDATES
from engine.kernel.ai.levels import EASY, HARD, Level
from engine.kernel.ai.matches import played
from engine.kernel.ai.search import think
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.question import check

SETUP = DREAMWEAVERS.setup([None, None])
BRIEFLY = Level("briefly", EASY.name, 40)


@cache
def _moments() -> list[tuple[int, bytes]]:
    """Return the asked seats with their knowledge, at the beginning and at every ninth question of two matches."""
    return [
        (seat, DREAMWEAVERS.know(machine, {seat}))
        for seed in ("tried", "thought about")
        for number, (seat, machine) in enumerate(_questions(seed))
        if number < 6 or number % 9 == 0
    ]


def _questions(seed: str) -> Iterator[tuple[int, AnyMachine]]:
    match, _ = Match.begin(DREAMWEAVERS, SETUP, seed)
    players = [Greedy(Chance(f"{seed} {seat}")) for seat in (0, 1)]
    while match.outcome is None:
        seat = min(match.questions)
        yield seat, match.machine
        question = match.questions[seat]
        match.answer(seat, question.id, players[seat].answer(question, lambda seat=seat: match.view(seat)))


def test_candidates_are_legal_in_every_sample_and_the_policys_answer_is_first() -> None:
    topics: set[str] = set()
    for seat, knowledge in _moments():
        tried = None
        for number in range(2):
            world = DREAMWEAVERS.sample(knowledge, Chance(f"world {number}"))
            question = world.position.questions[seat].english
            view = THINKING.view_of(world, seat)
            first = THINKING.policy(Chance("first")).answer(question, lambda view=view: view)
            candidates = THINKING.candidates(question, view, first)
            for choice in candidates:
                check(question, choice)
            assert candidates[0] == first
            assert len(candidates) <= MOST_CANDIDATES
            assert len({tuple(sorted(choice)) for choice in candidates}) == len(candidates)
            assert tried in (None, candidates)
            tried = candidates
            if len(candidates) > 1:
                topics.add(question.topic)
    assert topics >= {Topic.DRAFT, Topic.INTENT, Topic.ACTION, Topic.DEFEND, Topic.SHIELDS, Topic.CARDS}


def test_the_features_are_public_and_antisymmetric() -> None:
    for seat, knowledge in _moments():
        one, other = (DREAMWEAVERS.sample(knowledge, Chance(f"world {number}")) for number in range(2))
        mine = THINKING.features(one, seat)
        assert list(mine) == list(THINKING.features(other, seat))
        assert [-value for value in mine] == list(THINKING.features(one, 1 - seat))
    assert THINKING.formula.features == FITTED.features == tuple(WORDS)


def test_cards_on_the_table_are_weighted_by_the_turn() -> None:
    for seat, knowledge in _moments():
        world = DREAMWEAVERS.sample(knowledge, Chance("world"))
        for turn, late in ((LATE // 2, 0.5), (LATE, 1.0), (99, LATEST)):
            world.position.turn = turn
            values = dict(zip(WORDS, THINKING.features(world, seat), strict=True))
            for key in ON_TABLE:
                assert values[f"late {key}"] == late * values[key]


def test_fitted_matches_end_and_the_formula_predicts_them() -> None:
    match = played(FITTED, "held back")
    assert match is not None
    assert len(match.moments) > 10
    last = THINKING.formula.chance(match.moments[-1].values)
    assert (last > 0.5) == match.won


def test_of_a_match_that_does_not_end_nothing_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.ai.matches.IN_CIRCLES", 10)
    assert played(FITTED, "held back") is None


def test_a_program_sees_the_same_view_without_sentences() -> None:
    for seat, knowledge in _moments():
        world = DREAMWEAVERS.sample(knowledge, Chance("world"))
        question = world.position.questions[seat].english
        answers = [
            Greedy(Chance("looking")).answer(
                question, lambda look=look, world=world, seat=seat: look(world, seat)
            )
            for look in (THINKING.view_of, DREAMWEAVERS.view)
        ]
        assert answers[0] == answers[1]


def test_searches_depend_on_nothing_but_their_seed() -> None:
    for seat, knowledge in _moments()[4::9]:
        assert think(THINKING, knowledge, seat, BRIEFLY, "seed") == think(
            THINKING, knowledge, seat, BRIEFLY, "seed"
        )


def test_a_careless_player_sometimes_chooses_a_worse_answer() -> None:
    same = other = 0
    for number, (seat, knowledge) in enumerate(_moments()):
        world = DREAMWEAVERS.sample(knowledge, Chance("world"))
        question = world.position.questions[seat].english
        if question.topic == Topic.ACTION and len(question.options) > 2:
            best, given = (
                player.answer(question, lambda world=world, seat=seat: THINKING.view_of(world, seat))
                for player in (Greedy(Chance("best")), EasyPolicy(Chance(f"careless {number}")))
            )
            check(question, given)
            same, other = same + (best == given), other + (best != given)
    assert same > 5
    assert other > 5


def test_the_medium_level_is_the_greedy_player_and_the_easy_one_is_not() -> None:
    greedy: list[bool] = []
    careless: list[bool] = []
    for seat, knowledge in _moments():
        world = DREAMWEAVERS.sample(knowledge, Chance("world"))
        question = world.position.questions[seat].english
        if question.topic == Topic.ACTION and len(question.options) > 2:
            player = Greedy(Chance("seed, careless"))
            best = player.answer(question, lambda world=world, seat=seat: THINKING.view_of(world, seat))
            for level, same in (("medium", greedy), ("easy", careless)):
                given = think(THINKING, knowledge, seat, THINKING.levels[level], "seed").choice
                same.append(given == best)
    assert len(greedy) > 10 and all(greedy) and not all(careless)


LIBRARY = """scenario: It has as much power as is held, and what is held stops it once a card has been played
tracker: Ada 3
Ada:
  thoughts: Walking Library
  hand: 1, 1, 1
  mind: none
Bo:
  hand: 4
  ego: none
  mind: none
Ada attacks Ego with Walking Library
"""


def test_it_finds_a_win_that_the_greedy_player_gives_away() -> None:
    (scenario,) = read_scenarios(LIBRARY)
    match, _ = lay_out(scenario)
    question = match.questions[0]
    assert Greedy(Chance("gives away")).answer(question, lambda: match.view(0))[0].startswith("play")
    thought = think(THINKING, DREAMWEAVERS.know(match.machine, {0}), 0, HARD, "finds")
    assert thought.choice == ("attack Walking Library > Ego",)
    assert thought.of(thought.choice).chance == 1.0
