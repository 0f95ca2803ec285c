"""A match's clocks as text: in the status message, on the panel, and as separate messages."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct

from bot.clocks.control import DAY
from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.components.messages import Button, PublicMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.match_buttons import let_play_button, return_button
from bot.discord.match_text import Snapshot, control, time_lines, title
from bot.discord.outgoing.announcers import Announcement, Announcements, MatchMessages
from bot.discord.outgoing.settled_prompts import about_time
from bot.discord.sections import FeatureSection, PanelState
from bot.discord.time_format import length, moment
from bot.store.match_status import MatchStatus
from bot.store.offers import Offers
from bot.time.absences import Absences
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Translator, msg

GOES_ON = msg("Clocks: {times}.")

EXTRA_TIME_MS = DAY
"""Milliseconds that the button gives."""


def time_message(table: MatchTable, people: tuple[int, ...], translate: Translator) -> PublicMessage:
    """Return the public message about the current state of the clocks, after a change."""
    if table.status is not MatchStatus.PLAYING:
        return PublicMessage(())
    lines = time_lines(table, translate) or [translate(GOES_ON.filled(times=_times(table, translate)))]
    mentions = " ".join(f"<@{person}>" for person in people)
    heading = f"**{title(table, translate)}** {mentions}".strip()
    buttons = time_buttons(table, None, translate)
    rows = [row(*buttons)] if buttons else []
    rows += [row(return_button(table, translate))] if table.played_for else []
    items = (text("\n".join([heading, *lines])), *rows)
    return PublicMessage(items, mentions=people)


def absence_message(table: MatchTable, lasted: int, translate: Translator) -> PublicMessage:
    """Return the public message that the bot was offline for `lasted` milliseconds; empty after the match."""
    if table.status is not MatchStatus.PLAYING:
        return PublicMessage(())
    lines = [
        f"**{title(table, translate)}**",
        translate.msg(
            "I was offline for {time}. That time counts for no one.", time=length(lasted, translate)
        ),
    ]
    if times := _times(table, translate):
        lines.append(translate(GOES_ON.filled(times=times)))
    return PublicMessage((text("\n".join(lines)),))


def time_buttons(table: MatchTable, seat: int | None, translate: Translator) -> list[Button]:
    """Return the buttons about the clocks: for one seat, or for everyone (None)."""
    buttons: list[Button] = []
    if seat in table.out or seat in table.played_for:
        return buttons
    late_seats = [n for n, time in enumerate(table.times) if time.late and n != seat and n not in table.out]
    claim = translate(msg("Claim the win") if len(table.others(None)) == 2 else msg("Play on without them"))
    if table.gone - {seat} and not (late_seats and not table.rated):
        buttons.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        buttons.append(button(translate.msg("Cancel the match"), control(table, "call-off")))
    if late_seats and not table.rated:
        buttons.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        buttons.append(button(translate.msg("Give a day"), control(table, "give", "late")))
        if table.game.practice is not None:
            buttons.append(let_play_button(table, translate))
    if table.paused:
        buttons.append(
            button(translate.msg("Continue"), control(table, "go-on", "paused"), discord.ButtonStyle.primary)
        )
    elif table.pause_asked is not None and table.pause_asked != seat:
        buttons.append(
            button(
                translate.msg("Agree to the pause"),
                control(table, "pause", "agree"),
                discord.ButtonStyle.success,
            )
        )
        buttons.append(button(translate.msg("No pause"), control(table, "go-on", "no")))
    return buttons


def _times(table: MatchTable, translate: Translator) -> str:
    """Return each player's remaining time or deadline. Deadlines are dates, because the message isn't updated later."""
    parts: list[str] = []
    for seat, time in enumerate(table.times):
        if seat in table.out or seat in table.played_for:
            continue
        if time.due_at is not None:
            parts.append(
                translate.msg(
                    "**{who}** has until {when}", who=_name(table, seat), when=moment(time.due_at, "f")
                )
            )
        else:
            parts.append(
                translate.msg(
                    "**{who}** has {time} left", who=_name(table, seat), time=length(time.left, translate)
                )
            )
    return " · ".join(parts)


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)


class TimeSection(FeatureSection):
    """Clocks in the status message and on the panel."""

    async def state_lines(self, snapshot: Snapshot, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return lines about late or absent players; nothing after the match, or if the bot plays for the reader."""
        is_played_for = isinstance(snapshot, PlayerSnapshot) and snapshot.seat in snapshot.table.played_for
        return () if snapshot.outcome is not None or is_played_for else time_lines(snapshot.table, translate)

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return the buttons about the clocks."""
        return time_buttons(state.snapshot.table, state.snapshot.seat, state.translate)


class TimeAnnouncements(Struct, frozen=True):
    """Announces late or absent players, requests for pauses, and outages of the bot."""

    absences: Absences

    @property
    def announcements(self) -> Announcements:
        """The announcers, by kind."""
        return Announcements(public={PublicKind.TIME: _time, PublicKind.ABSENCE: self._absence})

    async def _absence(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        lasted = await self.absences.length(snapshot.table.guild_id)
        return await to.in_thread(
            announcement.delivery, snapshot, absence_message(snapshot.table, lasted, announcement.translate)
        )


async def _time(to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot) -> Sent | Gone:
    people = announcement.note.mentions
    return await to.ask(
        announcement,
        snapshot,
        time_message(snapshot.table, people, announcement.translate),
        about_time(snapshot.table, people),
    )
