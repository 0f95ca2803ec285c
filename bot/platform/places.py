"""Slots for work: few at a time, shared fairly between people, and returned while a task only waits."""

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
    """Slots for work: `number` in all, and `each` per person.

    People who wait take turns, however much work one of them has. As no person can hold all slots, another
    finds one free unless several people fill them.
    """

    def __init__(self, number: int, each: int) -> None:
        self.free = number
        self._each = each
        self._working: Counter[int] = Counter()
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    def count(self, person: int) -> int:
        """Return the number of a person's tasks that are running or waiting."""
        return self._working[person] + len(self._waiting.get(person, ()))

    async def take(self, person: int) -> None:
        """Take a slot, once it is this person's turn."""
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
        """Return a slot of this person, for the next task."""
        self._working[person] -= 1
        if not self._working[person]:
            del self._working[person]
        self.free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free slots to waiting people: first by fewest running tasks, then by longest time since their turn."""
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
    """A slot for the current task, on behalf of a person."""

    def __init__(self, places: WorkSlots, person: int) -> None:
        self._places = places
        self._person = person
        self._is_held = False
        task = asyncio.current_task()
        assert task is not None
        _place_of[task] = self

    async def take(self) -> None:
        """Take the slot, unless it is already held."""
        if not self._is_held:
            await self._places.take(self._person)
            self._is_held = True

    def give_back(self) -> bool:
        """Return the slot. Return whether it was held."""
        was_held, self._is_held = self._is_held, False
        if was_held:
            self._places.give_back(self._person)
        return was_held


_place_of: WeakKeyDictionary[asyncio.Task[object], WorkSlot] = WeakKeyDictionary()


@asynccontextmanager
async def waiting() -> AsyncGenerator[None]:
    """Return this task's slot while the block only waits, and take one again at the end.

    Not after an exception: reporting it needs no slot.
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
"""Maximum threads at the same time, each for a different person, so that one long task doesn't delay all short ones.

"""
WAITING = 8
"""Maximum tasks that one person can have waiting. More are refused, to limit the queue."""


async def run_in_thread(person: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work in a thread, and return its result or raise its exception.

    Python switches threads every few milliseconds, so the event loop continues; but only between bytecode
    steps. The work must not be one long step, such as a regular expression with catastrophic backtracking:
    all input from people is short, and parsed in linear time (`bot.discord.components.lengths`).

    `person` is the person for whom it is done, 0 for no one: people take turns, however many tasks one of
    them has. Raises LimitReached if too many of theirs are waiting.
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
        # A cancelled caller doesn't stop the thread, so the slot is returned when the work has ended.
        working.add_done_callback(lambda _: places.give_back(person))
        return await asyncio.shield(working)


_places: WeakKeyDictionary[asyncio.AbstractEventLoop, WorkSlots] = WeakKeyDictionary()
