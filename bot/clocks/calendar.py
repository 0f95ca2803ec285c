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

    `zone` is the name of an IANA time zone. With `weekends_off`, nothing counts there on Saturdays and
    Sundays. Weekends that begin before `since` are those of the zone `before`, if there is one.
    """

    zone: str = "UTC"
    weekends_off: bool = False
    before: str = ""
    since: int = 0


def counted_time(calendar: Calendar, start: int, end: int) -> int:
    """Return the number of milliseconds from `start` to `end` that count; 0 if `end` is not after `start`."""
    if end <= start:
        return 0
    total = end - start
    if calendar.weekends_off:
        for begins, ends in _weekends(calendar, start):
            if begins >= end:
                break
            total -= max(0, min(end, ends) - max(start, begins))
    return total


def moment_after(calendar: Calendar, start: int, amount: int) -> int:
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


def with_zone(home: Home, zone: str, now: int) -> Home:
    """Return the home of a person who moves to another zone now.

    Their weekends move once the current or next one is over in both zones. So each weekend of the calendar is
    free once, in one zone, however often they move.
    """
    current = home.before if home.before and now < home.since else home.zone
    if current == zone:
        return Home(zone)
    begins, _ = next(_weekends(Calendar(current), now))
    monday = datetime.fromtimestamp(begins // 1000, _zone(current)).date() + timedelta(days=2)
    return Home(zone, current, max(_first_moment(_zone(zone_name), monday) for zone_name in (current, zone)))


def _weekends(calendar: Calendar, start: int) -> Iterator[tuple[int, int]]:
    """Yield the weekends that end after `start`, in order, without end."""
    current_zone = _zone(calendar.zone)
    old_zone = _zone(calendar.before) if calendar.before else None
    day = datetime.fromtimestamp(start // 1000, old_zone or current_zone).date()
    saturday = day - timedelta(days=(day.weekday() - SATURDAY) % 7)
    if old_zone is not None and start >= calendar.since:
        # The date may differ in the other zone.
        saturday -= timedelta(days=7)
    while True:
        is_before = old_zone is not None and _first_moment(old_zone, saturday) < calendar.since
        weekend_zone = old_zone if old_zone is not None and is_before else current_zone
        ends = _first_moment(weekend_zone, saturday + timedelta(days=2))
        if ends > start:
            yield _first_moment(weekend_zone, saturday), ends
        saturday += timedelta(days=7)


def _first_moment(zone: ZoneInfo, day: date) -> int:
    """Return the beginning of a day, even if daylight saving time starts at midnight."""
    midnight = datetime.combine(day, time(), zone)
    return int(midnight.astimezone(UTC).timestamp()) * 1000


class UnknownZone(Refusal):
    """The time zone doesn't exist. `str(error)` is a sentence."""


def find_zone(typed: str) -> str:
    """Return the time zone for typed text: "europe/berlin", or "Berlin". Raises UnknownZone."""
    query = typed.strip().casefold().replace(" ", "_")
    by_name = {name.casefold(): name for name in zones()}
    if query in by_name:
        return by_name[query]
    cities = [name for small, name in by_name.items() if small.rpartition("/")[2] == query]
    if len(cities) == 1:
        return cities[0]
    near = get_close_matches(query, by_name, 1, 0.5)
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
