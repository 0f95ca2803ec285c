"""Languages: the reader's for private messages, the server's for public ones.

Discord sends both with every interaction, and only then. They are stored for messages that aren't replies.
The default is English.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.store import Store, about
from bot.store.store import retried
from cards.i18n import Locale, Translator, translator

_KNOWN = 300.0
"""Seconds after which the cache of stored languages is discarded."""
_MOST = 20_000
"""Maximum people and servers in the cache."""


def locale_of(tag: object) -> Locale:
    """Return the bot's language for one of Discord's locales. None is unknown, and gives English.

    `tag` is a text such as "es-ES", or a member of Discord's enumeration.
    """
    return Locale.SPANISH if str(tag or "").partition("-")[0] == "es" else Locale.ENGLISH


def translator_for(tag: object) -> Translator:
    """Return the translator into a language: one of the bot's, or one of Discord's locales."""
    return translator(locale_of(tag))


class Locales:
    """The languages of people and servers. `passing` returns seconds that never jump."""

    def __init__(self, store: Store, passing: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._passing = passing
        self._written: dict[int, Locale] = {}
        """Languages known to be stored, by id of the person or server."""
        self._until = 0.0
        """The time until which the cache is valid."""

    async def of_person(self, person: int) -> Locale:
        """Return a person's language; English for an unknown person."""
        async with self._store.read() as store:
            return await store.locales.of_person(person) or Locale.ENGLISH

    async def of_server(self, guild_id: int | None) -> Locale:
        """Return a server's language; English outside servers."""
        if guild_id is None:
            return Locale.ENGLISH
        async with self._store.read() as store:
            return await store.locales.of_server(guild_id)

    @retried(known=True)
    async def remember(self, person: int, own: Locale, guild_id: int | None, servers: Locale) -> None:
        """Store the languages that an interaction reports, if they are new.

        A language alone does not justify storing a person: nothing is stored about an unknown one.
        """
        if self._passing() >= self._until:
            # Another process may have stored other languages since.
            self._written.clear()
            self._until = self._passing() + _KNOWN
        is_new = self._written.get(person) is not own
        if guild_id is not None:
            is_new = is_new or self._written.get(guild_id) is not servers
        if not is_new:
            return
        async with self._store.read() as store:
            stored = await store.locales.of_person(person)
            stored_for_server = servers if guild_id is None else await store.locales.told_of_server(guild_id)
        changes = stored is not None and stored is not own
        if changes or stored_for_server is not servers:
            people_to_lock = [about.AboutPerson(person)] if changes else []
            servers_to_lock = [about.AboutServer(guild_id)] if guild_id is not None else []
            async with self._store.write(*people_to_lock, *servers_to_lock) as tx:
                if changes:
                    await tx.locales.put_person(person, own)
                if guild_id is not None and stored_for_server is not servers:
                    await tx.locales.put_server(guild_id, servers)
        if len(self._written) > _MOST:
            self._written.clear()
        if stored is not None:
            self._written[person] = own
        if guild_id is not None:
            self._written[guild_id] = servers

    def forget(self, person: int) -> None:
        """Drop the cached language of a person who deleted their data."""
        self._written.pop(person, None)
