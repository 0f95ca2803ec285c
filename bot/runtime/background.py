"""What takes longer than the event loop can wait for: done in threads beside it, few at a time, by turns of who asked.

A thread lets go of the interpreter every few milliseconds, so everybody else is answered meanwhile; but only between two
steps of Python. What is given to it must not be one long step, such as a regular expression that tries all ways: whatever
people type is short, and read in linear time (`bot.chat.components.lengths`).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from bot.errors import LimitReached
from cards.i18n import msg

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""How much is done at the same time: one long piece of work doesn't hold up all short ones."""
WAITING = 8
"""How much of one person's may wait. More is refused, so that no queue grows without end."""


async def beside(person: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do some work beside the event loop and return what it returns, or raise what it raises.

    `person` is who asked for it: those who wait take turns, however much one of them has asked for; 0 for nobody. Raises
    LimitReached where too much of theirs waits already.
    """
    loop = asyncio.get_running_loop()
    turns = _turns.get(loop)
    if turns is None:
        turns = _turns[loop] = _Turns()
    await turns.come(person)
    working = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    # Whoever gives up waiting leaves the work going on: its place is free when it has ended.
    working.add_done_callback(turns.leave)
    return await asyncio.shield(working)


class _Turns:
    """Places to work at, and who waits for one."""

    def __init__(self) -> None:
        self._free = AT_ONCE
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    async def come(self, person: int) -> None:
        """Take a place, once it is this person's turn. Raises LimitReached."""
        if self._free:
            self._free -= 1
            return
        queue = self._waiting.setdefault(person, deque())
        if person and len(queue) >= WAITING:
            raise LimitReached(msg("You have asked for much at once. Please wait a moment, then try again."))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self, worked: object = None) -> None:
        """Give a place to whoever is next: the first of the person whose turn is longest ago."""
        while self._waiting:
            person, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[person] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()
