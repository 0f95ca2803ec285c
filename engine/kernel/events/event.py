"""Events: what happened, and who may know which part of it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from engine.kernel.position import winners


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """An event, as data. Each kind of event has its own class, and the tag of that class is its key.

    Seats are their numbers, cards are titles or what everybody may call them: nothing in it is a sentence. A field that
    not everybody may know is None for those who may not.
    """

    @property
    def kind(self) -> str:
        """The key of this kind of event, such as "ended"."""
        return str(self.__struct_config__.tag)


F = TypeVar("F", bound=Fact)


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over. `places` are the seats from the first place to the last, `ending` is the key of why.

    Without a result there are no places.
    """

    places: list[list[int]]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; nobody in a draw, where all share it, and without a result."""
        return winners(self.places)


class WentOut(Fact, frozen=True, tag="went-out"):
    """Seats have left the match or fallen out of it, together, and it goes on. `ending` is the key of why."""

    seats: list[int]
    ending: str


class TimeRanOut(Fact, frozen=True, tag="time-ran-out"):
    """A seat has not answered in time: what follows comes from the answer that doing nothing is (`Game.lapse`)."""

    seat: int


class TakenBack(Fact, frozen=True, tag="taken-back"):
    """A player (`seat`) has taken back a number of decisions (`count`), theirs and what followed from them.

    `late` says that it was too late for it, and that both have agreed to it all the same.
    """

    seat: int
    count: int
    late: bool = False


class Event(msgspec.Struct, frozen=True, array_like=True):
    """Something that happened.

    `fact` is what everybody may know, `private` the same for a seat that knows more of it. Nothing else about the event
    can leave the engine. `cause` is the card or rule behind it.
    """

    fact: Fact
    private: dict[int, Fact] = {}
    cause: str = ""
    decided_by: int = -1
    """The seat from whose decision it follows; -1 if nobody decided anything that others could not foresee (`TopicWords`)."""

    @property
    def kind(self) -> str:
        """The key of what happened; see `Fact.kind`."""
        return self.fact.kind


class Seen(msgspec.Struct, frozen=True):
    """An event as one audience knows it."""

    fact: Fact
    cause: str
    decided_by: int = -1
    """As in `Event`: for orders, and told to nobody."""

    @property
    def kind(self) -> str:
        """The key of what happened; see `Fact.kind`."""
        return self.fact.kind


def seen(event: Event, *seats: int | None) -> Seen:
    """Return what a seat (None, or nobody at all: a spectator) knows of the event; of several, what they know together."""
    fact = event.fact
    for seat in seats:
        more = event.private.get(seat) if seat is not None else None
        if more is not None:
            fact = more if fact is event.fact else _together(fact, more)
    return Seen(fact, event.cause, event.decided_by)


def _together(one: Fact, other: Fact) -> Fact:
    """Return what is in either of two facts about the same event."""
    missing = [name for name in one.__struct_fields__ if getattr(one, name) is None]
    return msgspec.structs.replace(one, **{name: getattr(other, name) for name in missing})


class KeptEvent(msgspec.Struct, Generic[F], frozen=True, array_like=True):
    """An event as it is kept."""

    fact: F
    private: dict[int, F] = {}
    cause: str = ""
    decided_by: int = -1

    @property
    def event(self) -> Event:
        """The event."""
        return Event(self.fact, dict(self.private), self.cause, self.decided_by)
