"""Statements about people, their settings, and the languages of people and servers.

The default language is English.
"""

from __future__ import annotations

import msgspec

from bot.clocks import Home, ReminderSettings, Vacation
from bot.store.rows import PersonRow
from bot.store.subject import Columns, Subject, upsert
from cards.i18n import Locale

HOME = Columns(Home, "p", before="p.zone_before", since="p.zone_since")
"""A person's home, in the table `people p`."""
_PERSON = Columns(
    PersonRow,
    "p",
    home=HOME,
    vacation=Columns(Vacation, left="p.away_left", since="p.away_since", until="p.away_until"),
    reminder_settings="p.reminders",
)


class PersonQueries(Subject):
    """Known people."""

    async def person(self, person: int) -> PersonRow:
        """Return the stored data of a person; empty if they aren't known."""
        return await self._record(_PERSON, "FROM people p WHERE p.id = ?", person) or PersonRow(person)


class PersonStatements(PersonQueries):
    """Known people, inside a transaction."""

    async def store(self, person: int, name: str) -> None:
        """Store a person with their current name, or change it."""
        await self._put("people", {"id": person}, name=name)

    async def store_bot(self, person: int, name: str) -> None:
        """Store that the bot plays under this id, with its name. Its matches aren't counted or limited."""
        await self._execute_unchecked(upsert("people", ("id",), ("name", "house")), person, name, True)

    async def set_text_boards(self, person: int, wants_text: bool) -> None:
        """Store whether a person wants boards as text."""
        await self._put("people", {"id": person}, text_boards=wants_text)

    async def set_hands_kept(self, person: int, is_private: bool) -> None:
        """Store whether a person keeps their hands private, even after a match."""
        await self._put("people", {"id": person}, hands_kept=is_private)

    async def set_dm(self, person: int, *, closed: bool, is_told: bool) -> None:
        """Store whether a person's direct messages are closed, and whether they know that we know."""
        await self._put("people", {"id": person}, dm_closed=closed, dm_told=is_told)

    async def set_home(self, person: int, home: Home) -> None:
        """Store a person's home."""
        await self._put("people", {"id": person}, **HOME.values(home))

    async def set_vacation(self, person: int, vacation: Vacation) -> None:
        """Store the state of a person's vacation."""
        left, since, until = vacation.left, vacation.since, vacation.until
        await self._put("people", {"id": person}, away_left=left, away_since=since, away_until=until)

    async def set_reminder_settings(self, person: int, reminder_settings: ReminderSettings) -> None:
        """Store when and where a person wants to be reminded."""
        await self._put("people", {"id": person}, reminders=msgspec.json.encode(reminder_settings).decode())


class LocaleQueries(Subject):
    """Languages of people and servers."""

    async def of_person(self, person: int) -> Locale | None:
        """Return a person's language; None for an unknown person."""
        return await self._locale("SELECT locale FROM people WHERE id = ?", person)

    async def of_server(self, guild_id: int) -> Locale:
        """Return a server's language: the chosen one, else Discord's."""
        sql = "SELECT COALESCE(chosen, told) FROM server_locales WHERE guild_id = ?"
        return await self._locale(sql, guild_id) or Locale.ENGLISH

    async def told_of_server(self, guild_id: int) -> Locale:
        """Return a server's language according to Discord."""
        sql = "SELECT told FROM server_locales WHERE guild_id = ?"
        return await self._locale(sql, guild_id) or Locale.ENGLISH

    async def chosen_for_server(self, guild_id: int) -> Locale | None:
        """Return the language chosen for a server, None if none was."""
        return await self._locale("SELECT chosen FROM server_locales WHERE guild_id = ?", guild_id)

    async def _locale(self, sql: str, about: int) -> Locale | None:
        row = await self._one(sql, about)
        return None if row is None or row[0] is None else Locale(row[0])


class LocaleStatements(LocaleQueries):
    """Languages, inside a transaction."""

    async def put_person(self, person: int, locale: Locale) -> None:
        """Store the language of a known person."""
        await self._execute("UPDATE people SET locale = ? WHERE id = ?", locale, person)

    async def put_server(self, guild_id: int, locale: Locale) -> None:
        """Store a server's language according to Discord."""
        await self._put("server_locales", {"guild_id": guild_id}, told=locale)

    async def choose_for_server(self, guild_id: int, locale: Locale | None) -> None:
        """Store the language chosen for a server; None for Discord's."""
        await self._put("server_locales", {"guild_id": guild_id}, chosen=locale)
