"""Statements about the languages of people and servers: see `bot.people.locales`. What is not there is English."""

from __future__ import annotations

from bot.store.subject import Subject
from cards.i18n import Locale


class LocaleQueries(Subject):
    """Languages that are remembered."""

    async def of_person(self, person: int) -> Locale | None:
        """Return a person's language; None for a person who is not remembered."""
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
        return await self._locale("SELECT chosen FROM server_locales WHERE guild_id = ?", guild_id)

    async def _locale(self, sql: str, about: int) -> Locale | None:
        row = await self._one(sql, about)
        return None if row is None or row[0] is None else Locale(row[0])


class LocaleStatements(LocaleQueries):
    """Languages, inside a transaction."""

    async def put_person(self, person: int, locale: Locale) -> None:
        """Store the language of a person who is remembered."""
        await self._tell("UPDATE people SET locale = ? WHERE id = ?", locale, person)

    async def put_server(self, guild_id: int, locale: Locale) -> None:
        """Remember a server's language as Discord tells it."""
        await self._put("server_locales", {"guild_id": guild_id}, told=locale)

    async def choose_for_server(self, guild_id: int, locale: Locale | None) -> None:
        """Remember the language that was chosen for a server; None: the one that Discord tells."""
        await self._put("server_locales", {"guild_id": guild_id}, chosen=locale)
