"""Limits of Discord, as the client keeps to them."""

from __future__ import annotations

from discord.http import HTTPClient, Ratelimit


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
