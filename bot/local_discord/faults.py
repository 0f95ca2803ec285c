"""Faults on order: what Discord and networks do to a bot, exactly when a test says so."""

import asyncio
from fnmatch import fnmatchcase

import msgspec

from bot.local_discord.errors import ApiError, too_many


class Fault(msgspec.Struct):
    """One ordered fault.

    `method` and `pattern` ("*" matches anything) choose the requests, by method and by path after `/api/v10`; `skip`
    lets that many pass first; `times` is how many it hits. `refusal` None only delays by `delay` seconds of the
    table's clock. `after=True` lets the request do its work first, and loses only the answer. `hits` counts, `met` is set at the first.
    """

    method: str
    pattern: str
    refusal: ApiError | None = None
    delay: float = 0.0
    after: bool = False
    times: int = 1
    skip: int = 0
    hits: int = 0
    met: asyncio.Event = msgspec.field(default_factory=asyncio.Event)


class Faults:
    """The faults that are still to come."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def add(
        self,
        method: str,
        pattern: str,
        *,
        status: int | None = None,
        code: int = 0,
        delay: float = 0.0,
        after: bool = False,
        times: int = 1,
        skip: int = 0,
    ) -> Fault:
        """Order a fault: an answer with `status` (and Discord's `code`), or only a delay."""
        refusal = None if status is None else ApiError(status, code, f"{status}: injected fault")
        self._ordered.append(Fault(method, pattern, refusal, delay, after, times, skip))
        return self._ordered[-1]

    def rate_limit(
        self,
        method: str,
        pattern: str,
        *,
        retry_after: float = 0.05,
        everywhere: bool = False,
        times: int = 1,
    ) -> Fault:
        """Order a 429 as Discord's own servers give it."""
        self._ordered.append(
            Fault(method, pattern, too_many(retry_after, everywhere=everywhere), times=times)
        )
        return self._ordered[-1]

    def clear(self) -> None:
        """Call off every fault that did not come yet."""
        self._ordered.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """Give the fault that this request meets, if any, and count it."""
        for fault in self._ordered:
            if fault.method in (method, "*") and fnmatchcase(path, fault.pattern):
                if fault.skip:
                    fault.skip -= 1
                    continue
                fault.hits += 1
                fault.met.set()
                if fault.hits >= fault.times:
                    self._ordered.remove(fault)
                return fault
        return None
