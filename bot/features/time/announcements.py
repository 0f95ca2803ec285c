"""Announces what happens to the clocks of a match, in its thread."""

from __future__ import annotations

from msgspec import Struct

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.outgoing.announcers import Announcement, Announcements, Outgoing
from bot.discord.outgoing.settled_prompts import about_time
from bot.features.time.messages import absence_message, time_message
from bot.time.absences import Absences
from bot.views.types import PublicLook


class TimeAnnouncements(Struct, frozen=True):
    """Says who is late or away, which pause is asked for, and how long the bot was out of reach."""

    absences: Absences

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(public={PublicKind.TIME: _time, PublicKind.ABSENCE: self._absence})

    async def _absence(self, to: Outgoing, told: Announcement, look: PublicLook) -> Sent | Gone:
        lasted = await self.absences.length(look.table.guild_id)
        return await to.in_thread(told.delivery, look, absence_message(look.table, lasted, told.translate))


async def _time(to: Outgoing, told: Announcement, look: PublicLook) -> Sent | Gone:
    people = told.note.mentions
    return await to.ask(
        told, look, time_message(look.table, people, told.translate), about_time(look.table, people)
    )
