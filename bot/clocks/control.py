"""Time controls: no clock, so much time for each decision, or a bank that grows whenever the turn passes (Fischer)."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from bot.errors import Refusal
from cards.locales import say

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SHORTEST = 5 * MINUTE
LONGEST = 60 * DAY


class Control(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time there is. Times are milliseconds.

    `each`: `time` for each decision, and what is left over is lost. `bank`: `time` at the start, which runs while
    somebody must decide; each time the other player is up again `increment` is added, up to `cap`.
    With `weekends_off` the weekends do not count, each player's where they live.
    """

    kind: Literal["none", "each", "bank"] = "none"
    time: int = 0
    increment: int = 0
    cap: int = 0
    weekends_off: bool = False

    def __str__(self) -> str:
        """Return it as `read_control` reads it: "none", "2d each", "3d+12h up to 7d, weekends off"."""
        match self.kind:
            case "none":
                return "none"
            case "each":
                text = f"{short(self.time)} each"
            case "bank":
                text = f"{short(self.time)}+{short(self.increment)} up to {short(self.cap)}"
        return f"{text}, weekends off" if self.weekends_off else text


NO_CLOCK = Control()


class UnreadableControl(Refusal):
    """A text that is no time control. `str(error)` is a sentence that says what is one."""


_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
_LENGTH = r"(?:\d{1,6}\s*(?:w|d|h|m)[a-zí]*\s*)+"
_NONE = re.compile(r"none|no clock|no limit|unlimited|off|-|sin reloj|sin límite|ninguno|nada")
_WEEKENDS = re.compile(r"[,;]?\s*(?:no weekends|weekends? off|without weekends|sin fines? de semana)\s*$")
_EACH = re.compile(
    rf"({_LENGTH})(?:each|per decision|a decision|per move|/\s*decision|por decisión|por jugada)?"
)
_BANK = re.compile(
    rf"({_LENGTH})\+\s*({_LENGTH})(?:,?\s*(?:up to|cap|max(?:imum)?|hasta|máximo)?\s*({_LENGTH}))?"
)
_HOW = say("Write “none”, “2d each”, or a bank such as “3d+12h up to 7d”; “, weekends off” may follow.")


def read_control(typed: str) -> Control:
    """Return the time control that somebody typed. Raises UnreadableControl."""
    text = typed.strip().casefold()
    if _NONE.fullmatch(text):
        return NO_CLOCK
    weekends = _WEEKENDS.search(text)
    if weekends:
        text = text[: weekends.start()].strip()
    if bank := _BANK.fullmatch(text):
        time, increment = _length(bank[1]), _length(bank[2])
        cap = _length(bank[3]) if bank[3] else max(time, 2 * time)
        if cap < time:
            raise UnreadableControl(
                say(
                    "The bank can't begin with {time} and hold {cap} at most. {how}",
                    time=short(time),
                    cap=short(cap),
                    how=_HOW,
                )
            )
        control = Control("bank", time, increment, cap, bool(weekends))
    elif each := _EACH.fullmatch(text):
        control = Control("each", _length(each[1]), weekends_off=bool(weekends))
    else:
        raise UnreadableControl(say("“{typed}” is no time control. {how}", typed=typed.strip(), how=_HOW))
    if control.increment > control.cap:
        raise UnreadableControl(
            say(
                "An increment of {time} is more than the bank can hold, {cap}. {how}",
                time=short(control.increment),
                cap=short(control.cap),
                how=_HOW,
            )
        )
    for length in (control.time, control.cap):
        if length and not SHORTEST <= length <= LONGEST:
            raise UnreadableControl(
                say(
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
    """Return the milliseconds in "1d 12h". Raises UnreadableControl."""
    if not re.fullmatch(_LENGTH, typed.strip().casefold()):
        raise UnreadableControl(
            say("“{typed}” is no length of time. Write it as “3d”, “12h” or “1d 6h”.", typed=typed.strip())
        )
    length = _length(typed.casefold())
    if not MINUTE <= length <= LONGEST:
        raise UnreadableControl(
            say(
                "{time} is out of range: from {low} to {high}.",
                time=short(length),
                low=short(MINUTE),
                high=short(LONGEST),
            )
        )
    return length


def _length(text: str) -> int:
    return sum(int(n) * _UNITS[unit] for n, unit in re.findall(r"(\d+)\s*([wdhm])", text))
