"""Calendars: all time counts, or all except weekends in the player's time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.errors import Refusal
from cards.i18n import msg

SATURDAY = 5


class Home(msgspec.Struct, frozen=True):
    """A person's home: the name of an IANA time zone.

    A player who moves keeps the weekends of the zone `before` until `since` (ms since 1970): see `moved_home`.
    """

    zone: str = "UTC"
    before: str = ""
    since: int = 0


class Calendar(msgspec.Struct, frozen=True):
    """The rule for when a player's time counts.

    `zone` is the name of an IANA time zone. With `weekends_off`, nothing counts there from the first moment of Saturday
    to the last of Sunday; weekends that begin before `since` are those of the zone `before`, if there is one.
    """

    zone: str = "UTC"
    weekends_off: bool = False
    before: str = ""
    since: int = 0


def worked(calendar: Calendar, start: int, end: int) -> int:
    """Return how many of the milliseconds from `start` to `end` count; 0 if `end` is not after `start`."""
    if end <= start:
        return 0
    total = end - start
    if calendar.weekends_off:
        for begins, ends in _weekends(calendar, start):
            if begins >= end:
                break
            total -= max(0, min(end, ends) - max(start, begins))
    return total


def reached(calendar: Calendar, start: int, amount: int) -> int:
    """Return the first moment at which `amount` milliseconds from `start` on have counted."""
    if amount <= 0:
        return start
    at = start
    if calendar.weekends_off:
        for begins, ends in _weekends(calendar, start):
            before = max(0, begins - at)
            if amount <= before:
                break
            amount -= before
            at = max(at, ends)
    return at + amount


def moved_home(home: Home, zone: str, now: int) -> Home:
    """Return where someone lives who moves to another zone now.

    Their weekends move when the next one, or the one that it is now, is over in both zones. So each weekend of the calendar is
    free once, in one zone, however often someone moves.
    """
    current = home.before if home.before and now < home.since else home.zone
    if current == zone:
        return Home(zone)
    begins, _ = next(_weekends(Calendar(current), now))
    monday = datetime.fromtimestamp(begins // 1000, _zone(current)).date() + timedelta(days=2)
    return Home(zone, current, max(_first_moment(_zone(one), monday) for one in (current, zone)))


def _weekends(calendar: Calendar, start: int) -> Iterator[tuple[int, int]]:
    """Return the weekends that end after `start`, first to last, without end."""
    where = _zone(calendar.zone)
    before = _zone(calendar.before) if calendar.before else None
    day = datetime.fromtimestamp(start // 1000, before or where).date()
    saturday = day - timedelta(days=(day.weekday() - SATURDAY) % 7)
    if before is not None and start >= calendar.since:
        # A day may have another date in the other zone.
        saturday -= timedelta(days=7)
    while True:
        is_before = before is not None and _first_moment(before, saturday) < calendar.since
        there = before if before is not None and is_before else where
        ends = _first_moment(there, saturday + timedelta(days=2))
        if ends > start:
            yield _first_moment(there, saturday), ends
        saturday += timedelta(days=7)


def _first_moment(where: ZoneInfo, day: date) -> int:
    """Return when a day begins there, also where clocks are put forward at midnight."""
    midnight = datetime.combine(day, time(), where)
    return int(midnight.astimezone(UTC).timestamp()) * 1000


class UnknownZone(Refusal):
    """There is no such time zone. `str(error)` is a sentence."""


def find_zone(typed: str) -> str:
    """Return the name of the time zone that a person typed: "europe/berlin", or "Berlin". Raises UnknownZone."""
    wanted = typed.strip().casefold().replace(" ", "_")
    by_name = {name.casefold(): name for name in zones()}
    if wanted in by_name:
        return by_name[wanted]
    cities = [name for small, name in by_name.items() if small.rpartition("/")[2] == wanted]
    if len(cities) == 1:
        return cities[0]
    near = get_close_matches(wanted, by_name, 1, 0.5)
    hint = (
        msg("Did you mean {name}?", name=by_name[near[0]])
        if near
        else msg("A time zone is a name such as Europe/Berlin.")
    )
    raise UnknownZone(msg("I don't know the time zone “{typed}”. {hint}", typed=typed.strip(), hint=hint))


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted."""
    return tuple(sorted(available_timezones()))


@lru_cache(maxsize=512)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
