"""Discord's limits for a bot, shared by all of its processes: requests per second, and refusals in ten minutes."""

from __future__ import annotations

import msgspec

from bot.store.subject import Subject
from engine.kernel.decoder import json_reader

PER_SECOND = 45
"""Maximum notes started per second.

Discord allows 50 requests; the rest is for requests outside the outbox.
"""
SECOND = 1_000
REFUSED = 5_000
"""The number of refusals in ten minutes from which sending slows down. At 10,000, Discord bans the address."""
CAREFUL = 5
"""Maximum notes per second from then on: even if all are refused, they can't cause a ban."""
WINDOW = 600_000
_MINUTE = 60_000
_DISCORD = "discord"


class Usage(msgspec.Struct, frozen=True):
    """A process's usage since its last report.

    `requests` were made beyond the notes it had taken, `refused` got status 401, 403 or 429, and nothing must
    be sent for `pause` ms.
    """

    requests: int = 0
    refused: int = 0
    pause: int = 0


class Budget(msgspec.Struct):
    """The state of Discord's limits. Times are in ms since 1970."""

    spent: list[tuple[int, int]] = []
    """The requests of the last second, as (start time, number)."""
    refused: list[tuple[int, int]] = []
    """The number of refusals in each of the last ten minutes."""
    paused_until: int = 0

    def report(self, now: int, usage: Usage) -> None:
        """Add the usage of a process."""
        # Times in the future are from before a clock was set back.
        self.spent = [(at, number) for at, number in self.spent if now - SECOND < at <= now]
        self.refused = [(at, number) for at, number in self.refused if now - WINDOW < at <= now]
        if self.paused_until > now + WINDOW:
            self.paused_until = 0
        if usage.requests:
            self.spent.append((now, usage.requests))
        if usage.refused:
            minute = now // _MINUTE * _MINUTE
            earlier = sum(number for at, number in self.refused if at == minute)
            self.refused = [(at, number) for at, number in self.refused if at != minute]
            self.refused.append((minute, earlier + usage.refused))
        if usage.pause:
            self.paused_until = max(self.paused_until, now + min(usage.pause, WINDOW))

    def left(self, now: int, per_second: int = PER_SECOND) -> int:
        """Return the number of notes that may be started now, with at most `per_second` per second."""
        if now < self.paused_until:
            return 0
        if sum(number for _, number in self.refused) >= REFUSED:
            per_second = CAREFUL
        return max(0, per_second - sum(number for _, number in self.spent))

    def take(self, now: int, number: int) -> None:
        """Count that many started notes."""
        if number:
            self.spent.append((now, number))

    def next(self, now: int) -> int:
        """Return the next time at which more notes may be started."""
        if now < self.paused_until:
            return self.paused_until
        return min((at for at, _ in self.spent), default=now) + SECOND


_budget = json_reader(Budget)


class BudgetStatements(Subject):
    """Budgets, inside a transaction."""

    async def discord(self, now: int, usage: Usage) -> Budget:
        """Return Discord's limits including this process's usage. Locks them until the transaction ends."""
        state = await self._one("UPDATE budgets SET state = state WHERE name = ? RETURNING state", _DISCORD)
        budget = Budget() if state is None else _budget.read(str(state[0]))
        budget.report(now, usage)
        return budget

    async def keep(self, budget: Budget) -> None:
        """Store Discord's limits."""
        await self._put("budgets", {"name": _DISCORD}, state=msgspec.json.encode(budget).decode())
