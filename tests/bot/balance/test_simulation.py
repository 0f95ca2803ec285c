"""Matches between greedy players end in good time: no engine in the decks goes on and on."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.balance import simulation
from bot.balance.simulation import GREEDY, RANDOM, Batch, Contender, plan, play_batch, singly
from bot.games.voidream import voidream
from bot.games.voidream.balance import BALANCE
from engine.kernel.simulation import EndlessMatch

GAME = voidream()
PARTS = 8
"""So that several processes can share them."""


def _parts(config: pytest.Config) -> list[list[Batch]]:
    """Every pair of the ready-made decks once, or four times in both seats with `--long`."""
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()]
    pairs = len(list(combinations(decks, 2)))
    if config.getoption("--long"):
        batches = plan(GAME, decks, 8 * pairs, "in good time", GREEDY)
    else:
        both = plan(GAME, decks, 2 * pairs, "in good time", GREEDY)
        batches = [batch for number, batch in enumerate(both) if number % 4 in (0, 3)]
    return [batches[part::PARTS] for part in range(PARTS)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_greedy_match_takes_too_many_answers(part: int, pytestconfig: pytest.Config) -> None:
    for batch in _parts(pytestconfig)[part]:
        tally = play_batch(GAME, batch)
        assert [
            seed
            for answers, seed in zip(tally.answers, batch.seeds, strict=True)
            if answers >= BALANCE.targets[2].answers
        ] == []


def test_the_parts_are_all_of_the_matches(pytestconfig: pytest.Config) -> None:
    met = {frozenset(batch.decks) for part in _parts(pytestconfig) for batch in part}
    assert len(met) == len(list(combinations(GAME.decks, 2)))


def test_a_part_of_a_long_run_is_of_all_decks() -> None:
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()]
    batches = plan(GAME, decks, 112, "parts", GREEDY)
    single = singly(batches)
    assert sorted(batch.seeds[0] for batch in single) == sorted(
        seed for batch in batches for seed in batch.seeds
    )
    assert len({batch.decks for batch in single[:56]}) == len({batch.decks for batch in single[56:]}) == 56
    assert {deck for batch in single[:16] for deck in batch.decks} == set(range(8))


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
