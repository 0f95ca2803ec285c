"""The settings of servers, as the SQLite store keeps them: see `bot.servers.rules`."""

from __future__ import annotations

from typing import Any

import aiosqlite
import msgspec

from bot.servers.rules import USUAL, ServerRules


class SqliteServers:
    """Statements about the settings of servers."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _one(self, sql: str, *values: Any) -> Any:
        return next(iter(await self._connection.execute_fetchall(sql, values)), None)

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the settings of a server; the usual ones where there is none."""
        row = await self._one("SELECT rules FROM servers WHERE guild_id = ?", guild_id)
        return USUAL if row is None else msgspec.json.decode(row[0], type=ServerRules)

    async def has_changed(self, interaction: int) -> bool:
        """Return whether an interaction has changed the settings of a server already."""
        row = await self._one("SELECT 1 FROM server_changes WHERE interaction_id = ?", interaction)
        return row is not None

    async def changed(self, guild_id: int, what: str, since: int) -> list[int]:
        """Return when such a setting of a server was changed since a moment, the last time first."""
        rows = await self._connection.execute_fetchall(
            "SELECT at FROM server_changes WHERE guild_id = ? AND what = ? AND at > ? ORDER BY at DESC",
            (guild_id, what, since),
        )
        return [int(row[0]) for row in rows]

    async def playing(self, person: int, guild_id: int) -> int:
        """Return how many matches somebody is playing on a server."""
        return await self._count("m.standing = 'playing'", person, guild_id)

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return how many open challenges somebody has made on a server."""
        return await self._count("m.standing = 'challenged' AND s.seat = m.challenger", person, guild_id)

    async def put(self, guild_id: int, rules: ServerRules) -> None:
        """Remember the settings of a server."""
        await self._one(
            "INSERT INTO servers (guild_id, rules) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET rules = excluded.rules",
            guild_id,
            msgspec.json.encode(rules).decode(),
        )

    async def add_change(self, interaction: int, guild_id: int, person: int, what: str, at: int) -> None:
        """Remember who changed which setting of a server, and when."""
        await self._one(
            "INSERT INTO server_changes (interaction_id, guild_id, person_id, what, at) VALUES (?, ?, ?, ?, ?)",
            interaction,
            guild_id,
            person,
            what,
            at,
        )

    async def _count(self, which: str, person: int, guild_id: int) -> int:
        sql = (
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND m.guild_id = ? AND "
        )
        return int((await self._one(sql + which, person, guild_id))[0])
