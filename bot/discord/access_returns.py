"""Regained access: the bot was invited to a server again, or got back its permissions in a channel.

Messages that couldn't be sent meanwhile were dropped, so matches would show an old position until someone moves.
"""

from __future__ import annotations

import asyncio

import discord
import structlog
from msgspec import Struct

from bot.delivery.renewal import Renewal
from bot.discord.delivery_failures import DeliveryFailures, Trouble
from bot.discord.permissions import missing
from bot.platform import logs
from bot.store import Store
from bot.store.rows import MatchRow

_log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

OPTIONAL = frozenset({"attach_files"})
"""Without this permission, matches are shown as text."""


class _News(Struct, frozen=True):
    """A change on a server: it has invited the bot (`joined`), a `thread` is unlocked, or permissions changed."""

    guild: discord.Guild
    joined: bool = False
    thread: int | None = None


class AccessReturns:
    """Updates matches that can be shown again. `run` does it as long as the bot runs."""

    def __init__(self, store: Store, delivery_failures: DeliveryFailures, renewal: Renewal) -> None:
        self._store = store
        self._delivery_failures = delivery_failures
        self._renewal = renewal
        self._news: asyncio.Queue[_News] = asyncio.Queue()

    def joined(self, guild: discord.Guild) -> None:
        """Note that the bot has joined a server, perhaps again."""
        self._news.put_nowait(_News(guild, joined=True))

    def changed(self, guild: discord.Guild) -> None:
        """Note that the bot's permissions on a server may have changed."""
        self._news.put_nowait(_News(guild))

    def unlocked(self, guild: discord.Guild, thread: int) -> None:
        """Note that a thread isn't locked now."""
        self._news.put_nowait(_News(guild, thread=thread))

    async def run(self) -> None:
        """Update matches that can be shown again, until cancelled."""
        while True:
            news = [await self._news.get()]
            while not self._news.empty():
                # A person who edits roles causes a burst of events.
                if (next_item := self._news.get_nowait()) not in news:
                    news.append(next_item)
            for item in news:
                try:
                    await self._update_matches(item)
                except Exception as error:
                    logs.failure(_log, "access_not_looked_at", error, server=item.guild.id)

    async def _update_matches(self, news: _News) -> None:
        if news.joined:
            if count := await self._renewal.of_server(news.guild.id):
                _log.info("back on a server", server=news.guild.id, open_matches=count)
            return
        match_ids: list[int] = []
        for match_id, trouble in (await self._delivery_failures.all()).items():
            async with self._store.read() as reading:
                row = await reading.matches.match(match_id)
            if row is not None and row.guild_id == news.guild.id and _is_over(trouble, row, news):
                match_ids.append(match_id)
        await self._renewal.of_matches(match_ids)


def _is_over(trouble: Trouble, row: MatchRow, news: _News) -> bool:
    """Return whether the problem of a match may be solved."""
    if news.thread is not None:
        return row.thread_id == news.thread and trouble is Trouble.LOCKED
    if trouble in (Trouble.LOCKED, Trouble.TOO_MANY):
        # Discord sends no event about archived threads, except for a change of the thread.
        return False
    channel = news.guild.get_channel(row.channel_id)
    if channel is None:
        return False
    return not set(missing(channel.permissions_for(news.guild.me))) - OPTIONAL
