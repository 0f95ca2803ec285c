"""Announces a player's questions by direct message, and keeps the last panel of a match current."""

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
from bot.views.types import PlayerSnapshot


class PanelAnnouncements(Struct, frozen=True):
    """Sends panels. A match has one panel per player: a new one replaces the previous one."""

    boundary: ErrorBoundary
    panel_messages: PanelMessages

    @property
    def announcements(self) -> Announcements:
        """Its announcers."""
        return Announcements(private={PrivateKind.ASK: self._ask, PrivateKind.PANEL: self._edit})

    async def _ask(
        self, posting: PostSender, delivery: Delivery, note: PrivateNote, snapshot: PlayerSnapshot
    ) -> Sent:
        unknown = await self._unknown(posting, delivery, snapshot)
        panel = await self._current(unknown, snapshot)
        if panel is None:
            message = await self._panel(delivery, snapshot)
            for message_sent in unknown:
                # These must stop asking in any case, and Discord drops a new panel with the nonce of one of
                # them.
                with suppress(MessageLost):
                    await posting.edit(*_where(message_sent), message)
            panel = Panel(*await posting.send_directly(delivery, note.person, message))
        await _take_away_others(posting, panel, unknown, snapshot)
        return Sent(panel.message_id, panel.channel_id)

    async def _edit(
        self, posting: PostSender, delivery: Delivery, note: PrivateNote, snapshot: PlayerSnapshot
    ) -> Sent:
        unknown = await self._unknown(posting, delivery, snapshot)
        newest = _where(unknown[0]) if unknown else snapshot.panel
        if newest is None:
            # A question that was replaced was never sent.
            is_owed = delivery.unheard and snapshot.question is not None
            return await self._ask(posting, delivery, note, snapshot) if is_owed else Sent()
        sent = await self._bring_up_to_date(posting, delivery, newest, snapshot)
        await _take_away_others(posting, newest, unknown, snapshot)
        return sent

    async def _bring_up_to_date(
        self, posting: PostSender, delivery: Delivery, panel: Panel, snapshot: PlayerSnapshot
    ) -> Sent:
        channel, message_id = panel
        # A press on this panel will edit it anyway: wait, to avoid sending the same picture twice.
        await self.boundary.answered(message_id)
        try:
            posted = await posting.channel(channel).fetch_message(message_id)
            if not await self.panel_messages.is_current(posted, snapshot):
                # Otherwise it was answered there, and a partial selection must not be lost.
                message = await self._panel(delivery, snapshot)
                try:
                    await posting.edit(channel, message_id, message)
                except MessageLost as lost:
                    if not lost.for_now:
                        return Sent()
                    channel, new_id = await posting.send_directly(
                        delivery, snapshot.person.id, message, silent=True
                    )
                    await posting.take_away(*panel)
                    return Sent(new_id, channel)
        except (discord.NotFound, discord.Forbidden):
            # The person has deleted it or blocked the bot: there is nothing to keep current.
            return Sent()
        return Sent(message_id, channel)

    async def _panel(self, delivery: Delivery, snapshot: PlayerSnapshot) -> PrivateMessage:
        return await self.panel_messages.panel(snapshot, translator_for(delivery.locale), with_board=True)

    async def _unknown(
        self, posting: PostSender, delivery: Delivery, snapshot: PlayerSnapshot
    ) -> Sequence[discord.Message]:
        """Return panels of the match that were sent without the store learning of them, newest first."""
        if not delivery.unheard:
            return []
        try:
            sent = await posting.sent_directly(snapshot.person.id)
        except (discord.NotFound, discord.Forbidden):
            return []
        return [
            message
            for message in sent
            if _where(message) != snapshot.panel and await self.panel_messages.is_of(message, snapshot.table)
        ]

    async def _current(self, messages: Iterable[discord.Message], snapshot: PlayerSnapshot) -> Panel | None:
        """Return the first of these messages that shows the match as in `snapshot`, or None."""
        for message in messages:
            if await self.panel_messages.is_current(message, snapshot):
                return _where(message)
        return None


def _where(message: discord.Message) -> Panel:
    return Panel(message.channel.id, message.id)


async def _take_away_others(
    posting: PostSender, kept: Panel, unknown: Iterable[discord.Message], snapshot: PlayerSnapshot
) -> None:
    """Delete a match's panels except the one to keep."""
    others = {*map(_where, unknown), *([snapshot.panel] if snapshot.panel else [])} - {kept}
    for panel in sorted(others):
        await posting.delete(*panel)
