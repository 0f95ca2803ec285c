"""Time controls: no clock, a fixed time per decision, or a bank that grows when the turn passes (Fischer)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from bot.clocks import control_parser
from bot.clocks.calendar import Calendar, Home
from bot.errors import Refusal
from cards.i18n import msg

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SHORTEST = 5 * MINUTE
LONGEST = 60 * DAY
_UNITS: dict[control_parser.Unit, int] = {"m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """A time control. Times are milliseconds.

    `each`: `time` per decision; unused time is lost. `bank`: `time` at the start, which runs while the player
    must decide; each time they have made all decisions, `increment` is added, up to `cap`. With
    `weekends_off`, weekends don't count, in each player's own time zone.
    """

    kind: Literal["none", "each", "bank"] = "none"
    time: int = 0
    increment: int = 0
    cap: int = 0
    weekends_off: bool = False

    def calendar(self, home: Home) -> Calendar:
        """Return the calendar of a player with this home."""
        return Calendar(home.zone, self.weekends_off, home.before, home.since)

    def __str__(self) -> str:
        """Return the form that `read_control` reads: "none", "2d each", "3d+12h up to 7d, weekends off"."""
        match self.kind:
            case "none":
                return "none"
            case "each":
                text = f"{short(self.time)} each"
            case "bank":
                text = f"{short(self.time)}+{short(self.increment)} up to {short(self.cap)}"
        return f"{text}, weekends off" if self.weekends_off else text


NO_CLOCK = TimeControl()


class UnreadableControl(Refusal):
    """A text that isn't a time control. `str(error)` is a sentence that lists the valid ones."""


_HOW = msg("Write “none”, “2d each”, or a bank such as “3d+12h up to 7d”. You can add “, weekends off”.")


@lru_cache(maxsize=256)
def read_control(typed: str) -> TimeControl:
    """Return the time control in a text, in English or Spanish. Raises UnreadableControl."""
    text = control_parser.plain(typed)
    if control_parser.is_none(text):
        return NO_CLOCK
    text, weekends_off = control_parser.without_weekends(text)
    if bank := control_parser.bank(text):
        time, increment = _length(bank[0]), _length(bank[1])
        cap = _length(bank[2]) if bank[2] else 2 * time
        if cap < time:
            raise UnreadableControl(
                msg(
                    "The bank can't start with {time} if it holds at most {cap}. {how}",
                    time=short(time),
                    cap=short(cap),
                    how=_HOW,
                )
            )
        control = TimeControl("bank", time, increment, cap, weekends_off)
    elif each := control_parser.each(text):
        control = TimeControl("each", _length(each), weekends_off=weekends_off)
    else:
        raise UnreadableControl(msg("“{typed}” isn't a time control. {how}", typed=typed.strip(), how=_HOW))
    if control.increment > control.cap:
        raise UnreadableControl(
            msg(
                "An increment of {time} is more than the bank's limit of {cap}. {how}",
                time=short(control.increment),
                cap=short(control.cap),
                how=_HOW,
            )
        )
    for length in (control.time, control.cap):
        if length and not SHORTEST <= length <= LONGEST:
            raise UnreadableControl(
                msg(
                    "{time} is out of range: from {low} to {high}. {how}",
                    time=short(length),
                    low=short(SHORTEST),
                    high=short(LONGEST),
                    how=_HOW,
                )
            )
    return control


def short(length: int) -> str:
    """Return milliseconds as "1d12h", rounded down to minutes."""
    minutes = length // MINUTE
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    return "".join(f"{n}{unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if n) or "0m"


def read_length(typed: str) -> int:
    """Return the milliseconds in "1d 12h" or "1 día y 12 horas". Raises UnreadableControl."""
    text = control_parser.plain(typed)
    if not control_parser.is_length(text):
        raise UnreadableControl(
            msg("“{typed}” isn't a length of time. Try “3d”, “12h” or “1d 6h”.", typed=typed.strip())
        )
    length = _length(text)
    if not MINUTE <= length <= LONGEST:
        raise UnreadableControl(
            msg(
                "{time} is out of range: from {low} to {high}.",
                time=short(length),
                low=short(MINUTE),
                high=short(LONGEST),
            )
        )
    return length


def _length(text: str) -> int:
    return sum(n * _UNITS[unit] for n, unit in control_parser.parts(text))
