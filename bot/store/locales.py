"""The languages of people and servers, as the SQLite store keeps them: see `bot.people.locales`. What is not there is English."""

from __future__ import annotations

import aiosqlite

from cards.i18n import Locale


class SqliteLocales:
    """Statements about languages."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def of_person(self, person: int) -> Locale | None:
        """Return somebody's language; None for whoever is not remembered."""
        return await self._locale("SELECT locale FROM people WHERE id = ?", person)

    async def of_server(self, guild_id: int) -> Locale:
        """Return a server's language: the one that was chosen for it, or else the one that Discord told."""
        sql = "SELECT COALESCE(chosen, told) FROM server_locales WHERE guild_id = ?"
        return await self._locale(sql, guild_id) or Locale.ENGLISH

    async def told_of_server(self, guild_id: int) -> Locale:
        """Return a server's language as Discord told it."""
        sql = "SELECT told FROM server_locales WHERE guild_id = ?"
        return await self._locale(sql, guild_id) or Locale.ENGLISH

    async def chosen_for_server(self, guild_id: int) -> Locale | None:
        """Return the language that was chosen for a server, None if none was."""
        rows = list(
            await self._connection.execute_fetchall(
                "SELECT chosen FROM server_locales WHERE guild_id = ? AND chosen IS NOT NULL", (guild_id,)
            )
        )
        return Locale(rows[0][0]) if rows else None

    async def put_person(self, person: int, locale: Locale) -> None:
        """Remember the language of somebody who is remembered."""
        await self._connection.execute("UPDATE people SET locale = ? WHERE id = ?", (locale, person))

    async def put_server(self, guild_id: int, locale: Locale) -> None:
        """Remember a server's language as Discord tells it."""
        await self._connection.execute(
            "INSERT INTO server_locales (guild_id, told) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET told = excluded.told",
            (guild_id, locale),
        )

    async def choose_for_server(self, guild_id: int, locale: Locale | None) -> None:
        """Remember the language that was chosen for a server; None: the one that Discord tells."""
        await self._connection.execute(
            "INSERT INTO server_locales (guild_id, chosen) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET chosen = excluded.chosen",
            (guild_id, locale),
        )

    async def _locale(self, sql: str, about: int) -> Locale | None:
        rows = list(await self._connection.execute_fetchall(sql, (about,)))
        return Locale(rows[0][0]) if rows else None
