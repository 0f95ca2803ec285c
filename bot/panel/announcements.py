"""Announces a person's decisions by direct message, and keeps the last panel of a match current."""

from __future__ import annotations

import discord
from msgspec import Struct

from bot.delivery.notes import PrivateKind, PrivateNote
from bot.delivery.results import Delivery, Sent
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.outgoing.announcers import Announcements
from bot.discord.outgoing.posts import MessageLost, Posting
from bot.panel.panel import PanelMessages
from bot.people.locales import translator_for
from bot.views.types import PrivateLook


class PanelAnnouncements(Struct, frozen=True):
    """Sends panels. One match is one message, and not a hundred: a newer one replaces the one before."""

    boundary: ErrorBoundary
    panel_messages: PanelMessages

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(private={PrivateKind.ASK: self._ask, PrivateKind.PANEL: self._edit})

    async def _ask(self, posting: Posting, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
        message = await self.panel_messages.panel(look, translator_for(delivery.locale), with_board=True)
        channel, sent = await posting.send_directly(delivery, note.person, message)
        if look.panel is not None and look.panel != (channel, sent):
            await posting.take_away(*look.panel)
        return Sent(sent, channel)

    async def _edit(self, posting: Posting, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
        if look.panel is None:
            return Sent()
        channel, known = look.panel
        # What was pressed right there is about to change it: the same picture need not be sent twice.
        await self.boundary.answered(known)
        try:
            standing = await posting.channel(channel).fetch_message(known)
            if not await self.panel_messages.is_current(standing, look):
                # Otherwise it was answered right there, and what is half picked there must not be wiped away.
                message = await self.panel_messages.panel(
                    look, translator_for(delivery.locale), with_board=True
                )
                try:
                    await posting.edit(channel, known, message)
                except MessageLost as lost:
                    if not lost.for_now:
                        return Sent()
                    channel, sent = await posting.send_directly(
                        delivery, look.person.id, message, silent=True
                    )
                    await posting.take_away(*look.panel)
                    return Sent(sent, channel)
        except (discord.NotFound, discord.Forbidden):
            # The person has deleted it or shut the door; there is nothing to keep current.
            return Sent()
        return Sent(known, channel)
