"""Languages: the reader's for private messages, the server's for public ones.

Discord sends both with every interaction, and only then. They are stored for messages that don't reply to one. The
default is English.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.store import Store, about
from bot.store.store import retried
from cards.i18n import Locale, Translator, translator

_KNOWN = 300.0
"""Seconds after which it is looked up again what is written down."""
_MOST = 20_000
"""So many readers and servers are known by heart to be written down already."""


def locale_of(tag: object) -> Locale:
    """Return the language of one of Discord's locales ("es-ES", "en-GB", or an enumeration of such); None is unknown."""
    return Locale.SPANISH if str(tag or "").partition("-")[0] == "es" else Locale.ENGLISH


def translator_for(tag: object) -> Translator:
    """Return the translator into a language: one of the bot's, or one of Discord's locales."""
    return translator(locale_of(tag))


class Locales:
    """The languages of people and servers. `passing` gives seconds that never jump."""

    def __init__(self, store: Store, passing: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._passing = passing
        self._written: dict[int, Locale] = {}
        """By the id of a person or server: what this process has seen written down, and need not write again."""
        self._until = 0.0
        """The time until which that may be relied on."""

    async def of_person(self, person: int) -> Locale:
        """Return a person's language; English for a person who is not remembered."""
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
        """Remember what an interaction told of languages, where that is something new.

        Nobody is remembered for their language alone: nothing is stored of a person who is not known otherwise.
        """
        if self._passing() >= self._until:
            # Another process may have written something else meanwhile.
            self._written.clear()
            self._until = self._passing() + _KNOWN
        is_new = self._written.get(person) is not own
        if guild_id is not None:
            is_new = is_new or self._written.get(guild_id) is not servers
        if not is_new:
            return
        async with self._store.read() as store:
            known = await store.locales.of_person(person)
            told = servers if guild_id is None else await store.locales.told_of_server(guild_id)
        changes = known is not None and known is not own
        if changes or told is not servers:
            named = [about.AboutPerson(person)] if changes else []
            servers_too = [about.AboutServer(guild_id)] if guild_id is not None else []
            async with self._store.write(*named, *servers_too) as tx:
                if changes:
                    await tx.locales.put_person(person, own)
                if guild_id is not None and told is not servers:
                    await tx.locales.put_server(guild_id, servers)
        if len(self._written) > _MOST:
            self._written.clear()
        if known is not None:
            self._written[person] = own
        if guild_id is not None:
            self._written[guild_id] = servers

    def forget(self, person: int) -> None:
        """Drop the remembered language of a person who was forgotten."""
        self._written.pop(person, None)
