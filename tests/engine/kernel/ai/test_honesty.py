"""Each check for honesty detects violations: small games that leak, and players that peek."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.honesty import CHECKS, GLANCE, exchanged_for, positions
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import SearchResult, think
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question
from engine.kernel.sample_match import GameDefect, SampleMatch, SampleMoment
from engine.kernel.simulation import RandomPlayer
from tests.games.lantern_rules import LanternMachine, LanternPosition
from tests.games.lantern_search import LANTERN_THINKING, ROUND_BY_ROUND
from tests.games.lanterns import DECKS, LANTERNS
from tests.games.vigil.search import VIGIL_THINKING


def about(game: Game) -> Thinking:
    """Return the search interface for a variant of Lanterns."""
    return replace(ROUND_BY_ROUND, game=game)


def moments(thinking: Thinking, seed: str = "honesty", each: int = 1) -> list[SampleMoment]:
    game = thinking.game
    brought = [DECKS["Harbour"], DECKS["Garden"]] if game.name == LANTERNS.name else [None, None]
    return list(positions(thinking, SampleMatch(game, game.setup(brought), 2, seed, each=each)))


def caught(check: Callable[[SampleMoment], None], found: Collection[SampleMoment]) -> int:
    """Return the number of moments at which a check fails."""
    count = 0
    for moment in found:
        try:
            check(moment)
        except GameDefect:
            count += 1
    return count


@pytest.mark.parametrize("thinking", [ROUND_BY_ROUND, VIGIL_THINKING], ids=["lanterns", "vigil"])
@pytest.mark.parametrize("check", CHECKS)
def test_honest_players_pass(thinking: Thinking, check: str) -> None:
    honest_moments = moments(thinking)
    assert len(honest_moments) >= 8
    for moment in honest_moments:
        CHECKS[check](thinking, moment)


def _read(knowledge: bytes) -> LanternPosition:
    return msgspec.msgpack.decode(knowledge, type=LanternPosition)


def _know_of_leaking_chance(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = _read(LANTERNS.know(machine, seats))
    position.chance = machine.position.chance
    return msgspec.msgpack.encode(position)


LEAKING_CHANCE = replace(LANTERNS, know=_know_of_leaking_chance)
"""A seat's knowledge reveals future randomness."""


def _know_of_leaking_titles(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = _read(LANTERNS.know(machine, seats))
    for player, true in zip(position.players, machine.position.players, strict=True):
        player.hand = list(true.hand)
    return msgspec.msgpack.encode(position)


LEAKING_TITLES = replace(LANTERNS, know=_know_of_leaking_titles)
"""A seat's knowledge reveals the others' hands."""


def _know_of_leaking_order(machine: LanternMachine, seats: Collection[int]) -> bytes:
    position = _read(LANTERNS.know(machine, seats))
    for seat, player in enumerate(position.players):
        if seat not in seats:
            order = sorted(machine.position.players[seat].hand)
            player.hand = [" " * order.index(name) for name in machine.position.players[seat].hand]
    return msgspec.msgpack.encode(position)


def _sample_of_leaking_order(knowledge: bytes, chance: Chance) -> LanternMachine:
    position = _read(knowledge)
    for player in position.players:
        player.hand = [name.strip() for name in player.hand]
    return LANTERNS.sample(msgspec.msgpack.encode(position), chance)


LEAKING_ORDER = replace(LANTERNS, know=_know_of_leaking_order, sample=_sample_of_leaking_order)
"""No card is named, but the order reveals the others' hands: here by the length of the gaps."""


@pytest.mark.parametrize("leaking", [LEAKING_CHANCE, LEAKING_TITLES, LEAKING_ORDER])
def test_leaking_knowledge_is_detected(leaking: Game) -> None:
    thinking = about(leaking)
    found = moments(thinking)
    assert caught(lambda moment: CHECKS["exchanged"](thinking, moment), found) >= len(found) // 2


def test_a_search_that_uses_the_seed_of_the_match_is_detected() -> None:
    thinking = about(LANTERNS)

    def by_the_seed(machine: AnyMachine, seat: int) -> SearchResult:
        knowledge = thinking.game.know(machine, {seat})
        return think(thinking, knowledge, seat, GLANCE, machine.position.chance.seed)

    found = moments(thinking)
    chosen = [one for one in found if len(by_the_seed(one.match.machine, one.seat).tried) > 1]
    assert caught(lambda moment: exchanged_for(by_the_seed, thinking, moment), chosen) == len(chosen) > 3


def test_reading_the_true_position_is_caught_by_the_chances() -> None:
    thinking = about(LANTERNS)

    def by_looking(machine: AnyMachine, seat: int) -> SearchResult:
        position = cast("LanternMachine", machine).position
        others = "".join(position.players[1 - seat].hand)
        thought = think(thinking, thinking.game.know(machine, {seat}), seat, GLANCE, "seed")
        thought.tried[-1].chances = [len(others) / 100]
        return thought

    found = moments(thinking)
    assert caught(lambda moment: exchanged_for(by_looking, thinking, moment), found) > 3


def _sample_of_other_worlds(knowledge: bytes, chance: Chance) -> LanternMachine:
    machine = LANTERNS.sample(knowledge, chance)
    machine.position.players[0].coins -= 1
    return machine


OTHER_WORLDS = replace(LANTERNS, sample=_sample_of_other_worlds)
"""A sampled position has one coin too few."""


def _sample_of_other_questions(knowledge: bytes, chance: Chance) -> LanternMachine:
    machine = LANTERNS.sample(knowledge, chance)
    for player in machine.position.players:
        player.hand = player.hand[:0]
    return machine


OTHER_QUESTIONS = replace(LANTERNS, sample=_sample_of_other_questions)
"""In a sampled position, someone is asked for more than they have."""


def test_positions_that_are_not_like_the_true_one_are_caught() -> None:
    found = moments(about(LANTERNS))
    for broken in (OTHER_WORLDS, OTHER_QUESTIONS):
        thinking = about(broken)
        assert caught(lambda moment, thinking=thinking: CHECKS["faithful"](thinking, moment), found) > 3


def test_using_the_randomness_of_the_match_is_caught() -> None:
    """A policy that writes its thoughts into the match."""

    def stubborn(match: Match) -> Thinking:
        return replace(ROUND_BY_ROUND, policy=lambda chance: RandomPlayer(match.machine.position.chance))

    found = moments(about(LANTERNS))
    assert caught(lambda one: CHECKS["apart"](stubborn(one.match), one), found) > 3


class _Failing(RandomPlayer):
    def answer(self, question: Question, see: Callable[[], object]) -> Choice:
        if question.topic == "windows":
            raise LookupError("a lantern that nobody has")
        return super().answer(question, see)


def test_an_error_in_a_rollout_is_raised() -> None:
    moment = next(one for one in moments(about(LANTERNS)) if len(one.match.questions) == 2)
    knowledge = LANTERNS.know(moment.match.machine, {moment.seat})
    with pytest.raises(LookupError, match="nobody has"):
        think(replace(LANTERN_THINKING, policy=_Failing), knowledge, moment.seat, HARD, "seed")
