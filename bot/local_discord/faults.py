"""Injected faults: failures of Discord and of networks, exactly when a test requests them."""

import asyncio
from fnmatch import fnmatchcase

import msgspec

from bot.local_discord.errors import ApiError, too_many


class Fault(msgspec.Struct):
    """One injected fault.

    `method` and `pattern` ("*" matches anything) select the requests, by method and by path after `/api/v10`. The
    first `skip` matching requests are spared, then `times` are hit. With `refusal` None the request is only delayed,
    by `delay` seconds of the table's clock. With `after=True` the request is processed and only the response is lost.
    `hits` counts the requests that were hit; `met` is set at the first one.
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
    """The pending faults."""

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
        """Inject a fault: a response with `status` (and Discord's `code`), or only a delay."""
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
        """Inject a 429 response like those of Discord's servers."""
        self._ordered.append(
            Fault(method, pattern, too_many(retry_after, everywhere=everywhere), times=times)
        )
        return self._ordered[-1]

    def clear(self) -> None:
        """Remove all pending faults."""
        self._ordered.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """Return the fault that applies to this request, if any, and count it."""
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
