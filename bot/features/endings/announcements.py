"""Announcements of offers, ended matches, and voided results."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Later, Sent
from bot.discord.delivery_failures import MISSING_PERMISSIONS, result_of, trouble_of
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
)
from bot.discord.outgoing.settled_prompts import about_offer
from bot.features.endings.ended import EndedMessages
from bot.features.endings.messages import offer_message, voided_message
from bot.installation import Feature
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator


class EndingsAnnouncements(Feature, frozen=True):
    """Posts and edits the messages about offers and about ended matches."""

    ended_messages: EndedMessages

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
        return Announcements(
            public={
                PublicKind.OFFER: self._offer,
                PublicKind.ENDED: self._ended,
                PublicKind.VOIDED: self._voided,
                PublicKind.RESULT: self._result,
            },
            edits={PublicKind.ENDED: self._edits_end, PublicKind.RESULT: self._edits_result},
        )

    async def _offer(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        offers = await self.services.requests.offers(snapshot.table.match_id)
        message = offer_message(snapshot, offers, announcement.note.mentions, announcement.translate)
        return await to.ask(announcement, snapshot, message, about_offer(offers))

    async def _voided(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        intervention = await self.services.interventions.intervention(snapshot.table.match_id)
        message = voided_message(snapshot, intervention, announcement.note.mentions, announcement.translate)
        return await to.in_thread(announcement.delivery, snapshot, message)

    async def _ended(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        translate = announcement.translate
        await to.renew(PublicKind.TALK, snapshot, translate)
        people = announcement.note.mentions + await self.services.followers.to_call(snapshot.table.match_id)
        message = await self.ended_messages.ended(snapshot, people, translate)
        try:
            sent = await to.in_thread(announcement.delivery, snapshot, message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.texts:
                raise
            # The players must learn that the match is over, even if the record can't be attached.
            missing = translate.msg(
                "I can't post the match record: I need the permission “Attach Files” in {channel}.",
                channel=f"<#{snapshot.table.channel_id}>",
            )
            without_file = await self.ended_messages.ended(snapshot, people, translate, instead=missing)
            sent = await to.in_thread(announcement.delivery, snapshot, without_file)
        return Sent(sent.message_id, snapshot.table.thread_id) if isinstance(sent, Sent) else sent

    async def _result(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Later | Gone:
        """Announce a result in the channel its server chose. A delivery failure there isn't a failure of the match."""
        table, servers = snapshot.table, self.services.servers
        if table.guild_id is None or snapshot.outcome is None or not snapshot.outcome.places:
            return Sent()
        channel = (await servers.rules(table.guild_id)).announces
        if channel is None:
            return Sent()
        try:
            message = await self.ended_messages.result(snapshot, announcement.translate)
            sent = await to.posting.send(announcement.delivery, channel.id, message)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            result = result_of(error, trouble)
            if isinstance(result, Gone):
                await servers.remember_trouble(table.guild_id, trouble or "")
            return result
        await servers.remember_trouble(table.guild_id, "")
        return Sent(sent, channel.id)

    async def _edits_end(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.ENDED not in posts:
            return []
        people = tuple(person.id for person in shown.table.people if person.id > 0 and not person.is_this_bot)
        message = await self.ended_messages.ended(shown, people, translate)
        return [MessageEdit(*posts[PublicKind.ENDED], message)]

    async def _edits_result(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.RESULT not in posts:
            return []
        return [MessageEdit(*posts[PublicKind.RESULT], await self.ended_messages.result(shown, translate))]
