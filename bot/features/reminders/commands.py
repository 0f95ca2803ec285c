"""Reminder commands: when and where, quiet hours, snooze, mute."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from discord import app_commands
from msgspec.structs import replace

from bot.clocks import QuietHours, ReminderSettings
from bot.clocks.control import read_length
from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage, button, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction, matching
from bot.discord.match_text import control, title
from bot.discord.time_format import moment, offer_lengths
from bot.errors import Refusal
from bot.features.reminders.messages import (
    IN_THREAD,
    RemindersAnnouncements,
    chosen,
    hour,
    settings,
    usual,
)
from bot.features.reminders.service import SNOOZE, Reminders
from bot.installation import Feature, Part, Services
from bot.panel.controls import DM_TRYING
from bot.people.locales import translator_for
from cards.i18n import Translator, msg

_HOUR = re.compile(
    r"(?:at |a las? |las? )?([0-9]{1,2})(?:[:.h]([0-9]{2}))?(?: ?(?:h|hs|horas?))?"
    r" ?([ap]\.? ?m\.?|de la (?:mañana|tarde|noche|madrugada))?"
)
_LATE = {False: "noche", True: "mañana"}
_NONE = frozenset({"off", "none", "no", "nada", "ninguna"})
"""The words that turn quiet hours off."""
_WAYS = {
    "direct": str(msg("by direct message")),
    "thread": str(IN_THREAD),
    "off": str(msg("You get no reminders.")),
}


class RemindersFeature(Feature, frozen=True):
    """The commands and controls for reminders."""

    reminders: Reminders

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.REMINDERS,
            msg("Choose when and where I remind you of matches that wait for you."),
            send=Parameter(
                msg("Where, or never."),
                choices=[app_commands.Choice(name=name, value=value) for value, name in _WAYS.items()],
            ),
        )
        async def reminders(reply: Reply, send: str | None = None) -> None:
            person = await self.reminders.of(reply.person)
            if send is not None:
                person = await self.reminders.change_settings(
                    reply.person, _set_channel(send), interaction=reply.interaction.id
                )
            await reply.show(settings(person, reply.translate))

        @layout.command(Command.MESSAGES, msg("Try sending you direct messages again."))
        async def messages(reply: Reply) -> None:
            await self.services.people.try_dm_again(reply.person)
            await reply.say(DM_TRYING)

        async def hours(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            full_hours = [hour(n * 60) for n in range(24)]
            none = translator_for(interaction.locale).msg("none", "hours")
            return matching(((each, each) for each in [*full_hours, none]), typed)

        @layout.command(
            Command.QUIET,
            msg("Set the hours without reminders, in your time zone."),
            start=Parameter(
                msg("The start, such as 22:00, or “off” for no quiet hours."), hours, name="from"
            ),
            end=Parameter(msg("The end, such as 08:00."), hours, name="to"),
        )
        async def quiet(reply: Reply, start: Name, end: Name | None = None) -> None:
            hours = read_quiet(start, end, reply.translate)
            person = await self.reminders.be_quiet(reply.person, hours, interaction=reply.interaction.id)
            if hours is None:
                await reply.say(msg("You no longer have quiet hours."))
                return
            sentence = reply.translate.msg(
                "No reminders from {start} to {end} in {zone}.",
                start=hour(hours.start),
                end=hour(hours.end),
                zone=person.zone,
            )
            await reply.say(sentence)

        @layout.command(
            Command.SNOOZE,
            msg("Postpone a match's reminder."),
            time=Parameter(msg("After how long, such as “4h”."), offer_lengths, name="for"),
            match=self.services.match_resolver.option,
        )
        async def snooze(reply: Reply, time: Name | None = None, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self._snooze(reply, match_id, SNOOZE if time is None else read_length(time))

        @layout.command(
            Command.MUTE,
            msg("Turn one match's reminders off or on."),
            reminders=msg("Reminders in this match: on or off."),
            match=self.services.match_resolver.option,
        )
        async def mute(reply: Reply, reminders: bool = False, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self._mute(reply, match_id, off=not reminders)

    async def _snooze(self, reply: Reply, match_id: int, time: int = SNOOZE) -> None:
        until = await self.reminders.snooze(match_id, reply.person, time, interaction=reply.interaction.id)
        table = await self.services.matches.table(match_id)
        seat = table.seat_of(reply.person)
        due = table.times[seat].due_at if table.times and seat is not None else None
        is_too_late = due is not None and due <= until
        await reply.say(
            reply.translate.msg("Your deadline is before that, so I'll remind you as usual.")
            if is_too_late
            else reply.translate.msg("I'll remind you again {when}.", when=moment(until))
        )

    async def _mute(self, reply: Reply, match_id: int, *, off: bool) -> None:
        await self.reminders.mute(match_id, reply.person, off=off, interaction=reply.interaction.id)
        table = await self.services.matches.table(match_id)
        sentence = reply.translate(
            (
                msg("You no longer get reminders in {title}.")
                if off
                else msg("You get reminders in {title} again.")
            ).filled(title=title(table, reply.translate))
        )
        if not off:
            await reply.say(sentence)
            return
        undo = row(button(reply.translate.msg("Unmute this match"), control(table, "remind", "on")))
        await reply.show(PrivateMessage((text(sentence), undo)))

    @pressed("remind")
    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the controls below a reminder and in the reminder settings."""
        if control.match:
            if control.state not in ("turn", "snooze", "off", "on"):
                raise Refusal(UNKNOWN_CONTROL)
            await reply.later()
            match control.state:
                case "turn":
                    await self._turn(reply, control.match_id)
                case "snooze":
                    await self._snooze(reply, control.match_id)
                case state:
                    await self._mute(reply, control.match_id, off=state == "off")
            return
        await reply.in_place()
        change = _setting_change(control.state, values)
        if change is None:
            raise Refusal(UNKNOWN_CONTROL)
        try:
            person = await self.reminders.change_settings(
                reply.person, change, interaction=reply.interaction.id
            )
        except ValueError:
            raise Refusal(UNKNOWN_CONTROL) from None
        await reply.show(settings(person, reply.translate))

    async def _turn(self, reply: Reply, match_id: int) -> None:
        await self.reminders.heed(match_id, reply.person)
        await self.services.panels.show_now(reply, match_id)


