"""Announces to a person that the bot plays on for them, by direct message."""

from __future__ import annotations

from bot.delivery.notes import PrivateKind, PrivateNote
from bot.delivery.results import Delivery, Sent
from bot.discord.outgoing.announcers import Announcements
from bot.discord.outgoing.posts import Posting
from bot.features.takeovers.messages import takeover_message
from bot.people.locales import translator_for
from bot.views.types import PrivateLook


class TakeoversAnnouncements:
    """Says to people that the bot plays on for them."""

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(private={PrivateKind.TAKEOVER: _directly})


async def _directly(posting: Posting, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
    message = takeover_message(look, translator_for(delivery.locale))
    channel, sent = await posting.send_directly(delivery, note.person, message)
    return Sent(sent, channel)
