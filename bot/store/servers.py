"""The settings of servers, as the SQLite store keeps them: see `bot.servers.rules`."""

from __future__ import annotations

import msgspec

from bot.store.columns import Columns
from bot.store.interface.servers import USUAL, Bar, ServerRules
from bot.store.person import Person
from bot.store.selves import ids_of
from bot.store.subject import Subject, marks
from engine.kernel.decoding import json_reader

_BAR = Columns(Bar, "b", person=Columns(Person, "p", is_bot=None, is_house=None))
_RULES = json_reader(ServerRules)


class SqliteServers(Subject):
    """Settings of servers, and who changed them."""

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
        """Return how many matches somebody is playing on a server."""
        return await self._count("m.standing = 'playing' AND s.left_by IS NULL", person, guild_id)

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return how many open challenges somebody has made on a server."""
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
        """Return who may not play on a server, newest first, without people who deleted their data."""
        return await self._records(
            _BAR,
            "FROM bars b JOIN people p ON p.id = b.person_id WHERE b.guild_id = ? AND b.person_id > 0 "
            "ORDER BY b.at DESC, b.person_id",
            guild_id,
        )

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

    async def put(self, guild_id: int, rules: ServerRules) -> None:
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

    async def _count(self, which: str, person: int, guild_id: int) -> int:
        sql = (
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND m.guild_id = ? AND "
        )
        return await self._number(sql + which, person, guild_id)
