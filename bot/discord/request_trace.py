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
"""Milliseconds: the maximum duration of a request whose date is used, and the clock difference to ignore.

Dates have whole seconds, so a correct clock may seem to differ.
"""
_ANSWERS = ("/interactions/", "/webhooks/")
"""Replies to interactions, which don't count towards the limit of requests per second."""


def route_of(method: str, path: str) -> str:
    """Return a request's route without ids and tokens: "PATCH /channels/{id}/messages/{id}"."""
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
    """Discord's time, which is part of interaction ids, from the dates of its responses, accurate to about a second.

    The clock of this machine or the database may differ from it by minutes.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        return self._clock.now() + self._ahead

    def own(self) -> int:
        """Return our own clock's time, for `heard`."""
        return self._clock.now()

    def heard(self, date: str, sent_at: int) -> None:
        """Use the date of a response that has just arrived to a request sent at `sent_at`. Slow ones are ignored."""
        now = self._clock.now()
        if now - sent_at > _QUICK:
            return
        try:
            server_time = parsedate_to_datetime(date)
        except ValueError:
            return
        ahead = round(server_time.timestamp() * 1000) + 500 - (sent_at + now) // 2
        self._ahead = ahead if abs(ahead) > _EXACT else 0


def trace_requests(reach: Reach, meter: RequestMeter, time: DiscordTime) -> aiohttp.TraceConfig:
    """Return a listener for the results of all requests to Discord."""
    trace = aiohttp.TraceConfig()

    async def began(
        session: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        context.asked = time.own()

    async def ended(
        session: object, context: SimpleNamespace, response: aiohttp.TraceRequestEndParams
    ) -> None:
        status, headers = response.response.status, response.response.headers
        if _VERSION.match(response.url.path):  # Not the gateway, which assigns no ids.
            time.heard(headers.get("Date", ""), context.asked)
        metrics.REQUESTS.labels(route_of(response.method, response.url.path), str(status)).inc()
        if status < 500:
            reach.answered()
        else:
            reach.failed()
        # Without `Via`, this is Discord's protection, and it limits our whole IP address.
        is_for_all = status == 429 and ("X-RateLimit-Global" in headers or "Via" not in headers)
        meter.count(
            status,
            is_shared=headers.get("X-RateLimit-Scope") == "shared",
            pause=_seconds(headers.get("Retry-After", "")) if is_for_all else 0.0,
            is_answer=_VERSION.sub("", response.url.path).startswith(_ANSWERS),
        )

    async def failed(session: object, context: object, failure: aiohttp.TraceRequestExceptionParams) -> None:
        metrics.REQUESTS.labels(route_of(failure.method, failure.url.path), "none").inc()
        if isinstance(failure.exception, OSError | aiohttp.ClientError | TimeoutError):
            reach.failed()

    trace.on_request_start.append(began)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


def _seconds(header: str) -> float:
    try:
        return max(0.0, float(header))
    except ValueError:
        return 0.0


class PatientLimit(Ratelimit):
    """A rate limit that refuses a request only if it would wait too long.

    discord.py refuses every request while the limit's window is long, even if requests are left. Then a second thread
    couldn't be opened in a channel within five minutes of the first.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Use one of the remaining requests, or wait for one.

        Raises:
            discord.RateLimited: if that would take longer than the client waits.
        """
        if self.is_expired():
            self.reset()
        longest = self._max_ratelimit_timeout
        if self.remaining > 0:  # It is used before any other task runs.
            self._max_ratelimit_timeout = None
        try:
            await super().acquire()
        finally:
            self._max_ratelimit_timeout = longest


def keep_patiently(http: HTTPClient) -> None:
    """Make a client's rate limits behave like `PatientLimit`."""
    limit_of = http.get_ratelimit

    def patient(key: str) -> Ratelimit:
        limit = limit_of(key)
        if not isinstance(limit, PatientLimit):
            limit.__class__ = PatientLimit
        return limit

    http.get_ratelimit = patient
