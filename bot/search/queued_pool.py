"""Searches by other processes, each stored as a row (`bot.search.thinkers` takes them by urgency and in turn).

A row has the input of the search and nothing else: a seat's knowledge and a seed. The input is deleted as soon as
there is a result, and the row as soon as the result is read. It contains no names: its key and the waiting person are
digests.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import blake2b
from typing import Protocol, TypeVar

import structlog

from bot.errors import Unwritable
from bot.platform.clock import Clock
from bot.search.pool import LIMITS, CannotThink, LocalPool, TookTooLong, Urgency, WorkFailed
from bot.search.works import Works
from bot.store import Store
from engine.kernel.ai.search import SearchCancelled

LOOK_EVERY = 100
"""Milliseconds between two checks whether a search has ended."""
THINKER_GONE = 15_000
"""Milliseconds without a heartbeat after which a search process counts as dead."""
USED_WITHIN = 1_000
"""Milliseconds within which a process uses its result. Another one that waited for it retries only after that."""
RANKS = {Urgency.ASKED: 0, Urgency.AWAITED: 0, Urgency.WHENEVER: 1}
"""The order of searches by urgency: those that a person waits for come first."""

T = TypeVar("T")

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.thinking")


class Searches(Protocol):
    """Runs searches: in this process's own worker (`LocalPool`), or in other processes (`QueuedPool`)."""

    @property
    def is_closed(self) -> bool:
        """Whether no more searches are accepted, because the bot is stopping."""
        ...

    def answering(self, count: int) -> None:
        """Set the number of interactions in progress, for which searches in this process pause."""
        ...

    async def submit(
        self,
        key: Hashable,
        work: Callable[..., T],
        /,
        *args: object,
        urgency: Urgency = Urgency.AWAITED,
        person: int = 0,
        is_shared: bool = False,
    ) -> T:
        """Return the result of `work(*args, is_wanted=…)`, when it is its turn; see `LocalPool.submit`.

        `is_shared`: every use of this key asks for the same search, so one process is enough.
        """
        ...

    def cancel(self, key: Hashable) -> None:
        """Cancel the job with this key, waiting or running, if there is one."""
        ...


class QueuedPool:
    """Delegates searches to other processes. Without any, it runs them in this one, with `local`."""

    def __init__(self, store: Store, clock: Clock, works: Works, local: LocalPool) -> None:
        self._store = store
        self._clock = clock
        self._works = works
        self._local = local
        self._waiting: dict[Hashable, tuple[asyncio.Event, Urgency]] = {}
        """The pending results by key, each with the event that cancels it."""
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether no more searches are accepted, because the bot is stopping."""
        return self._closed

    def waiting_by_urgency(self) -> Counter[Urgency]:
        """Return the number of this process's searches without a result, by urgency."""
        return Counter(urgency for _, urgency in self._waiting.values()) + self._local.waiting_by_urgency()

    def answering(self, count: int) -> None:
        """Set the number of interactions in progress, for which a search in this process pauses."""
        self._local.answering(count)

    async def submit(
        self,
        key: Hashable,
        work: Callable[..., T],
        /,
        *args: object,
        urgency: Urgency = Urgency.AWAITED,
        person: int = 0,
        is_shared: bool = False,
    ) -> T:
        """Return the result of `work(*args, is_wanted=…)`, when it is its turn; see `Searches.submit`."""
        if self._closed:
            raise SearchCancelled
        self.cancel(key)
        given_up = asyncio.Event()
        self._waiting[key] = given_up, urgency
        try:
            if await self._has_thinkers():
                with suppress(_NobodyThinks):
                    return await self._by_others(key, work, args, urgency, person, given_up, is_shared)
            if given_up.is_set():
                raise SearchCancelled
            return await self._local.submit(key, work, *args, urgency=urgency, person=person)
        finally:
            if self._waiting.get(key, (None,))[0] is given_up:
                del self._waiting[key]

    def cancel(self, key: Hashable) -> None:
        """Cancel the job with this key, waiting or running, if there is one."""
        self._local.cancel(key)
        if (waiting := self._waiting.get(key)) is not None:
            waiting[0].set()

    def close(self) -> None:
        """Cancel all searches, for good."""
        self._closed = True
        for given_up, _ in self._waiting.values():
            given_up.set()
        self._local.close()

    async def _has_thinkers(self) -> bool:
        async with self._store.read() as store:
            return await store.thoughts.has_thinkers(self._clock.now() - THINKER_GONE)

    async def _by_others(
        self,
        key: Hashable,
        work: Callable[..., T],
        args: tuple[object, ...],
        urgency: Urgency,
        person: int,
        given_up: asyncio.Event,
        is_shared: bool,
    ) -> T:
        """Wait for the result from another process. Raises _NobodyThinks if there is no search process left."""
        thought, now = secrets.token_hex(8), self._clock.now()
        until = now + 4 * LIMITS[urgency]
        task = self._works.encode(work, args)
        async with self._store.write() as tx:
            # Replacing it would make two processes that want the result cancel each other's search for ever.
            shared_search = await tx.thoughts.pending(_digest(key)) if is_shared else None
            if shared_search is None:
                asker = _digest(person) if person else ""
                await tx.thoughts.ask(_digest(key), thought, RANKS[urgency], asker, work.__name__, task, now)
        if shared_search is not None:
            return await self._asked_by_another(shared_search, work, until, given_up)
        try:
            return await self._ended(thought, work, until, given_up)
        finally:
            # The result was read, or isn't needed. A process that still searches sees that the row is gone.
            await asyncio.shield(asyncio.ensure_future(self._delete(thought)))

    async def _asked_by_another(
        self, thought: str, work: Callable[..., T], until: int, given_up: asyncio.Event
    ) -> T:
        """Wait for a result that another process waits for too. That process deletes the search."""
        try:
            return await self._ended(thought, work, until, given_up)
        except SearchCancelled:
            await self._clock.wait(given_up, self._clock.now() + USED_WITHIN)
            raise

    async def _ended(self, thought: str, work: Callable[..., T], until: int, given_up: asyncio.Event) -> T:
        asked_again = self._clock.now() + THINKER_GONE
        while True:
            await self._clock.wait(given_up, self._clock.now() + LOOK_EVERY)
            if given_up.is_set():
                raise SearchCancelled
            async with self._store.read() as store:
                end = await store.thoughts.end_of(thought)
            if end is None:
                raise SearchCancelled
            if end.result is not None:
                return self._works.decode_result(work, end.result)
            if end.failure:
                raise WorkFailed(end.failure)
            now = self._clock.now()
            if now >= until:
                raise TookTooLong("it waited too long for a search process")
            if now >= asked_again:
                asked_again = now + THINKER_GONE
                if not await self._has_thinkers():
                    raise _NobodyThinks

    async def _delete(self, thought: str) -> None:
        try:
            async with self._store.write() as tx:
                await tx.thoughts.delete(thought)
        except Unwritable as error:
            # It is deleted by a later sweep.
            _log.warning("a search could not be deleted", why=str(error))


class _NobodyThinks(CannotThink):
    """No search process is left."""


def _digest(about: Hashable) -> str:
    """Return a digest that identifies a key without revealing it."""
    return blake2b(repr(about).encode(), digest_size=16).hexdigest()
