"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from engine.kernel.position import winners


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """An event as data. Each kind of event has its own class, whose tag is its key.

    Seats are numbers, and cards are titles or public names; there are no sentences. A field is None for audiences
    that may not know it.
    """

    @property
    def kind(self) -> str:
        """The key of this kind of event, such as "ended"."""
        return str(self.__struct_config__.tag)


class SeatFact(Fact, frozen=True):
    """An event of one player."""

    seat: int


F = TypeVar("F", bound=Fact)


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over. `places` are the seats from first place to last, and `ending` is the key of the ending.

    `places` is empty if the match has no result.
    """

    places: list[list[int]]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; empty for a draw and without a result."""
        return winners(self.places)


class WentOut(Fact, frozen=True, tag="went-out"):
    """Seats have left the match or been eliminated together, and it continues. `ending` is the key of the reason."""

    seats: list[int]
    ending: str


class TimeRanOut(SeatFact, frozen=True, tag="time-ran-out"):
    """A seat has run out of time. The default answer follows (`Game.lapse`)."""


class TakenBack(SeatFact, frozen=True, tag="taken-back"):
    """A player (`seat`) has taken back `count` decisions, their own and those that followed.

    `late`: it was too late, and all agreed anyway.
    """

    count: int
    late: bool = False


class Event(msgspec.Struct, frozen=True, array_like=True):
    """An event of a match.

    `fact` is the public part, `private` the version for each seat that knows more. Nothing else about the event leaves
    the engine. `cause` is the card or rule behind it.
    """

    fact: Fact
    private: dict[int, Fact] = {}
    cause: str = ""
    decided_by: int = -1
    """The seat whose decision led to it; -1 if no one made an unforeseeable decision (`TopicWords`)."""

    @property
    def kind(self) -> str:
        """The key of the event; see `Fact.kind`."""
        return self.fact.kind


class SeenEvent(msgspec.Struct, frozen=True):
    """An event as one audience knows it."""

    fact: Fact
    cause: str
    decided_by: int = -1
    """As in `Event`. Only for orders, never shown."""

    @property
    def kind(self) -> str:
        """The key of the event; see `Fact.kind`."""
        return self.fact.kind


def seen(event: Event, *seats: int | None) -> SeenEvent:
    """Return the event as a seat knows it. For several seats, their shared knowledge; None is a spectator."""
    fact = event.fact
    for seat in seats:
        private_fact = event.private.get(seat) if seat is not None else None
        if private_fact is not None:
            fact = private_fact if fact is event.fact else _together(fact, private_fact)
    return SeenEvent(fact, event.cause, event.decided_by)


def _together(one: Fact, other: Fact) -> Fact:
    """Return the union of two versions of a fact."""
    missing = [name for name in one.__struct_fields__ if getattr(one, name) is None]
    return msgspec.structs.replace(one, **{name: getattr(other, name) for name in missing})


class KeptEvent(msgspec.Struct, Generic[F], frozen=True, array_like=True):
    """An event in its stored form."""

    fact: F
    private: dict[int, F] = {}
    cause: str = ""
    decided_by: int = -1

    @property
    def event(self) -> Event:
        """The event in the form that the engine works with."""
        return Event(self.fact, dict(self.private), self.cause, self.decided_by)
