"""The clocks of a match in words: on the status message, in the panel, and as a separate message."""

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
from bot.discord.match_text import Look, control, time_lines, title
from bot.discord.outgoing.announcers import Announcement, Announcements, MatchMessages
from bot.discord.outgoing.settled_prompts import about_time
from bot.discord.sections import FeatureSection, PanelState
from bot.discord.time_format import length, moment
from bot.store.match_status import MatchStatus
from bot.store.offers import Offers
from bot.time.absences import Absences
from bot.views.types import MatchTable, PrivateLook, PublicLook
from cards.i18n import Translator, msg

GOES_ON = msg("Clocks: {times}.")

EXTRA_TIME_MS = DAY
"""The time that the button gives, in milliseconds."""


def time_message(table: MatchTable, people: tuple[int, ...], translate: Translator) -> PublicMessage:
    """Return the message for everybody that something about the clocks has changed, as it stands now."""
    if table.standing is not MatchStatus.PLAYING:
        return PublicMessage(())
    lines = time_lines(table, translate) or [translate(GOES_ON.filled(times=_times(table, translate)))]
    called = " ".join(f"<@{person}>" for person in people)
    head = f"**{title(table, translate)}** {called}".strip()
    buttons = time_buttons(table, None, translate)
    rows = [row(*buttons)] if buttons else []
    rows += [row(return_button(table, translate))] if table.played_for else []
    items = (text("\n".join([head, *lines])), *rows)
    return PublicMessage(items, mentions=people)


def absence_message(table: MatchTable, lasted: int, translate: Translator) -> PublicMessage:
    """Return the message for everybody that the bot was out of reach for that many milliseconds; an empty one after the match."""
    if table.standing is not MatchStatus.PLAYING:
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
    """Return the actions about the clocks: for this seat, or (None) for one of the two."""
    out: list[Button] = []
    if seat in table.out or seat in table.played_for:
        return out
    late = [n for n, time in enumerate(table.times) if time.late and n != seat and n not in table.out]
    claim = translate(msg("Claim the win") if len(table.others(None)) == 2 else msg("Play on without them"))
    if table.gone - {seat} and not (late and not table.rated):
        out.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        out.append(button(translate.msg("Cancel the match"), control(table, "call-off")))
    if late and not table.rated:
        out.append(button(claim, control(table, "claim"), discord.ButtonStyle.danger))
        out.append(button(translate.msg("Give a day"), control(table, "give", "late")))
        if table.game.practice is not None:
            out.append(let_play_button(table, translate))
    if table.paused:
        out.append(
            button(translate.msg("Continue"), control(table, "go-on", "paused"), discord.ButtonStyle.primary)
        )
    elif table.pause_asked is not None and table.pause_asked != seat:
        out.append(
            button(
                translate.msg("Agree to the pause"),
                control(table, "pause", "agree"),
                discord.ButtonStyle.success,
            )
        )
        out.append(button(translate.msg("No pause"), control(table, "go-on", "no")))
    return out


def _times(table: MatchTable, translate: Translator) -> str:
    """Return how long each player has. No one edits the message later, so it names dates: a countdown would go wrong."""
    said: list[str] = []
    for seat, time in enumerate(table.times):
        if seat in table.out or seat in table.played_for:
            continue
        if time.due_at is not None:
            said.append(
                translate.msg(
                    "**{who}** has until {when}", who=_name(table, seat), when=moment(time.due_at, "f")
                )
            )
        else:
            said.append(
                translate.msg(
                    "**{who}** has {time} left", who=_name(table, seat), time=length(time.left, translate)
                )
            )
    return " · ".join(said)


def _name(table: MatchTable, seat: int) -> str:
    return plain(table.names[seat], 60)


class TimeSection(FeatureSection):
    """The clocks of a match."""

    async def standing(self, look: Look, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return who is late or away, while the match is in progress and the bot doesn't play for the reader."""
        is_played_for = isinstance(look, PrivateLook) and look.seat in look.table.played_for
        return () if look.outcome is not None or is_played_for else time_lines(look.table, translate)

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return the actions about the clocks."""
        return time_buttons(state.look.table, state.look.seat, state.translate)


class TimeAnnouncements(Struct, frozen=True):
    """Says who is late or away, which pause is asked for, and how long the bot was out of reach."""

    absences: Absences

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(public={PublicKind.TIME: _time, PublicKind.ABSENCE: self._absence})

    async def _absence(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Gone:
        lasted = await self.absences.length(look.table.guild_id)
        return await to.in_thread(told.delivery, look, absence_message(look.table, lasted, told.translate))


async def _time(to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Gone:
    people = told.note.mentions
    return await to.ask(
        told, look, time_message(look.table, people, told.translate), about_time(look.table, people)
    )
