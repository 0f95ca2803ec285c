"""The search of Dreams of Dystopia with two to four players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine.dreams_of_dystopia.ai.features import LATE, LATEST, MORE_LATER, WORDS, features_of
from engine.dreams_of_dystopia.ai.fitted import FITTED
from engine.dreams_of_dystopia.ai.search import DYSTOPIA_THINKING as THINKING
from engine.dreams_of_dystopia.ai.search import Careless
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import Topic
from engine.kernel.ai.levels import EASY, MEDIUM, Level
from engine.kernel.ai.matches import played
from engine.kernel.ai.search import Worlds, think
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import check

BRIEFLY = Level("briefly", THINKING.levels["hard"].name, 30)


def _questions(seats: int) -> Iterator[tuple[int, Match]]:
    match = Match.new(DYSTOPIA, [None] * seats, f"thought about by {seats}")
    players = [Careless(Chance(f"{seat}"), 4) for seat in range(seats)]
    while match.outcome is None:
        seat, question = min(match.questions.items())
        yield seat, match
        match.answer(seat, question.id, players[seat].answer(question, lambda seat=seat: match.view(seat)))


@cache
def _moments() -> list[tuple[int, bytes]]:
    """Yield every eleventh question of a match for each number of seats, with the asked seat's view."""
    return [
        (seat, match.known_to(seat))
        for seats in DYSTOPIA.seats
        for number, (seat, match) in enumerate(_questions(seats))
        if number % 11 == 0
    ]


def _world(knowledge: bytes, name: str = "world") -> Referee:
    return DYSTOPIA.sample(knowledge, Chance(name))


def test_candidates_are_legal_and_the_policys_answer_is_first() -> None:
    topics: set[str] = set()
    for seat, knowledge in _moments():
        world = _world(knowledge)
        question = world.position.questions[seat].english
        view = THINKING.view_of(world, seat)
        first = Greedy(Chance("first")).answer(question, lambda view=view: view)
        candidates = THINKING.candidates(question, view, first)
        for choice in candidates:
            check(question, choice)
        assert candidates[0] == first and len({tuple(sorted(choice)) for choice in candidates}) == len(
            candidates
        )
        assert candidates == THINKING.candidates(question, view, first)
        if len(candidates) > 1:
            topics.add(question.topic)
    assert topics >= {Topic.ACT, Topic.TARGET, Topic.BLOCK, Topic.SUPPORT_BLOCK, Topic.SUPPORT_ATTACK}


def test_the_features_are_public_and_sum_to_zero() -> None:
    for seat, knowledge in _moments():
        one, other = (_world(knowledge, name) for name in ("one", "other"))
        rows = [features_of(one, each) for each in one.playing]
        assert rows == [features_of(other, each) for each in one.playing]
        assert [sum(column) for column in zip(*rows, strict=True)] == pytest.approx([0] * len(WORDS))
        assert sum(THINKING.chances(one)) == pytest.approx(1)
        assert seat in one.playing
    assert THINKING.formula.features == FITTED.features == tuple(WORDS) == tuple(THINKING.words)


def test_features_count_more_the_later_it_is() -> None:
    seat, knowledge = _moments()[5]
    world = _world(knowledge)
    for turn, late in ((LATE, 0.5), (2 * LATE, 1.0), (99, LATEST)):
        world.position.turn = turn
        values = dict(zip(WORDS, features_of(world, seat), strict=True))
        for key in MORE_LATER:
            assert values[f"late {key}"] == pytest.approx(late * values[key])


def test_a_player_about_to_fall_or_with_curses_is_behind() -> None:
    seat, knowledge = _moments()[5]
    world = _world(knowledge)
    before = THINKING.chance(world, seat)
    world.seat(seat).lp = 1
    assert THINKING.chance(world, seat) < before - 0.05


def test_playing_on_ends_when_the_cards_that_are_used_are_there_again() -> None:
    for seat, knowledge in _moments()[::9]:
        worlds = Worlds(THINKING, knowledge, seat, "far enough")
        now = worlds.world(0)
        there = worlds.play_on(0, worlds.first_choice(now))
        if there.position.outcome is None and not there.position.is_out(seat):
            ahead = 2 if there.seat_count == 2 else 1
            assert isinstance(now, Referee) and isinstance(there, Referee)
            assert there.position.turn >= now.position.turn + ahead
            assert {one.topic for one in there.position.questions.values()} == {Topic.ACT}


def test_every_question_can_be_thought_about_within_its_budget() -> None:
    for seat, knowledge in _moments()[::12]:
        thought = think(THINKING, knowledge, seat, BRIEFLY, "a seed")
        check(_world(knowledge).position.questions[seat], thought.choice)
        assert thought == think(THINKING, knowledge, seat, BRIEFLY, "a seed")


def test_weaker_players_choose_the_best_answer_less_often() -> None:
    differs = [0, 0]
    for number, (seat, knowledge) in enumerate(_moments()):
        world = _world(knowledge)
        question, view = world.position.questions[seat].english, THINKING.view_of(world, seat)
        for place, level in enumerate((EASY, MEDIUM)):
            answers = [
                player.answer(question, lambda view=view: view)
                for player in (
                    THINKING.without_search(level, Chance(f"{number}")),
                    Careless(Chance(f"{number}"), 10**9),
                )
            ]
            differs[place] += answers[0] != answers[1]
    assert 0 < differs[1] < differs[0] < len(_moments())


def test_the_formula_is_fitted_to_tables_of_all_sizes() -> None:
    sizes = {len(DYSTOPIA.begin(FITTED.setup(Chance(f"{n}")), "").position.seats) for n in range(12)}
    assert sizes == {2, 3, 4}
    match = played(FITTED, "a duel 1")
    assert match is not None and len(match.moments[0].values) == len(WORDS)
