"""Announces a person's decisions by direct message, and keeps the last panel of a match current."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import discord
from msgspec import Struct

from bot.delivery.notes import PrivateKind, PrivateNote
from bot.delivery.results import Delivery, Sent
from bot.discord.components.messages import PrivateMessage
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.outgoing.announcers import Announcements
from bot.discord.outgoing.posts import MessageLost, PostSender
from bot.panel.panel import PanelMessages
from bot.people.locales import translator_for
from bot.store.rows import Panel
from bot.views.types import PrivateLook


class PanelAnnouncements(Struct, frozen=True):
    """Sends panels. One match is one message, and not a hundred: a newer one replaces the one before."""

    boundary: ErrorBoundary
    panel_messages: PanelMessages

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(private={PrivateKind.ASK: self._ask, PrivateKind.PANEL: self._edit})

    async def _ask(
        self, posting: PostSender, delivery: Delivery, note: PrivateNote, look: PrivateLook
    ) -> Sent:
        unknown = await self._unknown(posting, delivery, look)
        sent = await self._current(unknown, look)
        if sent is None:
            message = await self._panel(delivery, look)
            for one in unknown:
                # Whatever becomes of the new one: these must not go on asking, and with its nonce Discord shows one of them.
                with suppress(MessageLost):
                    await posting.edit(*_where(one), message)
            sent = Panel(*await posting.send_directly(delivery, note.person, message))
        await _take_away_others(posting, sent, unknown, look)
        return Sent(sent.message_id, sent.channel_id)

    async def _edit(
        self, posting: PostSender, delivery: Delivery, note: PrivateNote, look: PrivateLook
    ) -> Sent:
        unknown = await self._unknown(posting, delivery, look)
        newest = _where(unknown[0]) if unknown else look.panel
        if newest is None:
            # A question that was replaced was never sent.
            is_owed = delivery.unheard and look.question is not None
            return await self._ask(posting, delivery, note, look) if is_owed else Sent()
        sent = await self._bring_up_to_date(posting, delivery, newest, look)
        await _take_away_others(posting, newest, unknown, look)
        return sent

    async def _bring_up_to_date(
        self, posting: PostSender, delivery: Delivery, panel: Panel, look: PrivateLook
    ) -> Sent:
        channel, known = panel
        # What was pressed right there is about to change it: the same picture need not be sent twice.
        await self.boundary.answered(known)
        try:
            standing = await posting.channel(channel).fetch_message(known)
            if not await self.panel_messages.is_current(standing, look):
                # Otherwise it was answered there, and a partial selection must not be lost.
                message = await self._panel(delivery, look)
                try:
                    await posting.edit(channel, known, message)
                except MessageLost as lost:
                    if not lost.for_now:
                        return Sent()
                    channel, sent = await posting.send_directly(
                        delivery, look.person.id, message, silent=True
                    )
                    await posting.take_away(*panel)
                    return Sent(sent, channel)
        except (discord.NotFound, discord.Forbidden):
            # The person has deleted it or shut the door; there is nothing to keep current.
            return Sent()
        return Sent(known, channel)

    async def _panel(self, delivery: Delivery, look: PrivateLook) -> PrivateMessage:
        return await self.panel_messages.panel(look, translator_for(delivery.locale), with_board=True)

    async def _unknown(
        self, posting: PostSender, delivery: Delivery, look: PrivateLook
    ) -> Sequence[discord.Message]:
        """Return the panels of the match that were sent, the newest first, though nobody has heard of it."""
        if not delivery.unheard:
            return []
        try:
            sent = await posting.sent_directly(look.person.id)
        except (discord.NotFound, discord.Forbidden):
            return []
        return [
            one
            for one in sent
            if _where(one) != look.panel and await self.panel_messages.is_of(one, look.table)
        ]

    async def _current(self, messages: Iterable[discord.Message], look: PrivateLook) -> Panel | None:
        """Return where the first of some messages stands that shows the match as in `look`."""
        for one in messages:
            if await self.panel_messages.is_current(one, look):
                return _where(one)
        return None


def _where(message: discord.Message) -> Panel:
    return Panel(message.channel.id, message.id)


async def _take_away_others(
    posting: PostSender, kept: Panel, unknown: Iterable[discord.Message], look: PrivateLook
) -> None:
    """Delete a match's panels except the one to keep."""
    others = {*map(_where, unknown), *([look.panel] if look.panel else [])} - {kept}
    for one in sorted(others):
        await posting.delete(*one)
