"""Vacations: time away from all matches, from an earned budget (3 hours a day, 30 days at most)."""

from __future__ import annotations

import msgspec

from bot.clocks.control import DAY, HOUR

FIRST = 3 * DAY
"""The vacation that everyone starts with, in milliseconds."""
MOST = 30 * DAY
EARNED = 3 * HOUR
"""The vacation earned by a day at home, in milliseconds."""
LEAST = HOUR
"""The minimum vacation, in milliseconds."""


class Vacation(msgspec.Struct, frozen=True):
    """A person's vacation: `left` milliseconds at the moment `since`; `until` is their return, None at home."""

    left: int = FIRST
    since: int = 0
    until: int | None = None


AT_HOME = Vacation()
"""The state of a person who has never been away."""


def budget(vacation: Vacation, now: int) -> int:
    """Return the milliseconds of vacation a person has left."""
    passed = max(0, now - vacation.since)
    if vacation.until is None:
        return vacation.left if not vacation.since else min(MOST, vacation.left + passed * EARNED // DAY)
    return vacation.left - min(passed, vacation.until - vacation.since)


def with_absence(vacation: Vacation, now: int, until: int) -> Vacation:
    """Return the vacation started, or with its end changed. Raises ValueError if the budget is too small."""
    left = budget(vacation, now)
    if until - now > left:
        raise ValueError("The budget is too small.")
    return Vacation(left, now, until)


def ended_vacation(vacation: Vacation, now: int) -> Vacation:
    """Return the vacation as ended at `now` (ms since 1970), with its budget of that time."""
    return Vacation(budget(vacation, now), now)
