"""Session starts at Discord. Discord allows about 1,000 a day, and resets the token of a bot that exceeds them.

A container that crashes in a loop would use them up within hours. So the time between two sessions of a shard
grows with the number of recent starts, which is stored across restarts. After an hour without one, the first
few start without a delay again.
"""

from __future__ import annotations

import asyncio

import msgspec
import structlog

from bot.platform.clock import Clock
from bot.store import Store, about
from engine.kernel.decoder import json_reader

_log = structlog.stdlib.get_logger(__name__)

STARTS = "session starts"
"""The fact with each shard's number of recent session starts, and the time of the last."""
FREE = 5
"""Sessions of a shard that start without waiting."""
FIRST_WAIT = 5_000
"""Milliseconds that the next one waits; each later one waits twice as long."""
DAY = 24 * 3600_000
LONGEST_WAIT = 600_000
"""The maximum wait in milliseconds for few shards.

With many shards it is longer, so that half of Discord's limit is enough for a day.
"""
APART = 5_000
"""Milliseconds between two sessions of one bucket. Discord ends one that starts sooner."""
PATIENCE = 40_000
"""Milliseconds that an open connection may wait for its session before Discord closes it."""


class SessionStartLimit(msgspec.Struct, frozen=True):
    """Discord's limits on sessions; the names are its own. `reset_after` is in milliseconds."""

    total: int = 1000
    remaining: int = 1000
    reset_after: int = 0
    max_concurrency: int = 1


class RecentStarts(msgspec.Struct, frozen=True, array_like=True):
    """A shard's recent session starts, and the time of the last one (milliseconds since 1970)."""

    count: int
    at: int

    def after(self, now: int, wait: int) -> int:
        """Return the number of starts that count at a time: one less per `wait` milliseconds passed."""
        return max(0, self.count - max(0, now - self.at) // wait)


_read = json_reader(dict[str, RecentStarts])


class SessionStarts:
    """Decides when a shard may start a session, and stores each start.

    Unless it is `paced`, sessions don't wait for earlier ones while Discord allows more.
    """

    def __init__(self, store: Store, clock: Clock, *, paced: bool = False) -> None:
        self._store = store
        self._clock = clock
        self._paced = paced
        self._limit = SessionStartLimit()
        self._told_at = 0
        self._shards = 1
        self._buckets: dict[int, int] = {}
        """The last session start of this process, by bucket."""
        self._waiting: dict[int, int] = {}
        """The ends of shards' waits."""

    @property
    def problem(self) -> str:
        """The reason for waiting; "" if there is none."""
        if not self._waiting:
            return ""
        seconds = max(0, max(self._waiting.values()) - self._clock.now()) // 1000
        return f"the bot was started too often of late, and connects to Discord in {seconds} s"

    def update(self, shards: int, limit: SessionStartLimit) -> None:
        """Store Discord's limits, as reported at the start."""
        self._shards, self._limit, self._told_at = shards, limit, self._clock.now()

    async def wait(self, shard: int) -> None:
        """Wait until a session of this shard may start."""
        until = await self._allowed_at(shard)
        seconds = (until - self._clock.now()) // 1000
        if seconds <= 0:
            return
        _log.warning("too many sessions were started recently", shard=shard, next_in_seconds=seconds)
        self._waiting[shard] = until
        try:
            await self._clock.wait(asyncio.Event(), until)
        finally:
            del self._waiting[shard]

    async def begin(self, shard: int) -> None:
        """Store that a session of this shard starts now, after waiting for the minimum distance to the last."""
        now, bucket = self._clock.now(), shard % self._limit.max_concurrency
        allowed = min(await self._allowed_at(shard), now + PATIENCE)
        until = max(allowed, self._buckets.get(bucket, now - APART) + APART)
        if until > now:
            await self._clock.wait(asyncio.Event(), until)
        now = self._buckets[bucket] = self._clock.now()
        async with self._store.write(about.AboutKey(STARTS)) as tx:
            starts = _starts(await tx.key_values.of(STARTS))
            earlier = starts.get(str(shard), RecentStarts(0, 0))
            starts[str(shard)] = RecentStarts(earlier.after(now, self._longest) + 1, now)
            await tx.key_values.store(STARTS, msgspec.json.encode(starts).decode())

    async def _allowed_at(self, shard: int) -> int:
        if not self._paced:
            return self._left_until()
        async with self._store.read() as reading:
            recent = _starts(await reading.key_values.of(STARTS)).get(str(shard), RecentStarts(0, 0))
        now = self._clock.now()
        count = recent.after(now, self._longest) - FREE
        # A clock that was set back must not keep the bot from connecting.
        grown = 0 if count < 0 else min(recent.at, now) + min(FIRST_WAIT << min(count, 20), self._longest)
        return max(grown, self._left_until())

    def _left_until(self) -> int:
        """Return the time to wait for, so that the remaining starts last until Discord resets them."""
        left, limit = self._limit.remaining // self._shards, self._limit
        if limit.remaining > limit.total // 10:
            return 0
        return self._told_at + limit.reset_after // (left + 1)

    @property
    def _longest(self) -> int:
        return max(LONGEST_WAIT, 2 * DAY * self._shards // max(1, self._limit.total))


def _starts(fact: str | None) -> dict[str, RecentStarts]:
    try:
        return {} if fact is None else _read.read(fact)
    except msgspec.MsgspecError:
        return {}
