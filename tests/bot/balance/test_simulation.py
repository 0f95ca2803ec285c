"""Matches between greedy players end in good time: no engine in the decks goes on and on."""

from __future__ import annotations

import pytest

from bot.balance.simulation import GREEDY, Batch, Contender, plan, play_batch
from bot.games.voidream import voidream
from bot.games.voidream.balance import BALANCE

GAME = voidream()
MATCHES = 200
PARTS = 8
"""So that several processes can share them."""


def _parts() -> list[list[Batch]]:
    """Every pair of the ready-made decks, in both seats."""
    decks = [Contender(deck.name, deck.content) for deck in GAME.decks.values()]
    batches = plan(GAME, decks, MATCHES, "in good time", GREEDY)
    return [batches[part::PARTS] for part in range(PARTS)]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_greedy_match_takes_too_many_answers(part: int) -> None:
    for batch in _parts()[part]:
        tally = play_batch(GAME, batch)
        assert [
            seed
            for answers, seed in zip(tally.answers, batch.seeds, strict=True)
            if answers >= BALANCE.targets.answers
        ] == []


def test_the_parts_are_all_of_the_matches() -> None:
    assert sum(len(batch.seeds) for part in _parts() for batch in part) == MATCHES