def read_quiet(start: str, end: str | None, translate: Translator) -> QuietHours | None:
    """Return the typed quiet hours; None for "off". Raises Refusal."""
    if start.strip().casefold() in _NONE:
        return None
    if end is None:
        raise Refusal(with_commands(msg("Give a start and an end, as in `{/quiet} from:22:00 to:08:00`.")))
    hours = QuietHours(_minutes(start), _minutes(end))
    if hours.start == hours.end:
        raise Refusal(
            with_commands(
                msg("Quiet hours need a different start and end. `{/quiet} from:off` turns them off.")
            )
        )
    return hours


def _minutes(typed: str) -> int:
    """Return the minutes since midnight in "22:00", "7.30", "10 pm" or "10 de la noche". Raises Refusal."""
    parsed = _HOUR.fullmatch(" ".join(typed.casefold().split()))
    if parsed is not None:
        hours, minutes, half = int(parsed[1]), int(parsed[2] or 0), parsed[3]
        if half and 1 <= hours <= 12:
            # In Spanish, "12 de la noche" is midnight, and "12 de la mañana" is noon.
            is_late = half[0] == "p" or half.endswith(("tarde", _LATE[hours == 12]))
            hours = hours % 12 + (12 if is_late else 0)
        elif half:
            hours = 24
        if hours < 24 and minutes < 60:
            return hours * 60 + minutes
    raise Refusal(msg("“{typed}” isn't a time of day. Try 22:00 or 10 pm.", typed=typed.strip()[:40]))


def _set_channel(value: str) -> Callable[[ReminderSettings], ReminderSettings]:
    if value == "off":
        return lambda reminder_settings: replace(reminder_settings, on=False)
    return lambda reminder_settings: replace(reminder_settings, on=True, thread=value == "thread")


# -- buttons and menus


def _setting_change(
    state: str, values: Sequence[str]
) -> Callable[[ReminderSettings], ReminderSettings] | None:
    match state:
        case "which":
            return lambda reminder_settings: chosen(reminder_settings, values)
        case "where" if values and values[0] in ("direct", "thread"):
            return _set_channel(values[0])
        case "all-on":
            return lambda reminder_settings: replace(reminder_settings, on=True)
        case "all-off":
            return _set_channel("off")
        case "usual":
            return usual
        case _:
            return None


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    reminders = Reminders(of.context)
    return (
        RemindersFeature(of, reminders),
        RemindersAnnouncements(),
    )
