"""Membership of this process among the workers on the database, and takeover from dead ones.

Each worker has a random id for its leases, and stores a heartbeat every few seconds. Host name and process id can't
identify it, because containers share host names and start with the same process id. Times are compared by one clock:
the database's, if several machines share it.

Others consider a silent worker dead after `GONE`, which releases its leases. One that hangs but still sends
heartbeats loses its leases when they expire. Workers on one machine detect dead ones immediately, by file locks; with a
database file that covers all workers, so a single one need not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from bot.delivery.request_meter import RequestMeter
from bot.platform import logs
from bot.platform.clock import Clock
from bot.platform.worker import Worker
from bot.store import Store, Writing
from bot.store.budgets import Usage
from bot.store.store import Presence

EVERY = 5_000
"""Milliseconds between two heartbeats."""
GONE = 30_000
"""Milliseconds without a heartbeat after which a worker counts as dead.

Leases of notes are no longer than this, and leasing counts as a heartbeat. So even on a slow database, a
living worker that is taken for dead has nothing in progress.
"""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.workers")


class Membership(Worker):
    """Registers this process as the worker `id`, a random id.

    Call `join` before anything is leased under `id`, and `leave` when all of it has ended. `role` is the
    running command. `on_freed` is called when leases of dead workers were released. Usage counted by `meter`
    is stored with the heartbeats, because even a process that delivers nothing uses Discord's budget.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        id: str,
        *,
        role: str,
        version: str,
        on_freed: Callable[[], None],
        meter: RequestMeter | None = None,
    ) -> None:
        super().__init__("signs of life", clock, asyncio.Event())
        self.id = id
        self._store = store
        self._role = role
        self._version = version
        self._on_freed = on_freed
        self._meter = meter or RequestMeter()
        self._presence: Presence | None = None

    async def join(self) -> None:
        """Register, and release the leases of workers known to have ended: all others, if this one is alone.

        If that fails, their leases expire a little later.
        """
        try:
            self._presence = self._store.database.attend(self.id)
            ended = () if self._presence is None else self._presence.ended()
            async with self._store.write() as tx:
                now = self._clock.now()
                if self._presence is not None and self._presence.is_alone():
                    await tx.notes.release_others(self.id, now)
                    await tx.workers.forget_others(self.id)
                for worker in ended:
                    await _forget(tx, worker, now)
                await tx.workers.beat(self.id, self._role, self._version, now)
        except Exception as error:
            logs.failure(_log, "not_joined", error)

    async def leave(self) -> None:
        """Release the remaining leases, and unregister."""
        try:
            async with self._store.write() as tx:
                await _forget(tx, self.id, self._clock.now())
            if self._presence is not None:
                self._presence.leave()
                self._presence = None
        except Exception as error:
            logs.failure(_log, "not_left", error)
        finally:
            self.end()

    def end(self) -> None:
        """End without unregistering, like a killed process."""
        if self._presence is not None:
            self._presence.end()
            self._presence = None

    async def _round(self) -> int | None:
        now = self._clock.now()
        ended = () if self._presence is None else self._presence.ended()
        async with self._store.write() as tx:
            await tx.workers.beat(self.id, self._role, self._version, now)
            gone = [*ended, *await tx.workers.take_gone(now - GONE)]
            for worker in gone:
                await _forget(tx, worker, now)
        if (usage := self._meter.usage) != Usage():
            async with self._store.write() as tx:
                await tx.budgets.keep(await tx.budgets.discord(now, usage))
            self._meter.stored(usage)
        if gone:
            _log.warning("workers_gone", workers=gone)
            self._on_freed()
        return now + EVERY


async def _forget(tx: Writing, worker: str, now: int) -> None:
    """Remove a worker, and release its leases."""
    await tx.workers.forget(worker)
    await tx.notes.release(worker, now)
    await tx.thoughts.release(worker)
