"""Places for work: few at a time, shared by person, and given back by those who only wait."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from bot.errors import LimitReached
from cards.i18n import msg


class WorkSlots:
    """Places for work, `number` in all and `each` for one person.

    People who wait take turns, however much one of them has to be done. As no person can hold all places, another finds
    one free unless several people fill them.
    """

    def __init__(self, number: int, each: int) -> None:
        self.free = number
        self._each = each
        self._working: Counter[int] = Counter()
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    def count(self, person: int) -> int:
        """Return how much of a person's is being worked on, or waits for a place."""
        return self._working[person] + len(self._waiting.get(person, ()))

    async def take(self, person: int) -> None:
        """Take a place, once it is this person's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(person)
            raise

    def give_back(self, person: int) -> None:
        """Give a place of this person's to the next one who waits."""
        self._working[person] -= 1
        if not self._working[person]:
            del self._working[person]
        self.free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free places to those who wait: first to who has fewest, then to whose last turn is longest ago."""
        while self.free and self._waiting:
            person = min(self._waiting, key=self._working.__getitem__)
            if self._working[person] >= self._each:
                return
            queue = self._waiting.pop(person)
            turn = queue.popleft()
            if queue:
                self._waiting[person] = queue
            if not turn.done():
                self._working[person] += 1
                self.free -= 1
                turn.set_result(None)


class WorkSlot:
    """A place that the task which made this may have, for a person."""

    def __init__(self, places: WorkSlots, person: int) -> None:
        self._places = places
        self._person = person
        self._is_held = False
        task = asyncio.current_task()
        assert task is not None
        _place_of[task] = self

    async def take(self) -> None:
        """Take the place, if it is not held."""
        if not self._is_held:
            await self._places.take(self._person)
            self._is_held = True

    def give_back(self) -> bool:
        """Give the place to the next one; return whether it was held."""
        was_held, self._is_held = self._is_held, False
        if was_held:
            self._places.give_back(self._person)
        return was_held


_place_of: WeakKeyDictionary[asyncio.Task[object], WorkSlot] = WeakKeyDictionary()


@asynccontextmanager
async def waiting() -> AsyncGenerator[None]:
    """Give up this task's place while it only waits, and take one again at the end.

    What ends with an exception needs no place any more: its reason is all that is left to be said.
    """
    task = asyncio.current_task()
    place = None if task is None else _place_of.get(task)
    was_held = place is not None and place.give_back()
    yield
    if was_held and place is not None:
        await place.take()


P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""The number of tasks at the same time, each for another person: one long task doesn't delay all short ones."""
WAITING = 8
"""The maximum number of tasks one person can have waiting. More are refused, so that no queue grows without end."""


async def beside(person: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do some work beside the event loop, in a thread, and return what it returns, or raise what it raises.

    A thread lets go of the interpreter every few milliseconds, so everybody else is answered meanwhile; but only between two
    steps of Python. What is given to it must not be one long step, such as a regular expression that tries all ways: whatever
    people type is short, and read in linear time (`bot.discord.components.lengths`).


    `person` is who asked for it: those who wait take turns, however much one of them has asked for; 0 for nobody. Raises
    LimitReached where too much of theirs waits already.
    """
    loop = asyncio.get_running_loop()
    places = _places.get(loop)
    if places is None:
        places = _places[loop] = WorkSlots(AT_ONCE, 1)
    if person and places.count(person) >= AT_ONCE + WAITING:
        raise LimitReached(msg("Too many requests at once. Please wait a moment, then try again."))
    async with waiting():
        await places.take(person)
        working = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
        # Giving up waiting leaves the work going on: its place is free when it has ended.
        working.add_done_callback(lambda _: places.give_back(person))
        return await asyncio.shield(working)


_places: WeakKeyDictionary[asyncio.AbstractEventLoop, WorkSlots] = WeakKeyDictionary()
