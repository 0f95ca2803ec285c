"""The public message about a review's progress and results."""

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
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator


class ReviewAnnouncements(Struct, frozen=True):
    """Posts the message about a review, and edits it."""

    messages: ReviewMessages

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
        return Announcements(
            public={PublicKind.REVIEW: self._announce}, edits={PublicKind.REVIEW: self._edits}
        )

    async def _announce(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Gone:
        """Post the progress of a review when someone first asks for it, and edit that message from then on."""
        posts = await to.matches.posts(snapshot.table.match_id)
        progress = await self.messages.progress(snapshot.table)
        post = posts.get(PublicKind.REVIEW)
        if post is None and progress.stage in (ReviewStage.OPEN, ReviewStage.DECLINED):
            return Sent()
        people = announcement.note.mentions
        message = await self.messages.public(progress, announcement.translate, people)
        try:
            sent = await _send_or_edit(to, announcement, snapshot, post, message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            without_picture = await self.messages.public(
                progress, announcement.translate, people, in_words=True
            )
            sent = await _send_or_edit(to, announcement, snapshot, post, without_picture)
        if progress.stage not in (ReviewStage.ASKED, ReviewStage.WORKING):
            # The message about the end names the turning point, which the review may have changed.
            await to.renew(PublicKind.ENDED, snapshot, announcement.translate)
        return sent

    async def _edits(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.REVIEW not in posts:
            return []
        message = await self.messages.public(await self.messages.progress(shown.table), translate)
        return [MessageEdit(*posts[PublicKind.REVIEW], message)]


async def _send_or_edit(
    to: MatchMessages,
    announcement: Announcement,
    snapshot: PublicSnapshot,
    post: tuple[int, int] | None,
    message: PublicMessage,
) -> Sent | Gone:
    """Send a message, or edit the existing one (`post`: channel and message)."""
    if post is None:
        sent = await to.in_thread(announcement.delivery, snapshot, message)
        return replace(sent, channel_id=snapshot.table.thread_id) if isinstance(sent, Sent) else sent
    try:
        await to.posting.edit_in_thread(*post, message)
    except MessageLost as lost:
        if not lost.for_now:
            return Gone("the message was deleted")
        replacement = await to.posting.send(None, post[0], message)
        await to.posting.take_away(*post)
        return Sent(replacement, post[0])
    return Sent(post[1], post[0])
