"""Traced and rate-limited requests to Discord's REST API: reachability, the remaining budget, and metrics."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
from discord.http import HTTPClient, Ratelimit

from bot.delivery.request_meter import RequestMeter
from bot.platform import metrics
from bot.platform.clock import Clock
from bot.time.reach import Reach

_VERSION = re.compile(r"^/api(/v\d+)?")
_WORD = re.compile(r"[a-z@-]{1,32}")
_QUICK, _EXACT = 500, 2_000
"""Milliseconds that an answer takes whose date is used, and by which a clock may seem to differ that is right: a date has whole
seconds."""
_ANSWERS = ("/interactions/", "/webhooks/")
"""Answers to interactions: they don't count against the limit of requests a second."""


def route_of(method: str, path: str) -> str:
    """Return the route of a request without any id or token: "PATCH /channels/{id}/messages/{id}"."""
    parts: list[str] = []
    for part in _VERSION.sub("", path).strip("/").split("/"):
        if part.isdecimal():
            parts.append("{id}")
        elif _WORD.fullmatch(part):
            parts.append(part)
        else:
            parts.append("{token}")
    return f"{method} /{'/'.join(parts)}"


class DiscordTime:
    """Discord's time, by which it numbers interactions: read from the dates of its answers, to about a second.

    The clock of this machine, or of the database, may be minutes away from it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        return self._clock.now() + self._ahead

    def own(self) -> int:
        """Return the time of the clock, for `heard`."""
        return self._clock.now()

    def heard(self, date: str, asked: int) -> None:
        """Take in the date of an answer that has just come to a request of the time `asked`; of a slow one it says little."""
        now = self._clock.now()
        if now - asked > _QUICK:
            return
        try:
            sent = parsedate_to_datetime(date)
        except ValueError:
            return
        ahead = round(sent.timestamp() * 1000) + 500 - (asked + now) // 2
        self._ahead = ahead if abs(ahead) > _EXACT else 0


def trace_requests(reach: Reach, meter: RequestMeter, time: DiscordTime) -> aiohttp.TraceConfig:
    """Return a listener for the results of all requests to Discord."""
    trace = aiohttp.TraceConfig()

    async def began(
        session: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        context.asked = time.own()

    async def ended(session: object, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        status, headers = done.response.status, done.response.headers
        if _VERSION.match(done.url.path):  # And not the gateway, which numbers nothing.
            time.heard(headers.get("Date", ""), context.asked)
        metrics.REQUESTS.labels(route_of(done.method, done.url.path), str(status)).inc()
        if status < 500:
            reach.answered()
        else:
            reach.failed()
        # Without `Via` it is not Discord that answers, but who protects it: the whole address has to be quiet.
        is_for_all = status == 429 and ("X-RateLimit-Global" in headers or "Via" not in headers)
        meter.count(
            status,
            is_shared=headers.get("X-RateLimit-Scope") == "shared",
            pause=_seconds(headers.get("Retry-After", "")) if is_for_all else 0.0,
            is_answer=_VERSION.sub("", done.url.path).startswith(_ANSWERS),
        )

    async def failed(session: object, context: object, done: aiohttp.TraceRequestExceptionParams) -> None:
        metrics.REQUESTS.labels(route_of(done.method, done.url.path), "none").inc()
        if isinstance(done.exception, OSError | aiohttp.ClientError | TimeoutError):
            reach.failed()

    trace.on_request_start.append(began)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


def _seconds(said: str) -> float:
    try:
        return max(0.0, float(said))
    except ValueError:
        return 0.0


class PatientLimit(Ratelimit):
    """A limit that refuses a request only if it would have to wait for too long.

    discord.py refuses each one while the limit's time is long, even if most of its requests are left: within five minutes of
    one thread, no second one could be opened in its channel.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Take one of the requests that are left, or wait for one.

        Raises:
            discord.RateLimited: if that would take longer than the client waits.
        """
        if self.is_expired():
            self.reset()
        longest = self._max_ratelimit_timeout
        if self.remaining > 0:  # It is taken before anything else runs.
            self._max_ratelimit_timeout = None
        try:
            await super().acquire()
        finally:
            self._max_ratelimit_timeout = longest


def keep_patiently(http: HTTPClient) -> None:
    """Have a client keep to its limits as `PatientLimit` does."""
    limit_of = http.get_ratelimit

    def patient(key: str) -> Ratelimit:
        found = limit_of(key)
        if not isinstance(found, PatientLimit):
            found.__class__ = PatientLimit
        return found

    http.get_ratelimit = patient
