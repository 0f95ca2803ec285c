"""Reminders: when and where one wants them, quiet hours, later, and not in this match."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from discord import app_commands
from msgspec import Struct
from msgspec.structs import replace

from bot.clocks import Quiet, Wishes
from bot.clocks.control import read_length
from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage, button, row, text
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.match_resolver import MatchFinder
from bot.discord.match_text import control, title
from bot.discord.texts.texts import ENGLISH, Texts, texts_for
from bot.discord.time_format import moment, offer_lengths
from bot.errors import Told
from bot.features.reminders.messages import SNOOZED, chosen, hour, settings, usual
from bot.features.reminders.service import Reminders
from bot.match.matches import Matches
from bot.panel.service import Panels
from bot.people.people import People

W = ENGLISH.reminders
_HOUR = re.compile(
    r"(?:at |a las? |las? )?([0-9]{1,2})(?:[:.h]([0-9]{2}))?(?: ?(?:h|hs|horas?))?"
    r" ?([ap]\.? ?m\.?|de la (?:mañana|tarde|noche|madrugada))?"
)
_LATE = {False: "noche", True: "mañana"}
_NONE = frozenset({"off", "none", "no", "nada", "ninguna"})
"""The word that ends quiet hours."""
_WAYS = {"direct": W.by_message, "thread": W.in_thread, "off": W.are_off}


class RemindersFeature(Struct, frozen=True):
    """A person's reminder settings."""

    reminders: Reminders
    people: People
    matches: Matches
    finder: MatchFinder
    panels: Panels

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        @layout.command(Command.REMINDERS, W.d_reminders)
        @app_commands.describe(send=W.d_send)
        @app_commands.choices(
            send=[app_commands.Choice(name=name, value=value) for value, name in _WAYS.items()]
        )
        async def reminders(interaction: Interaction, send: str | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                known = await self.reminders.of(reply.person)
                if send is not None:
                    known = await self.reminders.wish(reply.person, _sent(send), interaction=interaction.id)
                await reply.show(settings(known, reply.words))

        @layout.command(Command.MESSAGES, ENGLISH.d_messages)
        async def messages(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.people.try_dm_again(reply.person)
                await reply.say(reply.words.dm_trying)

        @layout.command(Command.QUIET, W.d_quiet)
        @app_commands.rename(start="from", end="to")
        @app_commands.describe(start=W.d_from, end=W.d_to)
        async def quiet(interaction: Interaction, start: Name, end: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                hours = read_quiet(start, end, reply.words)
                known = await self.reminders.be_quiet(reply.person, hours, interaction=interaction.id)
                said = reply.words.reminders
                if hours is None:
                    await reply.say(said.quiet_off)
                    return
                named = said.quiet_set.format(start=hour(hours.start), end=hour(hours.end), zone=known.zone)
                await reply.say(named)

        @quiet.autocomplete("start")
        @quiet.autocomplete("end")
        async def hours(interaction: Interaction, typed: str) -> Choices:
            async def fitting() -> list[tuple[str, str]]:
                named = [hour(n * 60) for n in range(24)]
                wanted = typed.strip().casefold()
                none = texts_for(interaction.locale).reminders.no_hours
                return [(one, one) for one in [*named, none] if wanted in one]

            return await boundary.complete(interaction, fitting())

        @layout.command(Command.SNOOZE, W.d_snooze)
        @app_commands.rename(time="for")
        @app_commands.describe(time=W.d_snooze_for, match=ENGLISH.d_match)
        async def snooze(
            interaction: Interaction, time: Name | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self._snooze(reply, found, SNOOZED if time is None else read_length(time))

        @layout.command(Command.MUTE, W.d_mute)
        @app_commands.describe(reminders=W.d_mute_on, match=ENGLISH.d_match)
        async def mute(interaction: Interaction, reminders: bool = False, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                await self._mute(reply, found, off=not reminders)

        @snooze.autocomplete("time")
        async def lengths(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer_lengths(interaction, typed))

        @snooze.autocomplete("match")
        @mute.autocomplete("match")
        async def matches(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_matches(interaction, typed))

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"remind": self._press}

    async def _snooze(self, reply: Reply, match_id: int, time: int = SNOOZED) -> None:
        until = await self.reminders.snooze(match_id, reply.person, time, interaction=reply.interaction.id)
        table = await self.matches.table(match_id)
        seat = table.seat_of(reply.person)
        due = table.times[seat].due_at if table.times and seat is not None else None
        said = reply.words.reminders
        late = due is not None and due <= until
        await reply.say(said.snoozed_past if late else said.snoozed.format(when=moment(until)))

    async def _mute(self, reply: Reply, match_id: int, *, off: bool) -> None:
        await self.reminders.mute(match_id, reply.person, off=off, interaction=reply.interaction.id)
        table, said = await self.matches.table(match_id), reply.words.reminders
        done = (said.is_off if off else said.is_on).format(title=title(table, reply.words))
        if not off:
            await reply.say(done)
            return
        undo = row(button(said.on, control(table, "remind", "on")))
        await reply.show(PrivateMessage((text(done), undo)))

    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The controls under a reminder, or in a person's settings of them."""
        if control.match:
            if control.state not in ("turn", "snooze", "off", "on"):
                raise Told(reply.words.unknown_control)
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
        change = _change(control.state, values)
        if change is None:
            raise Told(reply.words.unknown_control)
        try:
            known = await self.reminders.wish(reply.person, change, interaction=reply.interaction.id)
        except ValueError:
            raise Told(reply.words.unknown_control) from None
        await reply.show(settings(known, reply.words))

    async def _turn(self, reply: Reply, match_id: int) -> None:
        await self.reminders.heed(match_id, reply.person)
        await self.panels.show_now(reply, match_id)


def read_quiet(start: str, end: str | None, words: Texts) -> Quiet | None:
    """Return the quiet hours that a person typed; None for "off". Raises Refusal."""
    if start.strip().casefold() in _NONE:
        return None
    if end is None:
        raise Told(words.reminders.quiet_both)
    hours = Quiet(_minutes(start, words), _minutes(end, words))
    if hours.start == hours.end:
        raise Told(words.reminders.quiet_same)
    return hours


def _minutes(typed: str, words: Texts) -> int:
    """Return the minutes since midnight in "22:00", "7.30", "10 pm" or "10 de la noche". Raises Refusal."""
    found = _HOUR.fullmatch(" ".join(typed.casefold().split()))
    if found is not None:
        hours, minutes, half = int(found[1]), int(found[2] or 0), found[3]
        if half and 1 <= hours <= 12:
            # Twelve "de la noche" is midnight, and twelve "de la mañana" is noon.
            is_late = half[0] == "p" or half.endswith(("tarde", _LATE[hours == 12]))
            hours = hours % 12 + (12 if is_late else 0)
        elif half:
            hours = 24
        if hours < 24 and minutes < 60:
            return hours * 60 + minutes
    raise Told(words.reminders.no_hour.format(typed=typed.strip()[:40]))


def _sent(way: str) -> Callable[[Wishes], Wishes]:
    if way == "off":
        return lambda wishes: replace(wishes, on=False)
    return lambda wishes: replace(wishes, on=True, thread=way == "thread")


# -- buttons and menus


def _change(state: str, values: Sequence[str]) -> Callable[[Wishes], Wishes] | None:
    match state:
        case "which":
            return lambda wishes: chosen(wishes, values)
        case "where" if values and values[0] in ("direct", "thread"):
            return _sent(values[0])
        case "all-on":
            return lambda wishes: replace(wishes, on=True)
        case "all-off":
            return _sent("off")
        case "usual":
            return usual
        case _:
            return None
