"""The kinds of events: every event of a match belongs to one of them, in each of its versions.

`law/test_causes.py` checks that every kind is emitted. Pyright checks that all are declared.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from cards.voidream.decks import ready_made
from engine.kernel.events.event import Event, Fact, SeenEvent, TakenBack, seen
from engine.kernel.simulation import play_at_random
from engine.voidream.facts import EVENTS
from engine.voidream.facts.cards import PutIntoDeck
from engine.voidream.facts.deck import Evoking, Looked
from engine.voidream.facts.rounds import BastionPlaced, PhaseBegan
from engine.voidream.game import VOIDREAM
from tests.engine.voidream.table import NAMES

DECKS = ready_made()


@pytest.mark.parametrize("number", range(6))
def test_every_event_fits_its_kind_and_is_stored_unchanged(number: int) -> None:
    decks = DECKS[number % len(DECKS)], DECKS[(5 * number + 2) % len(DECKS)]
    events: list[Event] = []
    play_at_random(VOIDREAM, VOIDREAM.setup(decks), f"events {number}", watch=events.append)
    for event in events:
        stored = msgspec.json.encode(event)
        assert EVENTS.read(stored) == event
        assert msgspec.json.decode(stored)[0]["kind"] == event.kind
        for viewer in (0, 1, None):
            heard = seen(event, viewer)
            assert type(heard.fact) is type(event.fact)
            assert (VOIDREAM.words(heard, NAMES) == "") == isinstance(event.fact, BastionPlaced | PhaseBegan)
            for name in event.fact.__struct_fields__:
                public = getattr(event.fact, name)
                assert public is None or getattr(heard.fact, name) == public


def test_every_kind_has_its_own_key() -> None:
    keys = [kind.__struct_config__.tag for kind in EVENTS.kinds]
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", str(key)) for key in keys)
    assert len(set(keys)) == len(keys)


def test_several_viewers_share_their_knowledge_of_an_event() -> None:
    event = Event(Evoking(0, 3), {0: Evoking(0, 3, "Moth")})
    assert seen(event, 0, 1) == seen(event, 1, 0) == seen(event, 0)
    assert seen(event, 1, None) == seen(event) == seen(event, None)
    halves = {0: Looked(0, 1, 1, "deck", titles=["Moth"]), 1: Looked(0, 1, 1, "deck", tags=[4])}
    both = seen(Event(Looked(0, 1, 1, "deck"), {**halves}), 0, 1)
    assert both.fact == Looked(0, 1, 1, "deck", titles=["Moth"], tags=[4])


@pytest.mark.parametrize(
    "stored",
    [
        b'[{"kind": "applause"}, {}, ""]',
        b'[{"kind": "dream-damage", "seat": 0}, {}, ""]',
        b'[{"kind": "dream-damage", "seat": 0, "points": "many"}, {}, ""]',
        b'[{"kind": "dream-damage", "seat": 2, "points": 3}, {}, ""]',
        b'[{"kind": "evoking", "seat": 0, "next": 1}, {"0": {"kind": "evoking", "title": 3}}, ""]',
        b'["dream damage", {"seat": 0, "points": 3}, {}, ""]',
    ],
)
def test_unknown_events_are_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match=r"applause|points|seat|title|object"):
        EVENTS.read(stored)


def test_an_event_of_another_game_is_refused() -> None:
    class Rang(Fact, frozen=True, tag="rang"):
        seat: int

    with pytest.raises(ValueError, match="rang"):
        VOIDREAM.words(SeenEvent(Rang(0), ""), NAMES)
    assert VOIDREAM.words(SeenEvent(TakenBack(0, 1), ""), NAMES) == f"{NAMES[0]} takes a decision back."
    assert VOIDREAM.words(SeenEvent(PutIntoDeck([None], 1, True, [0]), ""), NAMES)
