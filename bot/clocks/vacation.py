"""Vacations: time away from all matches, from an earned budget (3 hours a day, 30 days at most)."""

from __future__ import annotations

import msgspec

from bot.clocks.control import DAY, HOUR

FIRST = 3 * DAY
"""The vacation that everyone begins with."""
MOST = 30 * DAY
EARNED = 3 * HOUR
"""The vacation that a day at home earns."""
LEAST = HOUR
"""A vacation that is shorter than this is not begun."""


class Vacation(msgspec.Struct, frozen=True):
    """`left` milliseconds of vacation at the moment `since`; `until` is when the person comes home, None at home."""

    left: int = FIRST
    since: int = 0
    until: int | None = None


AT_HOME = Vacation()
"""The state of a person who has never been away."""


def budget(vacation: Vacation, now: int) -> int:
    """Return how many milliseconds of vacation a person has left."""
    passed = max(0, now - vacation.since)
    if vacation.until is None:
        return vacation.left if not vacation.since else min(MOST, vacation.left + passed * EARNED // DAY)
    return vacation.left - min(passed, vacation.until - vacation.since)


def with_absence(vacation: Vacation, now: int, until: int) -> Vacation:
    """Return the vacation begun, or moved to another end. Raises ValueError if the budget is too small."""
    left = budget(vacation, now)
    if until - now > left:
        raise ValueError("The budget is too small.")
    return Vacation(left, now, until)


def home(vacation: Vacation, now: int) -> Vacation:
    """Return the vacation ended."""
    return Vacation(budget(vacation, now), now)
