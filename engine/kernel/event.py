"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from typing import Any

import msgspec

Facts = dict[str, Any]
"""Plain data: numbers, strings, lists and dicts of them."""


class Event(msgspec.Struct, frozen=True, array_like=True):
    """Something that happened.

    `public` is what everybody may know, `private` what one seat knows besides. Nothing else about the event can
    leave the engine. `cause` is the card or rule behind it.
    """

    kind: str
    public: Facts = {}
    private: dict[int, Facts] = {}
    cause: str = ""


class Seen(msgspec.Struct, frozen=True):
    """An event as one audience knows it."""

    kind: str
    facts: Facts
    cause: str


def seen(event: Event, *seats: int | None) -> Seen:
    """Return what a seat (None, or nobody at all: a spectator) knows of the event; of several, what they know together."""
    facts = event.public
    for seat in seats:
        if seat is not None and (extra := event.private.get(seat)):
            facts = {**facts, **extra}
    return Seen(event.kind, facts, event.cause)
