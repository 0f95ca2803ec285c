"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from typing import Any

import msgspec

Facts = dict[str, Any]
"""Plain data: numbers, strings, lists and dicts of them."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """What happened, as data. Each kind of event has a class of its own, and the tag of that class is its key.

    Seats are their numbers, cards are titles or what everybody may call them: nothing in it is a sentence. A field that
    has a default may be left out, above all where it is known to one seat only.
    """

    @property
    def kind(self) -> str:
        """The key of this kind of event, such as "ended"."""
        return str(self.__struct_config__.tag)


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over: somebody has resigned, both have agreed, the time was up, or it was called off (Resignation).

    `winners` are seats, none in a draw. `reason` is the key of what ended it: "resignation", "agreement", "time",
    "aborted", "moderator", or what the game's own rules call it.
    """

    winners: list[int]
    reason: str


class TakenBack(Fact, frozen=True, tag="taken-back"):
    """A player (`seat`) has taken so many decisions (`count`) back, theirs and what followed from them."""

    seat: int
    count: int


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
