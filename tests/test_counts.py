"""Performance targets by counting, so they can be tested without timing."""

from __future__ import annotations

from bench import counts
from bench.counts import Counts
from cards.voidream.decks import ready_made
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM


def test_calls_and_loads_are_counted() -> None:
    counted = Counts()
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), "counted")
    with counts.counting_calls(counted):
        len([])
        match.save()
    assert counted.calls > 5
    before = counted.calls
    match.save()
    assert counted.calls == before, "only inside the block"
    with counts.counting_the_store(counted):
        Match.load(VOIDREAM, match.save())
    Match.load(VOIDREAM, match.save())
    assert counted.loads == 1
