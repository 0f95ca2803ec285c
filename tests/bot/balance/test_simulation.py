"""Matches between greedy players end soon: no deck contains an endless combination."""

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
"""Several parts, so that test processes can share them."""


def _parts(config: pytest.Config) -> list[list[Batch]]:
    """Return every pair of ready-made decks once, or four times in both seats with `--long`."""
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


def test_the_parts_cover_all_pairs(pytestconfig: pytest.Config) -> None:
    pairs = {frozenset(batch.decks) for part in _parts(pytestconfig) for batch in part}
    assert len(pairs) == len(list(combinations(GAME.decks, 2)))


def test_part_of_a_long_run_covers_all_decks() -> None:
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()]
    batches = plan(GAME, decks, 112, "parts", GREEDY)
    single = singly(batches)
    assert sorted(batch.seeds[0] for batch in single) == sorted(
        seed for batch in batches for seed in batch.seeds
    )
    assert len({batch.decks for batch in single[:56]}) == len({batch.decks for batch in single[56:]}) == 56
    assert {deck for batch in single[:16] for deck in batch.decks} == set(range(8))


def test_an_endless_match_between_greedy_players_is_counted_separately(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It counts for nothing else."""
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()][:2]
    (batch,) = plan(GAME, decks, 1, "circles", GREEDY)
    complete = play_batch(GAME, batch)
    assert not complete.in_circles and complete.played_through == complete.matches == 1
    monkeypatch.setattr(simulation, "IN_CIRCLES", complete.answers[0] - 1)
    endless = play_batch(GAME, batch)
    assert endless.in_circles == [(batch.decks, batch.seeds[0])]
    assert (endless.matches, endless.answers, endless.wins, endless.played_through) == (0, [], {}, 1)


def test_an_endless_match_between_random_players_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.simulation.LONGEST", 10)
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()][:2]
    with pytest.raises(EndlessMatch, match="“lots 0” has not ended after 10 answers"):
        play_batch(GAME, plan(GAME, decks, 1, "lots", RANDOM)[0])
