"""Performance targets by counting, so they can be tested without timing."""

from __future__ import annotations

from bench import counts
from bench.counts import Counts
from cards.voidream.decks import ready_made
from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM


def test_calls_and_loads_are_counted() -> None:
    found = Counts()
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), "counted")
    with counts.counting_calls(found):
        len([])
        match.save()
    assert found.calls > 5
    before = found.calls
    match.save()
    assert found.calls == before, "only inside the block"
    with counts.counting_the_store(found):
        Match.load(VOIDREAM, match.save())
    Match.load(VOIDREAM, match.save())
    assert found.loads == 1
