"""Times, durations and time controls as text. Times use Discord's format, in each reader's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from discord.utils import TimestampStyle, format_dt

from bot.clocks import TimeControl, UnreadableControl, read_control
from bot.clocks.control import DAY, HOUR, MINUTE, read_length, short
from bot.discord.interaction_data import Interaction, matching
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
"""The suggested time controls; any other can be typed."""


def moment(at: int, style: TimestampStyle = "R") -> str:
    """Return a time, as Discord shows it to each reader in their own time zone."""
    return format_dt(datetime.fromtimestamp(at / 1000, UTC), style)


def length(milliseconds: int, translate: Translator) -> str:
    """Return a duration in its two largest units: "1 d 12 h"."""
    minutes = max(0, milliseconds) // MINUTE
    units = (
        (minutes // (DAY // MINUTE), msg("{n} d")),
        (minutes // (HOUR // MINUTE) % 24, msg("{n} h")),
        (minutes % 60, MINUTES),
    )
    parts = [translate(unit.filled(n=n)) for n, unit in units if n]
    return " ".join(parts[:2]) or translate(MINUTES.filled(n=0))


def control_in_words(control: TimeControl, translate: Translator) -> str:
    """Return a time control as text."""
    match control.kind:
        case "none":
            return translate.msg("no clock")
        case "each":
            description = translate.msg("{time} per decision", time=length(control.time, translate))
        case "bank":
            description = translate.msg(
                "a bank of {time}, {increment} more each time the turn passes, {cap} at most",
                time=length(control.time, translate),
                increment=length(control.increment, translate),
                cap=length(control.cap, translate),
            )
    return (
        translate.msg("{control}, weekends off", control=description) if control.weekends_off else description
    )


def offered_controls(first: TimeControl, translate: Translator) -> list[tuple[str, str]]:
    """Return the suggested time controls, and `first`, as (text, value)."""
    controls = OFFERED if first in OFFERED else (first, *OFFERED)
    names = [(control_in_words(control, translate), str(control)) for control in controls]
    return [(name[:1].upper() + name[1:], value) for name, value in names]


def deadline(table: MatchTable, seat: int, translate: Translator) -> str:
    """Return a seat's deadline, " Deadline: …"; "" for a stopped clock and for a late player."""
    if seat >= len(table.times) or table.times[seat].late:
        return ""
    due = table.times[seat].due_at
    return "" if due is None else " " + translate.msg("Deadline: {when}.", when=moment(due))


LENGTHS = (HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""The suggested durations; any other can be typed."""


async def offer_controls(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Suggest time controls. The typed one is first, if it is valid."""
    translate = translator_for(interaction.locale)
    query = typed.strip().casefold()
    offered = [
        control
        for control in OFFERED
        if query in str(control) or query in control_in_words(control, translate).casefold()
    ]
    try:
        typed_control = read_control(typed)
    except UnreadableControl:
        typed_control = None
    first = [typed_control] if typed_control else []
    return [
        (control_in_words(control, translate), str(control))
        for control in (*first, *(o for o in offered if o != typed_control))
    ]


async def offer_lengths(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Suggest durations. The typed one is first, if it is valid."""
    translate = translator_for(interaction.locale)
    lengths = [(length(duration, translate), short(duration)) for duration in LENGTHS]
    try:
        typed_length = read_length(typed)
    except UnreadableControl:
        return matching(lengths, typed)
    return [(length(typed_length, translate), short(typed_length))]


CHANGES_NONE: Mapping[str, Message] = {
    "daily": msg(
        "This match won't change ratings: a player had already reached the daily "
        "limit of rated matches when it began."
    ),
}
