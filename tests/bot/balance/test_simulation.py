"""Matches between greedy players end in good time: no engine in the decks goes on and on."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.balance import simulation
from bot.balance.simulation import GREEDY, RANDOM, Batch, Contender, plan, play_batch
from bot.games.voidream import voidream
from bot.games.voidream.balance import BALANCE
from engine.kernel.simulation import EndlessMatch

GAME = voidream()
PARTS = 8
"""So that several processes can share them."""


@pytest.fixture
def matches(pytestconfig: pytest.Config) -> int:
    """The number of matches: every pair of the ready-made decks once in both seats, or several times with `--long`."""
    pairs = len(list(permutations(GAME.decks, 2)))
    return 4 * pairs if pytestconfig.getoption("--long") else pairs


def _parts(matches: int) -> list[list[Batch]]:
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()]
    batches = plan(GAME, decks, matches, "in good time", GREEDY)
    return [batches[part::PARTS] for part in range(PARTS)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_greedy_match_takes_too_many_answers(part: int, matches: int) -> None:
    for batch in _parts(matches)[part]:
        tally = play_batch(GAME, batch)
        assert [
            seed
            for answers, seed in zip(tally.answers, batch.seeds, strict=True)
            if answers >= BALANCE.targets[2].answers
        ] == []


def test_the_parts_are_all_of_the_matches(matches: int) -> None:
    assert sum(len(batch.seeds) for part in _parts(matches) for batch in part) == matches


def test_players_that_think_may_go_round_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a match is set down as one; all others count as if it had not been played."""
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()][:2]
    (batch,) = plan(GAME, decks, 1, "circles", GREEDY)
    whole = play_batch(GAME, batch)
    assert not whole.in_circles and whole.played_through == whole.matches == 1
    monkeypatch.setattr(simulation, "IN_CIRCLES", whole.answers[0] - 1)
    left = play_batch(GAME, batch)
    assert left.in_circles == [(batch.decks, batch.seeds[0])]
    assert (left.matches, left.answers, left.wins, left.played_through) == (0, [], {}, 1)


def test_a_match_that_lots_do_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.simulation.LONGEST", 10)
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()][:2]
    with pytest.raises(EndlessMatch, match="“lots 0” has not ended after 10 answers"):
        play_batch(GAME, plan(GAME, decks, 1, "lots", RANDOM)[0])
