"""Stored events: unreadable ones are left out, and all others are told."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.store.rows import EventsRow
from bot.views.build_views import pack, unpack
from engine.kernel.events.event import Ended, Event, TakenBack
from engine.voidream.facts.deck import DreamDamageDealt, Evoking
from engine.voidream.game import VOIDREAM

EVENTS = [
    Event(Evoking(0, 3), {0: Evoking(0, 3, "Moth")}, "§2"),
    Event(DreamDamageDealt(1, 2), cause="§4 Damage"),
    Event(TakenBack(0, 1)),
    Event(Ended([[1], [0]], "resignation"), cause="resignation"),
]


def row(data: str) -> EventsRow:
    return EventsRow(7, 0, data, 0)


def test_events_are_stored_in_a_readable_form() -> None:
    assert pack(EVENTS[:2]) == (
        '[[{"kind":"evoking","seat":0,"next":3},{"0":{"kind":"evoking","seat":0,"next":3,"title":"Moth"}},"§2",-1],'
        '[{"kind":"dream-damage","seat":1,"points":2},{},"§4 Damage",-1]]'
    )
    assert unpack(row(pack(EVENTS)), VOIDREAM) == EVENTS


def test_an_old_end_of_a_match_with_winners_can_be_read() -> None:
    for winners, ending, places in (
        ([1], "resignation", [[1], [0]]),
        ([], "agreement", [[0, 1]]),
        ([], "moderator", []),
    ):
        stored = f'[[{{"kind":"ended","winners":{winners},"reason":"{ending}"}},{{}},"{ending}"]]'
        assert unpack(row(stored), VOIDREAM) == [Event(Ended(places, ending), cause=ending)]


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ('"dream-damage"', '"applause"'),
        ('"kind":"dream-damage",', ""),
        ('"points":2', '"points":"two"'),
        ('"seat":1,', ""),
        ('"seat":1,', '"seat":9,'),
    ],
)
def test_an_unreadable_event_is_left_out(what: str, instead: str) -> None:
    with capture_logs() as logs:
        events = unpack(row(pack(EVENTS).replace(what, instead, 1)), VOIDREAM)
    assert events == [EVENTS[0], *EVENTS[2:]]
    assert [entry["event"] for entry in logs] == ["event_unreadable"]


def test_invalid_events_are_left_out() -> None:
    for data in ("", "[[", "{}", "7"):
        with capture_logs() as logs:
            assert unpack(row(data), VOIDREAM) == []
        assert [entry["event"] for entry in logs] == ["events_unreadable"]
