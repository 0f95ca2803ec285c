"""The settings of servers, as the SQLite store keeps them: see `bot.servers.rules`."""

from __future__ import annotations

import msgspec

from bot.store.interface.servers import USUAL, ServerRules
from bot.store.subject import Subject
from engine.kernel.decoding import json_reader

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
