"""The settings of servers: see `bot.servers.rules`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.clocks import TimeControl, read_control
from bot.store.deleted_accounts import ids_of
from bot.store.person import Person
from bot.store.subject import Columns, Subject, placeholders
from engine.kernel.decoder import json_reader


class NamedSetting(msgspec.Struct, frozen=True, array_like=True):
    """A chosen channel or role, with its name at that time. It may have been renamed or deleted since."""

    id: int
    name: str


class ServerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a server.

    `channels`: where matches can start; empty for everywhere. `games`: the keys of the games played here, the
    default first; empty for all. `control` and `decks` (ready-made decks by game key): the defaults for a
    challenge. `matches`, `challenges`: a person's maximum of matches in progress and of open challenges here;
    None for the general limit. `hourly`: challenges per person and hour; `gap`: minutes between two
    unanswered mentions of the same person (`bot.people.contact_limits`); None, or a weaker value than the
    general limit, means the general limit. `moderators`: roles that moderate; empty for everyone who may
    manage messages. `announces`: the channel for results, None for none.

    A rated match counts if it reached the round `rated_round` and every player made a decision in it. The
    n-th match between the same two people within `rated_pair` days counts 1/n (0: each counts fully). At most
    `rated_daily` of a person's matches that begin within a day count, as decided at their beginning, and none
    of an account younger than `rated_age` days. `abort_alone`: before the first action any player can cancel
    a match alone; otherwise all must agree once cards are dealt. `forfeits`: in games with default answers,
    the first timeout puts a player out; otherwise the third consecutive one. It applies to matches that begin
    from then on.
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
        """The default time control of a challenge."""
        return read_control(self.control)


USUAL = ServerRules()


class Bar(msgspec.Struct, frozen=True):
    """A person barred from playing on a server. `reason` is the moderator's, "" for none."""

    person: Person
    reason: str
    at: int


_BAR = Columns(Bar, "b", person=Columns(Person, "p", is_bot=None, is_this_bot=None))
_RULES = json_reader(ServerRules)


class ServerQueries(Subject):
    """Settings of servers, with counts for their limits."""

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the settings of a server; the defaults if it has none, or for None."""
        row = await self._one("SELECT rules FROM servers WHERE guild_id = ?", guild_id)
        return USUAL if row is None else _RULES.read(row[0])

    async def has_changed(self, interaction: int) -> bool:
        """Return whether an interaction has already changed the settings of a server."""
        return await self._is_there("SELECT 1 FROM server_changes WHERE interaction_id = ?", interaction)

    async def changed(self, guild_id: int, what: str, since: int) -> list[int]:
        """Return the times at which a setting of a server was changed since a moment, latest first."""
        return await self._numbers(
            "SELECT at FROM server_changes WHERE guild_id = ? AND what = ? AND at > ? ORDER BY at DESC",
            guild_id,
            what,
            since,
        )

    async def playing(self, person: int, guild_id: int) -> int:
        """Return the number of matches a person is playing on a server."""
        return await self._count("m.standing = 'playing' AND s.left_by IS NULL", person, guild_id)

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return the number of open challenges by a person on a server."""
        return await self._count("m.standing = 'challenged' AND s.seat = m.challenger", person, guild_id)

    async def barred(self, person: int, guild_id: int) -> str | None:
        """Return the reason for a person's bar on a server ("" without one); None if they aren't barred."""
        people = await ids_of(self._connection, person)
        row = await self._one(
            f"SELECT reason FROM bars WHERE guild_id = ? AND person_id IN ({placeholders(people)}) ORDER BY at DESC",  # noqa: S608
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
        """Bar a person from playing on a server. They and the moderator must be known."""
        key = {"guild_id": guild_id, "person_id": person}
        await self._put("bars", key, by_id=moderator, reason=reason, at=at)

    async def lift_bar(self, guild_id: int, person: int) -> bool:
        """Lift a bar. Return False if there was none."""
        people = await ids_of(self._connection, person)
        return await self._is_there(
            f"DELETE FROM bars WHERE guild_id = ? AND person_id IN ({placeholders(people)}) RETURNING person_id",  # noqa: S608
            guild_id,
            *people,
        )

    async def store(self, guild_id: int, rules: ServerRules) -> None:
        """Store the settings of a server."""
        await self._put("servers", {"guild_id": guild_id}, rules=msgspec.json.encode(rules).decode())

    async def add_change(self, interaction: int, guild_id: int, person: int, what: str, at: int) -> None:
        """Store who changed which setting of a server, and when."""
        await self._add(
            "server_changes",
            interaction_id=interaction,
            guild_id=guild_id,
            person_id=person,
            what=what,
            at=at,
        )
