"""Rate limits: how many requests of one kind Discord accepts per period, and its response to further ones.

Discord only announces its limits in response headers, and may change them. These are current values; they apply per
channel, server or token, like Discord's.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec

from bot.local_discord.clock import TableClock
from bot.local_discord.errors import too_many
from bot.local_discord.json_codec import as_object


class RateLimit(msgspec.Struct, frozen=True):
    """A number of requests per number of seconds. `hidden`: response headers don't mention it."""

    name: str
    count: int
    seconds: float
    hidden: bool = False


GLOBAL = RateLimit("global", 50, 1, hidden=True)
"""For all requests with the bot's token. Responses to interactions are exempt."""
RENAMING = RateLimit("rename", 2, 600, hidden=True)
"""For a channel's name and topic, in addition to the limit for other changes."""

_MESSAGES = "/channels/{channel_id}/messages"
_LIMITS: Mapping[tuple[str, str], RateLimit] = {
    ("POST", _MESSAGES): RateLimit("send", 5, 5),
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): RateLimit("edit", 5, 5),
    ("DELETE", f"{_MESSAGES}/{{message_id}}"): RateLimit("delete", 5, 1),
    ("PATCH", "/channels/{channel_id}"): RateLimit("change", 5, 15),
    ("POST", "/channels/{channel_id}/threads"): RateLimit("thread", 50, 300),
    ("POST", f"{_MESSAGES}/{{message_id}}/threads"): RateLimit("thread", 50, 300),
    ("POST", "/users/@me/channels"): RateLimit("conversation", 10, 10),
    ("PUT", "/applications/{application_id}/commands"): RateLimit("commands", 2, 60),
}
_BY_TOKEN = RateLimit("webhook", 5, 5)
_MANY = 5000
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")


class _Window(msgspec.Struct):
    """The usage of a limit until its window ends. `served`: the time when a client that must wait has waited."""

    ends: datetime
    used: int = 0
    served: float = math.inf


class Rates(msgspec.Struct):
    """The limits of one table.

    `pace` is the fraction of Discord's waiting time that a client really has to wait: 1, or less if the clock isn't
    running, so that waiting doesn't slow tests down. A client that does not wait is still refused. `waited` is the
    number of seconds on the table's clock that it would have waited, by name of the limit.
    """

    clock: TableClock
    pace: float = 1.0
    passing: Callable[[], float] = time.monotonic
    waited: Counter[str] = msgspec.field(default_factory=Counter[str])
    _windows: dict[tuple[str, ...], _Window] = msgspec.field(default_factory=dict[tuple[str, ...], _Window])

    def meet(self, method: str, template: str, names: Mapping[str, str], body: object) -> dict[str, str]:
        """Count a request, and return its rate limit headers.

        Raises:
            ApiError: 429 if the limit is exceeded.
        """
        major = tuple(names[name] for name in _MAJOR if name in names)
        if "webhook_token" in names:
            return self._count(_BY_TOKEN, major)
        if "interaction_token" in names:
            return {}
        self._count(GLOBAL, ())
        if (method, template) == ("PATCH", "/channels/{channel_id}") and as_object(body).keys() & {
            "name",
            "topic",
        }:
            self._count(RENAMING, major)
        limit = _LIMITS.get((method, template))
        return {} if limit is None else self._count(limit, major)

    def _count(self, limit: RateLimit, major: tuple[str, ...]) -> dict[str, str]:
        now, key = self.clock.now(), (limit.name, *major)
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            self._drop_old_windows(now)
            window = self._windows[key] = _Window(now + timedelta(seconds=limit.seconds))
        remaining = (window.ends - now).total_seconds()
        if window.used == limit.count:
            if self.passing() < window.served:
                window.served = min(window.served, self.passing() + remaining * self.pace)
                raise too_many(remaining * self.pace, everywhere=limit is GLOBAL)
            self.waited[limit.name] += math.ceil(remaining)
            window.ends, window.used, window.served = now + timedelta(seconds=limit.seconds), 0, math.inf
        window.used += 1
        if window.used == limit.count and not limit.hidden:
            window.served = self.passing() + remaining * self.pace
        if limit.hidden:
            return {}
        return {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(limit.count - window.used),
            "X-RateLimit-Reset": f"{window.ends.timestamp():.3f}",
            "X-RateLimit-Reset-After": f"{remaining * self.pace:.6f}",
            "X-RateLimit-Bucket": limit.name,
        }

    def _drop_old_windows(self, now: datetime) -> None:
        if len(self._windows) >= _MANY:
            self._windows = {key: window for key, window in self._windows.items() if now < window.ends}
