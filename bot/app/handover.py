"""Handover of interactions from one process to the next while both are connected to the gateway.

Discord sends every interaction to both sessions. They divide them by a moment known in advance: the new process
announces it, some seconds ahead, once its session is ready. Interactions sent before that moment, by the time in
their ids, belong to the old process, all others to the new one. The old process ends some seconds later.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import msgspec
import structlog

from bot.errors import Unwritable
from bot.platform.clock import Clock
from bot.store import Store, Writing
from bot.store.about import AboutFact
from engine.kernel.decoder import json_reader

AHEAD = 3_000
"""Milliseconds between naming the moment and the moment: the old process learns of it in time."""
AFTER = 3_000
"""Milliseconds after the moment at which the old process ends: Discord tells of some interactions late."""
LOOK = 1_000
"""Milliseconds between two looks at how far the handover has come."""
PATIENCE = 2_500
"""Milliseconds for which a new process waits for a sign of the old one. Without it, it answers everything."""
_EPOCH = 1_420_070_400_000
_NEVER = sys.maxsize
_FACT = "handover"

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.handover")


class _State(msgspec.Struct, frozen=True, array_like=True):
    """The process that answers, the one that will, whether the first knows, and from when on (0: not named yet)."""

    holder: str = ""
    successor: str = ""
    is_known: bool = False
    moment: int = 0


_read = json_reader(_State)


def sent_at(interaction: int) -> int:
    """Return when an interaction was sent, in ms since 1970, as its id says it."""
    return (interaction >> 22) + _EPOCH


class Handover:
    """The part of one process, `own` by its id as a worker, in handovers. It answers everything until it knows of another.

    `sent_now` gives the time that an interaction has in its id which is sent now: moments are by that.
    """

    def __init__(self, store: Store, clock: Clock, own: str, sent_now: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._own = own
        self._sent_now = sent_now
        self._first = 0
        """The time from which on interactions are for this process."""
        self._end = _NEVER
        """The time from which on they are for another."""
        self._has_begun = False

    def is_ours(self, interaction: int) -> bool:
        """Return whether an interaction, by its id, is for this process to answer."""
        return self._first <= sent_at(interaction) < self._end

    @property
    def is_successor(self) -> bool:
        """Whether another process answers until this one names the moment."""
        return self._first == _NEVER

    @property
    def is_over(self) -> bool:
        """Whether another process answers from now on."""
        return self._sent_now() >= self._end

    async def begin(self) -> None:
        """Become the process that answers, or its successor if there is one that lives.

        If that can't be written now, it answers everything, and `run` tries again.
        """
        try:
            async with self._store.write(AboutFact(_FACT)) as tx:
                state = await _state(tx)
                is_alone = not state.holder or not await tx.workers.lives(state.holder)
                await _put(tx, _State(self._own) if is_alone else _State(state.holder, self._own))
            self._has_begun = True
            if not is_alone:
                await self._hear_from_holder()
        except Unwritable as error:
            _log.warning("handover_waits", why=str(error))

    async def _hear_from_holder(self) -> None:
        """Wait for a sign of the process that answers. Without one this process answers everything, once it is connected."""
        self._first = _NEVER
        until = self._clock.now() + PATIENCE
        while self._clock.now() < until:
            await self._clock.wait(asyncio.Event(), min(until, self._clock.now() + LOOK // 4))
            if (await self._look()).is_known:
                # It has been in reach of people all the time, so nobody is given time back.
                self._store.absences.is_shared = True
                _log.info("another process answers until this one is ready")
                return
        self._first = 0

    async def run(self, stop: asyncio.Event, ready: asyncio.Event) -> None:
        """Hand over and take over, as it comes, until `stop` is set or another process answers for good.

        `ready` is set once the session of this process is ready.
        """
        while not stop.is_set():
            await self.step(is_ready=ready.is_set())
            if self._sent_now() >= self._end + AFTER:
                _log.info("another process has taken over")
                return
            await self._clock.wait(stop, self._clock.now() + LOOK)

    async def step(self, *, is_ready: bool) -> None:
        """Look how far the handover has come, and do the next step if it is for this process."""
        if not self._has_begun:
            await self.begin()
            return
        try:
            await self._go_on(await self._look(), is_ready=is_ready)
        except Unwritable as error:
            _log.warning("handover_waits", why=str(error))

    async def _go_on(self, state: _State, *, is_ready: bool) -> None:
        if state.holder == self._own:
            if state.successor and not state.is_known:
                await self._change(state, msgspec.structs.replace(state, is_known=True))
            self._end = state.moment or _NEVER
        elif state.successor != self._own:
            self._end = min(self._end, self._sent_now())
        elif state.moment:
            self._first = state.moment
            if self._sent_now() >= state.moment:
                await self._change(state, _State(self._own))
        else:
            await self._take_over(state, is_ready=is_ready)

    async def _take_over(self, state: _State, *, is_ready: bool) -> None:
        """Name the moment once the session is ready; where the other one is gone, or gives no sign, answer everything.

        One that gives no sign may still answer: it is left to that until this one is ready, too.
        """
        async with self._store.write(AboutFact(_FACT)) as tx:
            if await _state(tx) != state:
                return
            is_gone = not await tx.workers.lives(state.holder)
            if not is_gone and not is_ready:
                return
            has_left = is_gone or not state.is_known
            moment = 0 if has_left else self._sent_now() + AHEAD
            new = _State(self._own) if has_left else msgspec.structs.replace(state, moment=moment)
            await _put(tx, new)
        self._first = moment

    async def _look(self) -> _State:
        async with self._store.read() as reading:
            kept = await reading.facts.of(_FACT)
        return _read.read(kept) if kept else _State()

    async def _change(self, state: _State, new: _State) -> None:
        """Store how far it has come, unless another process has changed that."""
        async with self._store.write(AboutFact(_FACT)) as tx:
            if await _state(tx) == state:
                await _put(tx, new)


async def _state(tx: Writing) -> _State:
    kept = await tx.facts.of(_FACT)
    return _read.read(kept) if kept else _State()


async def _put(tx: Writing, state: _State) -> None:
    await tx.facts.store(_FACT, msgspec.json.encode(state).decode())
