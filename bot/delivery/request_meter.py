"""Requests of a process to Discord, counted for the limits that all processes share (`bot.store.budgets`)."""

from __future__ import annotations

from bot.store.budgets import Usage

TOKEN_REFUSED = 60_000
"""Milliseconds for which nothing is sent after Discord did not accept the bot's token: the token has to be replaced first."""
NO_LIMIT = 1 << 40
REFUSALS = frozenset({401, 403, 429})


class RequestMeter:
    """Counts requests, those that were refused, and for how long Discord wants to hear nothing.

    `per_second` is how many notes all processes together begin within a second. At a local table, where there is no limit, nothing
    pauses either: the table's limits pass as fast as its tests want.
    """

    def __init__(self, per_second: int = NO_LIMIT) -> None:
        self.per_second = per_second
        self._requests = 0
        self._taken = 0
        """Notes that were taken from the budget, whose requests have not been made yet."""
        self._refused = 0
        self._pause = 0

    def count(
        self, status: int, *, is_shared: bool = False, pause: float = 0.0, is_answer: bool = False
    ) -> None:
        """Count a request by its status.

        `is_shared`: it met a limit that is not the bot's own, which Discord does not count as refused. `pause` is how many
        seconds nothing is to be sent at all. Answers to interactions (`is_answer`) don't count as requests, and who they are
        refused to is nobody's concern but theirs.
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
        """The usage that is not stored yet."""
        return Usage(self._requests, self._refused, self._pause)

    def stored(self, usage: Usage) -> None:
        """Say that this much is stored."""
        self._requests -= usage.requests
        self._refused -= usage.refused
        if self._pause == usage.pause:
            self._pause = 0

    def took(self, notes: int, under_way: int) -> None:
        """Say that notes were taken from the budget; `under_way` are all that are being delivered now.

        A note that turns out to need no request leaves nothing behind.
        """
        self._taken = min(self._taken + notes, under_way)
