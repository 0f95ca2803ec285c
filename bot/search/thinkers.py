"""A searching process: it takes searches from the database one at a time, the most urgent first.

A search is leased for a short time, and renewed as long as someone wants it. If the process dies, another takes it.
Long jobs are interrupted for one that a person waits for, but only a few times, or they might never finish.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
import structlog

from bot.platform.clock import Clock
from bot.platform.worker import AT_ONCE, Worker
from bot.search.pool import OFTENEST, CannotThink, LocalPool, Urgency
from bot.search.works import Works
from bot.store import Store
from bot.store.thoughts import ThoughtRow
from engine.kernel.ai.search import SearchCancelled

LEASE = 10_000
"""Milliseconds after which a search whose lease isn't renewed is taken by another process."""
HOLD_EVERY = 500
"""Milliseconds between two renewals of a lease."""
LOOK_EVERY = 200
"""Milliseconds between two checks for a search."""
FORGOTTEN = 600_000
"""Milliseconds after which a search is deleted, because its asker is gone."""
LONGEST_FAILURE = 500

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.thinking")


class Thinkers(Worker):
    """Runs queued searches in `pool`, one at a time. `worker` is the id for its leases."""

    def __init__(self, store: Store, clock: Clock, works: Works, pool: LocalPool, worker: str) -> None:
        super().__init__("searches", clock, asyncio.Event(), brief=False)
        self._store = store
        self._works = works
        self._pool = pool
        self._id = worker
        self._swept = 0

    async def _round(self) -> int | None:
        now = self._clock.now()
        async with self._store.read() as store:
            is_idle = not await store.thoughts.is_waiting(now)
        if is_idle and now - self._swept < FORGOTTEN:
            return now + LOOK_EVERY
        async with self._store.write() as tx:
            if now - self._swept >= FORGOTTEN:
                await tx.thoughts.sweep(now - FORGOTTEN)
                self._swept = now
            thought = await tx.thoughts.take(self._id, now, now + LEASE)
        if thought is None:
            return now + LOOK_EVERY
        await self._carry_out(thought)
        return AT_ONCE

    async def _carry_out(self, thought: ThoughtRow) -> None:
        try:
            work, args = self._works.decode(thought.work, thought.task)
        except (KeyError, msgspec.MsgspecError) as error:
            # It was queued by another version of the program.
            await self._finish(thought, None, f"it can't be read: {error}")
            return
        urgency = Urgency.AWAITED if thought.urgency == 0 else Urgency.WHENEVER
        searching = asyncio.ensure_future(self._pool.submit(thought.id, work, *args, urgency=urgency))
        holding = asyncio.ensure_future(self._hold(thought))
        try:
            await asyncio.wait([searching, holding], return_when=asyncio.FIRST_COMPLETED)
            if not searching.done():
                await holding
                return
            await self._finish(thought, self._works.encode_result(await searching), "")
        except CannotThink as error:
            await self._finish(thought, None, str(error).strip()[-LONGEST_FAILURE:] or type(error).__name__)
        except SearchCancelled:
            # This process is ending: another takes it immediately.
            await self._interrupt(thought)
        finally:
            for task in (searching, holding):
                task.cancel()
            await asyncio.gather(searching, holding, return_exceptions=True)

    async def _hold(self, thought: ThoughtRow) -> None:
        """Renew the lease of a search. Return when it is no longer wanted, or was interrupted for a more urgent one."""
        while True:
            await self._clock.wait(asyncio.Event(), self._clock.now() + HOLD_EVERY)
            now = self._clock.now()
            async with self._store.write() as tx:
                if not await tx.thoughts.hold(thought.id, self._id, now + LEASE):
                    return
                if thought.interrupted < OFTENEST and await tx.thoughts.is_waiting(
                    now, before=thought.urgency
                ):
                    await tx.thoughts.interrupt(thought.id, self._id)
                    return

    async def _finish(self, thought: ThoughtRow, result: bytes | None, failure: str) -> None:
        async with self._store.write() as tx:
            await tx.thoughts.finish(thought.id, self._id, result, failure)

    async def _interrupt(self, thought: ThoughtRow) -> None:
        with suppress(Exception):
            async with self._store.write() as tx:
                await tx.thoughts.interrupt(thought.id, self._id)

    async def stop(self, grace: float = 8.0) -> None:
        """Return the current search to the queue, for another process, and stop."""
        self._pool.close()
        await super().stop(grace)
