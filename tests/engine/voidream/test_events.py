"""The kinds of events: whatever is told of a match fits one of them, for everybody who hears of it."""

from __future__ import annotations

import msgspec
import pytest

from cards.voidream.decks import ready_made
from engine.kernel.event import Event, Seen, seen
from engine.kernel.simulation import play_at_random
from engine.voidream.events import facts_of
from engine.voidream.game import VOIDREAM

DECKS = ready_made()


@pytest.mark.parametrize("number", range(6))
def test_all_that_is_told_fits_its_kind(number: int) -> None:
    decks = DECKS[number % len(DECKS)], DECKS[(5 * number + 2) % len(DECKS)]
    told: list[Event] = []
    play_at_random(VOIDREAM, VOIDREAM.setup(decks), f"events {number}", watch=told.append)
    for event in told:
        for viewer in (0, 1, None):
            heard = seen(event, viewer)
            facts = msgspec.to_builtins(facts_of(heard))
            del facts["kind"]
            assert facts == {key: value for key, value in heard.facts.items() if value is not None}


def test_what_is_no_event_is_refused() -> None:
    for one in (Seen("applause", {}, ""), Seen("dream-damage", {"seat": 0}, "")):
        with pytest.raises(ValueError, match=r"applause|points"):
            facts_of(one)
