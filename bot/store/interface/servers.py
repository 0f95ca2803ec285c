"""What the bot asks of its store about the settings of servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from bot.clocks import TimeControl, read_control
from bot.store.person import Person


class NamedSetting(msgspec.Struct, frozen=True, array_like=True):
    """A channel or role that was chosen, and what it was called then: it may have been renamed or deleted since."""

    id: int
    name: str


class ServerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a server.

    Without `channels` matches may be begun in all of them. `games` are the keys of the games that are played here, the one
    that is offered first in front; none: all of them. `control` is a time control as it is written, and `decks` are the
    names of ready-made decks, by the key of their game: what a challenge has that names neither. `matches` and
    `challenges` are how many matches somebody may be playing here, and how many open challenges they may have made; None:
    as many as elsewhere. `hourly` is how many challenges somebody may make within an hour, `gap` how many minutes lie
    between two calls of the same person in vain (`bot.people.calls`); None, or less than elsewhere: as elsewhere. Without
    `moderators` those moderate who may manage messages. `announces` is the channel in which results are told, None for
    nowhere.

    A rated match counts if it has reached the round `rated_round` and everybody has decided something in it. The n-th of the
    same two within `rated_pair` days counts as the n-th part of a match (0: each counts whole). Of a
    person's matches, at most `rated_daily` that begin within a day count, which is decided when they begin, and none of an account that is younger than `rated_age` days.

    `abort_alone`: before the first action any player can call a match off alone; else it takes everybody once cards are dealt.

    `forfeits`: in games in which doing nothing is an answer, the first decision that somebody lets run out puts them out of the
    match; else the third in a row does. It holds for matches that begin from then on.
    """

    channels: tuple[NamedSetting, ...] = ()
    games: tuple[str, ...] = ()
    control: str = "none"
    decks: Mapping[str, str] = {}
    matches: int | None = None
    challenges: int | None = None
    hourly: int | None = None
    gap: int | None = None
    moderators: tuple[NamedSetting, ...] = ()
    announces: NamedSetting | None = None
    rated: bool = True
    rated_round: int = 2
    rated_pair: int = 30
    rated_daily: int = 10
    rated_age: int = 7
    abort_alone: bool = False
    forfeits: bool = False

    @property
    def clock(self) -> TimeControl:
        """The time control of a challenge that names none."""
        return read_control(self.control)


USUAL = ServerRules()


class Bar(msgspec.Struct, frozen=True):
    """A person who may not play on a server, since when; `reason` is what the moderator wrote, "" for nothing."""

    person: Person
    reason: str
    at: int


class ServersReading(Protocol):
    """Settings of servers, and what they are checked against."""

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the settings of a server; the usual ones where there is none."""
        ...

    async def has_changed(self, interaction: int) -> bool:
        """Return whether an interaction has changed the settings of a server already."""
        ...

    async def changed(self, guild_id: int, what: str, since: int) -> list[int]:
        """Return when such a setting of a server was changed since a moment, the last time first."""
        ...

    async def playing(self, person: int, guild_id: int) -> int:
        """Return how many matches somebody is playing on a server."""
        ...

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return how many open challenges somebody has made on a server."""
        ...

    async def barred(self, person: int, guild_id: int) -> str | None:
        """Return why someone may not play on a server, "" without a reason; None if they may."""
        ...

    async def bars(self, guild_id: int) -> list[Bar]:
        """Return who may not play on a server, newest first, without people who deleted their data."""
        ...


class ServersWriting(ServersReading, Protocol):
    """Settings of servers, inside a transaction."""

    async def put(self, guild_id: int, rules: ServerRules) -> None:
        """Remember the settings of a server."""
        ...

    async def bar(self, guild_id: int, person: int, moderator: int, reason: str, at: int) -> None:
        """Remember that a moderator keeps someone from playing on a server; both are known."""
        ...

    async def lift_bar(self, guild_id: int, person: int) -> bool:
        """Forget that someone may not play on a server; False if they may."""
        ...

    async def add_change(self, interaction: int, guild_id: int, person: int, what: str, at: int) -> None:
        """Remember who changed which setting of a server, and when."""
        ...
