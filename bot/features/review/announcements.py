"""Announcements of a review's progress, in one message that is kept current."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.components.messages import PublicMessage
from bot.discord.delivery_failures import MISSING_PERMISSIONS
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
)
from bot.discord.outgoing.posts import MessageLost
from bot.features.review.messages import ReviewMessages
from bot.features.review.service import ReviewStage
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator


class ReviewAnnouncements(Struct, frozen=True):
    """Shows how far looking back at a match is."""

    look_backs: ReviewMessages

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(
            public={PublicKind.LOOK_BACK: self._announce}, standing={PublicKind.LOOK_BACK: self._standing}
        )

    async def _announce(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Gone:
        """Show how far looking back is: in the one message about it, which is sent when a person first asks."""
        posts = await to.matches.posts(look.table.match_id)
        found = await self.look_backs.progress(look.table)
        known = posts.get(PublicKind.LOOK_BACK)
        if known is None and found.stage in (ReviewStage.OPEN, ReviewStage.DECLINED):
            return Sent()
        people = told.note.mentions
        message = await self.look_backs.public(found, told.translate, people)
        try:
            sent = await _shown(to, told, look, known, message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            in_words = await self.look_backs.public(found, told.translate, people, in_words=True)
            sent = await _shown(to, told, look, known, in_words)
        if found.stage not in (ReviewStage.ASKED, ReviewStage.WORKING):
            # What was said there to have decided the match may be something else now.
            await to.renew(PublicKind.ENDED, look, told.translate)
        return sent

    async def _standing(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.LOOK_BACK not in posts:
            return []
        message = await self.look_backs.public(await self.look_backs.progress(shown.table), translate)
        return [MessageEdit(*posts[PublicKind.LOOK_BACK], message)]


async def _shown(
    to: MatchMessages,
    told: Announcement,
    look: PublicLook,
    known: tuple[int, int] | None,
    message: PublicMessage,
) -> Sent | Gone:
    """Send a message, or put it in the place of the known one."""
    if known is None:
        sent = await to.in_thread(told.delivery, look, message)
        return replace(sent, channel_id=look.table.thread_id) if isinstance(sent, Sent) else sent
    try:
        await to.posting.edit_in_thread(*known, message)
    except MessageLost as lost:
        if not lost.for_now:
            return Gone("the message was deleted")
        again = await to.posting.send(None, known[0], message)
        await to.posting.take_away(*known)
        return Sent(again, known[0])
    return Sent(known[1], known[0])
