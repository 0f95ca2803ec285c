"""The settings of servers: see `bot.servers.rules`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.clocks import TimeControl, read_control
from bot.store.deleted_accounts import ids_of
from bot.store.person import Person
from bot.store.subject import Columns, Subject, marks
from engine.kernel.decoder import json_reader


class NamedSetting(msgspec.Struct, frozen=True, array_like=True):
    """A channel or role that was chosen, and what it was called then: it may have been renamed or deleted since."""

    id: int
    name: str


class ServerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a server.

    Without `channels` matches may be begun in all of them. `games` are the keys of the games that are played here, the one
    that is offered first in front; none: all of them. `control` is a time control as it is written, and `decks` are the
    names of ready-made decks, by the key of their game: what a challenge has that names neither. `matches` and
    `challenges` are how many matches a person may be playing here, and how many open challenges they may have made; None:
    as many as elsewhere. `hourly` is how many challenges a person may make within an hour, `gap` how many minutes lie
    between two unanswered mentions of the same person (`bot.people.contact_limits`); None, or less than elsewhere: as elsewhere. Without
    `moderators` those moderate who may manage messages. `announces` is the channel in which results are told, None for
    nowhere.

    A rated match counts if it has reached the round `rated_round` and everybody has decided something in it. The n-th of the
    same two within `rated_pair` days counts as the n-th part of a match (0: each counts whole). Of a
    person's matches, at most `rated_daily` that begin within a day count, which is decided when they begin, and none of an account that is younger than `rated_age` days.

    `abort_alone`: before the first action any player can call a match off alone; else it takes everybody once cards are dealt.

    `forfeits`: in games in which doing nothing is an answer, the first decision that a player lets run out puts them out of the
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


_BAR = Columns(Bar, "b", person=Columns(Person, "p", is_bot=None, is_house=None))
_RULES = json_reader(ServerRules)


class ServerQueries(Subject):
    """Settings of servers, and what they are checked against."""

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the settings of a server; the usual ones where there is none."""
        row = await self._one("SELECT rules FROM servers WHERE guild_id = ?", guild_id)
        return USUAL if row is None else _RULES.read(row[0])

    async def has_changed(self, interaction: int) -> bool:
        """Return whether an interaction has changed the settings of a server already."""
        return await self._is_there("SELECT 1 FROM server_changes WHERE interaction_id = ?", interaction)

    async def changed(self, guild_id: int, what: str, since: int) -> list[int]:
        """Return when such a setting of a server was changed since a moment, the last time first."""
        return await self._numbers(
            "SELECT at FROM server_changes WHERE guild_id = ? AND what = ? AND at > ? ORDER BY at DESC",
            guild_id,
            what,
            since,
        )

    async def playing(self, person: int, guild_id: int) -> int:
        """Return how many matches a person is playing on a server."""
        return await self._count("m.standing = 'playing' AND s.left_by IS NULL", person, guild_id)

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return how many open challenges a person has made on a server."""
        return await self._count("m.standing = 'challenged' AND s.seat = m.challenger", person, guild_id)

    async def barred(self, person: int, guild_id: int) -> str | None:
        """Return why someone may not play on a server, "" without a reason; None if they may."""
        people = await ids_of(self._connection, person)
        row = await self._one(
            f"SELECT reason FROM bars WHERE guild_id = ? AND person_id IN ({marks(people)}) ORDER BY at DESC",  # noqa: S608
            guild_id,
            *people,
        )
        return None if row is None else str(row[0])

    async def bars(self, guild_id: int) -> list[Bar]:
        """Return the people barred on a server, newest first, without those who deleted their data."""
        return await self._records(
            _BAR,
            "FROM bars b JOIN people p ON p.id = b.person_id WHERE b.guild_id = ? AND b.person_id > 0 "
            "ORDER BY b.at DESC, b.person_id",
            guild_id,
        )

    async def _count(self, which: str, person: int, guild_id: int) -> int:
        sql = (
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND m.guild_id = ? AND "
        )
        return await self._number(sql + which, person, guild_id)


class ServerStatements(ServerQueries):
    """Settings of servers, inside a transaction."""

    async def bar(self, guild_id: int, person: int, moderator: int, reason: str, at: int) -> None:
        """Remember that a moderator keeps someone from playing on a server; both are known."""
        key = {"guild_id": guild_id, "person_id": person}
        await self._put("bars", key, by_id=moderator, reason=reason, at=at)

    async def lift_bar(self, guild_id: int, person: int) -> bool:
        """Forget that someone may not play on a server; False if they may."""
        people = await ids_of(self._connection, person)
        return await self._is_there(
            f"DELETE FROM bars WHERE guild_id = ? AND person_id IN ({marks(people)}) RETURNING person_id",  # noqa: S608
            guild_id,
            *people,
        )

    async def store(self, guild_id: int, rules: ServerRules) -> None:
        """Remember the settings of a server."""
        await self._put("servers", {"guild_id": guild_id}, rules=msgspec.json.encode(rules).decode())

    async def add_change(self, interaction: int, guild_id: int, person: int, what: str, at: int) -> None:
        """Remember who changed which setting of a server, and when."""
        await self._add(
            "server_changes",
            interaction_id=interaction,
            guild_id=guild_id,
            person_id=person,
            what=what,
            at=at,
        )
