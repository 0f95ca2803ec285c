"""Sessions at Discord: how often they are begun. Discord allows about 1,000 a day, and resets the token of a bot with more.

A container that ends again and again would need them all within hours. So the time between two sessions of a shard grows
with how many have been begun of late; the database remembers that over restarts. An hour without one, and the first few
wait for nothing again.
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
"""The fact in the store that says for each shard how many sessions were begun of late, and when the last was."""
FREE = 5
"""Sessions of a shard that wait for nothing."""
FIRST_WAIT = 5_000
"""Milliseconds that the next one waits; each one after that waits twice as long."""
DAY = 24 * 3600_000
LONGEST_WAIT = 600_000
"""Milliseconds, for a few shards. With many more it is longer, so that half of Discord's limit is enough for a day."""
APART = 5_000
"""Milliseconds between two sessions of one bucket: Discord ends one that is begun sooner."""
PATIENCE = 40_000
"""Milliseconds for which an open connection may wait for its session: Discord hangs up on one that waits longer."""


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
        """Return how many count at a time: one less for every `wait` milliseconds that have passed."""
        return max(0, self.count - max(0, now - self.at) // wait)


_read = json_reader(dict[str, RecentStarts])


class SessionStarts:
    """Says when a session of a shard may be begun, and remembers each.

    Unless it is `paced`, none waits for those before, as long as Discord allows some more.
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
        """Until when shards wait."""

    @property
    def problem(self) -> str:
        """The reason for waiting; "" if there is none."""
        if not self._waiting:
            return ""
        seconds = max(0, max(self._waiting.values()) - self._clock.now()) // 1000
        return f"the bot was started too often of late, and connects to Discord in {seconds} s"

    def update(self, shards: int, limit: SessionStartLimit) -> None:
        """Take into account what Discord says at the start."""
        self._shards, self._limit, self._told_at = shards, limit, self._clock.now()

    async def wait(self, shard: int) -> None:
        """Return when a session of this shard may be begun."""
        until = await self._allowed_at(shard)
        seconds = (until - self._clock.now()) // 1000
        if seconds <= 0:
            return
        _log.warning("sessions were begun too often of late", shard=shard, next_in_seconds=seconds)
        self._waiting[shard] = until
        try:
            await self._clock.wait(asyncio.Event(), until)
        finally:
            del self._waiting[shard]

    async def begin(self, shard: int) -> None:
        """Remember that a session of this shard is begun now; return when that is far enough from the one before."""
        now, bucket = self._clock.now(), shard % self._limit.max_concurrency
        allowed = min(await self._allowed_at(shard), now + PATIENCE)
        until = max(allowed, self._buckets.get(bucket, now - APART) + APART)
        if until > now:
            await self._clock.wait(asyncio.Event(), until)
        now = self._buckets[bucket] = self._clock.now()
        async with self._store.write(about.AboutFact(STARTS)) as tx:
            known = _starts(await tx.facts.of(STARTS))
            before = known.get(str(shard), RecentStarts(0, 0))
            known[str(shard)] = RecentStarts(before.after(now, self._longest) + 1, now)
            await tx.facts.store(STARTS, msgspec.json.encode(known).decode())

    async def _allowed_at(self, shard: int) -> int:
        if not self._paced:
            return self._left_until()
        async with self._store.read() as reading:
            recent = _starts(await reading.facts.of(STARTS)).get(str(shard), RecentStarts(0, 0))
        now = self._clock.now()
        count = recent.after(now, self._longest) - FREE
        # A clock that was set back must not keep the bot from connecting.
        grown = 0 if count < 0 else min(recent.at, now) + min(FIRST_WAIT << min(count, 20), self._longest)
        return max(grown, self._left_until())

    def _left_until(self) -> int:
        """Return until when to wait, so that what Discord still allows is enough until it allows more."""
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
