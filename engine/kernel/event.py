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


def seen(event: Event, seat: int | None) -> Seen:
    """Return what `seat` (None: a spectator) knows of the event."""
    extra = event.private.get(seat) if seat is not None else None
    return Seen(event.kind, {**event.public, **extra} if extra else event.public, event.cause)
