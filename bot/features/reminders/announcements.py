"""Announces reminders: by direct message, or as a call in the thread."""

from __future__ import annotations

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind
from bot.delivery.results import Delivery, Gone, Sent
from bot.discord.outgoing.announcers import Announcement, Announcements, Outgoing
from bot.discord.outgoing.posts import Posting
from bot.discord.outgoing.settled_prompts import about_call
from bot.features.reminders.messages import private_reminder, public_reminder
from bot.people.locales import translator_for
from bot.views.types import PrivateLook, PublicLook


class RemindersAnnouncements:
    """Reminds people of their decisions."""

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(public={PublicKind.REMIND: _in_thread}, private={PrivateKind.REMIND: _directly})


async def _in_thread(to: Outgoing, told: Announcement, look: PublicLook) -> Sent | Gone:
    [person, *_] = told.note.mentions
    message = public_reminder(look, person, told.translate)
    return await to.ask(told, look, message, about_call(look.table, person))


async def _directly(posting: Posting, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
    message = private_reminder(look, translator_for(delivery.locale))
    channel, sent = await posting.send_directly(delivery, note.person, message)
    return Sent(sent, channel)
