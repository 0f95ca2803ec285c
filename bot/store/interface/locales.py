"""What the bot asks of its store about languages."""

from __future__ import annotations

from typing import Protocol

from cards.i18n import Locale


class LocalesReading(Protocol):
    """Languages that are remembered."""

    async def of_person(self, person: int) -> Locale | None:
        """Return somebody's language; None for somebody who is not remembered."""
        ...

    async def of_server(self, guild_id: int) -> Locale:
        """Return a server's language: the one that was chosen for it, or else the one that Discord told."""
        ...

    async def told_of_server(self, guild_id: int) -> Locale:
        """Return a server's language as Discord told it."""
        ...

    async def chosen_for_server(self, guild_id: int) -> Locale | None:
        """Return the language that was chosen for a server, None if none was."""
        ...


class LocalesWriting(LocalesReading, Protocol):
    """Languages, inside a transaction."""

    async def put_person(self, person: int, locale: Locale) -> None:
        """Remember the language of somebody who is remembered."""
        ...

    async def put_server(self, guild_id: int, locale: Locale) -> None:
        """Remember a server's language as Discord tells it."""
        ...

    async def choose_for_server(self, guild_id: int, locale: Locale | None) -> None:
        """Remember the language that was chosen for a server; None: the one that Discord tells."""
        ...
