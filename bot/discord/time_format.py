"""Moments, lengths of time and time controls in words. Moments are Discord's: each reader's own time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from discord.utils import TimestampStyle, format_dt

from bot.clocks import TimeControl, UnreadableControl, read_control
from bot.clocks.control import DAY, HOUR, MINUTE, read_length, short
from bot.discord.interaction_data import Interaction
from bot.people.locales import translator_for
from bot.views.types import MatchTable
from cards.i18n import Message, Translator, msg

MINUTES = msg("{n} min")

OFFERED = (
    TimeControl(),
    TimeControl("each", DAY),
    TimeControl("each", 2 * DAY),
    TimeControl("each", 2 * DAY, weekends_off=True),
    TimeControl("each", 3 * DAY),
    TimeControl("bank", 3 * DAY, 12 * HOUR, 7 * DAY),
    TimeControl("bank", 5 * DAY, DAY, 10 * DAY, weekends_off=True),
    TimeControl("bank", 2 * HOUR, HOUR // 6, 4 * HOUR),
)
"""The time controls that are offered; any other may be typed."""


def moment(at: int, style: TimestampStyle = "R") -> str:
    """Return a time, as Discord shows it to each reader in their own time zone."""
    return format_dt(datetime.fromtimestamp(at / 1000, UTC), style)


def length(milliseconds: int, translate: Translator) -> str:
    """Return a length of time in its two largest units: "1 d 12 h"."""
    minutes = max(0, milliseconds) // MINUTE
    units = (
        (minutes // (DAY // MINUTE), msg("{n} d")),
        (minutes // (HOUR // MINUTE) % 24, msg("{n} h")),
        (minutes % 60, MINUTES),
    )
    said = [translate(unit.filled(n=n)) for n, unit in units if n]
    return " ".join(said[:2]) or translate(MINUTES.filled(n=0))


def control_in_words(control: TimeControl, translate: Translator) -> str:
    """Return a time control as a person would say it."""
    match control.kind:
        case "none":
            return translate.msg("no clock")
        case "each":
            said = translate.msg("{time} per decision", time=length(control.time, translate))
        case "bank":
            said = translate.msg(
                "a bank of {time}, {increment} more each time the turn passes, {cap} at most",
                time=length(control.time, translate),
                increment=length(control.increment, translate),
                cap=length(control.cap, translate),
            )
    return translate.msg("{control}, weekends off", control=said) if control.weekends_off else said


def offered_controls(first: TimeControl, translate: Translator) -> list[tuple[str, str]]:
    """Return the time controls that are offered, as (in words, as it is read); if `first` is none of them, it is, too."""
    offered = OFFERED if first in OFFERED else (first, *OFFERED)
    named = [(control_in_words(one, translate), str(one)) for one in offered]
    return [(name[:1].upper() + name[1:], value) for name, value in named]


def deadline(table: MatchTable, seat: int, translate: Translator) -> str:
    """Return until when a seat has time, " Deadline: …"; "" for a clock that stands still, and for one that is up."""
    if seat >= len(table.times) or table.times[seat].late:
        return ""
    due = table.times[seat].due_at
    return "" if due is None else " " + translate.msg("Deadline: {when}.", when=moment(due))


LENGTHS = (HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""The lengths of time that are offered; any other may be typed."""


async def offer_controls(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return time controls as suggestions, in words; what was typed comes first if it can be read."""
    translate = translator_for(interaction.locale)
    wanted = typed.strip().casefold()
    offered = [
        one for one in OFFERED if wanted in str(one) or wanted in control_in_words(one, translate).casefold()
    ]
    try:
        meant = read_control(typed)
    except UnreadableControl:
        meant = None
    first = [meant] if meant else []
    return [
        (control_in_words(one, translate), str(one)) for one in (*first, *(o for o in offered if o != meant))
    ]


async def offer_lengths(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return lengths of time as suggestions, what was typed first if it can be read."""
    translate = translator_for(interaction.locale)
    offered = [(length(one, translate), short(one)) for one in LENGTHS]
    try:
        meant = read_length(typed)
    except UnreadableControl:
        wanted = typed.strip().casefold()
        return [(name, value) for name, value in offered if wanted in name.casefold()]
    return [(length(meant, translate), short(meant))]


CHANGES_NONE: Mapping[str, Message] = MappingProxyType(
    {
        "daily": msg(
            "This match won't change ratings: a player had already reached the daily "
            "limit of rated matches when it began."
        ),
    }
)
