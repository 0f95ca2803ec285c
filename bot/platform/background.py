"""Work that takes longer than the event loop can wait: done in threads, few at a time, in turns among people.

A thread lets go of the interpreter every few milliseconds, so everybody else is answered meanwhile; but only between two
steps of Python. What is given to it must not be one long step, such as a regular expression that tries all ways: whatever
people type is short, and read in linear time (`bot.discord.components.lengths`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from bot.errors import LimitReached
from bot.platform.places import WorkSlots, waiting
from cards.i18n import msg

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""The number of tasks at the same time, each for another person: one long task doesn't delay all short ones."""
WAITING = 8
"""The maximum number of tasks one person can have waiting. More are refused, so that no queue grows without end."""


async def beside(person: int, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do some work beside the event loop and return what it returns, or raise what it raises.

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
