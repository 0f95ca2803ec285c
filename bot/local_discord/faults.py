"""Faults on order: what Discord and networks do to a bot, exactly when a test says so."""

import asyncio
from fnmatch import fnmatchcase

import msgspec

from bot.local_discord.errors import ApiError
from bot.local_discord.wire import Payload


class Fault(msgspec.Struct):
    """One ordered fault.

    `method` and `pattern` ("*" matches anything) choose the requests, by method and by path after `/api/v10`; `skip`
    lets that many pass first; `times` is how many it hits. `status` None only delays by `delay` seconds of the
    table's clock. `after=True` lets the request do its work first, and loses only the answer. `hits` counts, `met` is set at the first.
    """

    method: str
    pattern: str
    status: int | None = None
    body: Payload | None = None
    headers: dict[str, str] | None = None
    delay: float = 0.0
    after: bool = False
    times: int = 1
    skip: int = 0
    hits: int = 0
    met: asyncio.Event = msgspec.field(default_factory=asyncio.Event)

    def answer(self) -> ApiError | None:
        """Give the refusal that the request gets, or None when it is only delayed."""
        if self.status is None:
            return None
        body = self.body or {"message": f"{self.status}: injected fault", "code": 0}
        extra = {key: value for key, value in body.items() if key not in ("message", "code")}
        error = ApiError(self.status, body.get("code", 0), body["message"], headers=self.headers or {})
        error.extra = extra
        return error


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
        body: Payload | None = None
        if status is not None:
            body = {"message": f"{status}: injected fault", "code": code}
        fault = Fault(
            method, pattern, status=status, body=body, delay=delay, after=after, times=times, skip=skip
        )
        self._ordered.append(fault)
        return fault

    def rate_limit(
        self,
        method: str,
        pattern: str,
        *,
        retry_after: float = 0.05,
        everywhere: bool = False,
        times: int = 1,
    ) -> Fault:
        """Order a 429 as Discord's own servers give it (the `Via` header is how clients tell it from a ban)."""
        fault = Fault(
            method,
            pattern,
            status=429,
            body={
                "message": "You are being rate limited.",
                "code": 0,
                "retry_after": retry_after,
                "global": everywhere,
            },
            headers={
                "Retry-After": str(max(1, round(retry_after))),
                "Via": "1.1 google",
                "X-RateLimit-Scope": "global" if everywhere else "user",
                **({"X-RateLimit-Global": "true"} if everywhere else {}),
            },
            times=times,
        )
        self._ordered.append(fault)
        return fault

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
