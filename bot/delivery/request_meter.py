"""A process's requests to Discord, counted for the limits that all processes share (`bot.store.budgets`)."""

from __future__ import annotations

from bot.store.budgets import Usage

TOKEN_REFUSED = 60_000
"""Milliseconds without sending after Discord rejected the bot's token, which must be replaced first."""
NO_LIMIT = 1 << 40
REFUSALS = frozenset({401, 403, 429})


class RequestMeter:
    """Counts requests, refusals, and requested pauses.

    `per_second` is the maximum number of notes that all processes together start per second. At the local
    table (`NO_LIMIT`) there are no pauses either, because its tests need its limits to pass at their own
    pace.
    """

    def __init__(self, per_second: int = NO_LIMIT) -> None:
        self.per_second = per_second
        self._requests = 0
        self._taken = 0
        """Notes taken from the budget, whose requests have not been made yet."""
        self._refused = 0
        self._pause = 0

    def count(
        self, status: int, *, is_shared: bool = False, pause: float = 0.0, is_answer: bool = False
    ) -> None:
        """Count a request by its status.

        `is_shared`: it met a limit that isn't the bot's own, so Discord doesn't count it as a refusal.
        `pause` is how many seconds nothing may be sent. Replies to interactions (`is_answer`) don't count as
        requests, and a 401 for one says nothing about the bot's token.
        """
        if not is_answer:
            if self._taken:
                self._taken -= 1
            else:
                self._requests += 1
        if status in REFUSALS and not is_shared:
            self._refused += 1
        if self.per_second == NO_LIMIT:
            return
        if status == 401 and not is_answer:
            self._pause = max(self._pause, TOKEN_REFUSED)
        self._pause = max(self._pause, round(1000 * pause))

    @property
    def usage(self) -> Usage:
        """The usage that hasn't been stored yet."""
        return Usage(self._requests, self._refused, self._pause)

    def stored(self, usage: Usage) -> None:
        """Subtract the usage that was stored."""
        self._requests -= usage.requests
        self._refused -= usage.refused
        if self._pause == usage.pause:
            self._pause = 0

    def took(self, notes: int, under_way: int) -> None:
        """Record notes taken from the budget; `under_way` are the notes being delivered now.

        A note that turns out to need no request leaves nothing behind.
        """
        self._taken = min(self._taken + notes, under_way)
