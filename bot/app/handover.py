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
from bot.store.about import AboutKey
from engine.kernel.decoder import json_reader

AHEAD = 3_000
"""Milliseconds from the announcement of the moment to the moment, so that the old process learns of it in time."""
AFTER = 3_000
"""Milliseconds from the moment to the old process's end, because Discord delivers some interactions late."""
LOOK = 1_000
"""Milliseconds between two checks of the handover's progress."""
PATIENCE = 2_500
"""Milliseconds that a new process waits for a sign of the old one. Without it, it answers everything."""
_EPOCH = 1_420_070_400_000
_NEVER = sys.maxsize
_FACT = "handover"

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.handover")


class _State(msgspec.Struct, frozen=True, array_like=True):
    """The answering process, its successor, whether the first knows of it, and the moment (0: not announced)."""

    holder: str = ""
    successor: str = ""
    is_known: bool = False
    moment: int = 0


_read = json_reader(_State)


def sent_at(interaction: int) -> int:
    """Return the time at which an interaction was sent (ms since 1970), which its id contains."""
    return (interaction >> 22) + _EPOCH


class Handover:
    """One process's part in handovers. It answers everything until it knows of another process.

    `own` is its worker id. `sent_now` returns the current time as in interaction ids, by which moments are
    measured.
    """

    def __init__(self, store: Store, clock: Clock, own: str, sent_now: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._own = own
        self._sent_now = sent_now
        self._first = 0
        """The time from which this process answers interactions."""
        self._end = _NEVER
        """The time from which another process answers them."""
        self._has_begun = False

    def is_ours(self, interaction: int) -> bool:
        """Return whether an interaction, by its id, is for this process to answer."""
        return self._first <= sent_at(interaction) < self._end

    @property
    def is_successor(self) -> bool:
        """Whether another process answers until this one announces the moment."""
        return self._first == _NEVER

    @property
    def is_over(self) -> bool:
        """Whether another process answers from now on."""
        return self._sent_now() >= self._end

    async def begin(self) -> None:
        """Become the answering process, or the successor of a living one.

        If that can't be written now, it answers everything, and `run` tries again.
        """
        try:
            async with self._store.write(AboutKey(_FACT)) as tx:
                state = await _state(tx)
                is_alone = not state.holder or not await tx.workers.lives(state.holder)
                await _put(tx, _State(self._own) if is_alone else _State(state.holder, self._own))
            self._has_begun = True
            if not is_alone:
                await self._hear_from_holder()
        except Unwritable as error:
            _log.warning("handover_waits", why=str(error))

    async def _hear_from_holder(self) -> None:
        """Wait for a sign of the answering process. Without one, this process answers everything once connected."""
        self._first = _NEVER
        until = self._clock.now() + PATIENCE
        while self._clock.now() < until:
            await self._clock.wait(asyncio.Event(), min(until, self._clock.now() + LOOK // 4))
            if (await self._state()).is_known:
                # The other process was reachable all the time, so clocks are not corrected for an absence.
                self._store.absences.is_shared = True
                _log.info("another process answers until this one is ready")
                return
        self._first = 0

    async def run(self, stop: asyncio.Event, ready: asyncio.Event) -> None:
        """Take part in handovers until `stop` is set, or another process has taken over for good.

        `ready` is set once the session of this process is ready.
        """
        while not stop.is_set():
            await self.step(is_ready=ready.is_set())
            if self._sent_now() >= self._end + AFTER:
                _log.info("another process has taken over")
                return
            await self._clock.wait(stop, self._clock.now() + LOOK)

    async def step(self, *, is_ready: bool) -> None:
        """Check the handover's progress, and take the next step if it is this process's turn."""
        if not self._has_begun:
            await self.begin()
            return
        try:
            await self._go_on(await self._state(), is_ready=is_ready)
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
        """Announce the moment once the session is ready, or answer everything if the other process is gone.

        One that gives no sign may still answer, and does so until this one is ready as well.
        """
        async with self._store.write(AboutKey(_FACT)) as tx:
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

    async def _state(self) -> _State:
        async with self._store.read() as reading:
            stored = await reading.key_values.of(_FACT)
        return _read.read(stored) if stored else _State()

    async def _change(self, state: _State, new: _State) -> None:
        """Store the new state, unless another process has changed it."""
        async with self._store.write(AboutKey(_FACT)) as tx:
            if await _state(tx) == state:
                await _put(tx, new)


async def _state(tx: Writing) -> _State:
    stored = await tx.key_values.of(_FACT)
    return _read.read(stored) if stored else _State()


async def _put(tx: Writing, state: _State) -> None:
    await tx.key_values.store(_FACT, msgspec.json.encode(state).decode())
