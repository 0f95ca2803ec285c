"""Posts an animation of the round that decided a match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from msgspec import Struct

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Later, Sent
from bot.discord.delivery_failures import MISSING_PERMISSIONS
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
)
from bot.errors import NotFound
from bot.features.replays.messages import round_message
from bot.match.replay.decisive_round import Highlights
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator

WAITING = 2
"""Maximum number of deliveries that wait for an animation at the same time, so that other deliveries aren't held up."""
ANIMATION_TIMEOUT = 20.0
"""Maximum seconds that one delivery attempt waits for an animation."""
RETRY_DELAY = 5.0
"""Seconds until the next attempt if too many deliveries are waiting."""


class ReplaysAnnouncements(Struct, frozen=True):
    """Posts the animation of the deciding round."""

    rounds: Highlights

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
        return Announcements(public={PublicKind.ROUND: self._announce}, edits={PublicKind.ROUND: self._edits})

    async def _announce(
        self, to: MatchMessages, announcement: Announcement, snapshot: PublicSnapshot
    ) -> Sent | Later | Gone:
        """Post the animation, or try later if it isn't drawn yet."""
        rounds, table = self.rounds, snapshot.table
        if snapshot.outcome is None or not snapshot.outcome.places:
            return Sent()
        if rounds.under_way >= WAITING and not rounds.is_begun(table.match_id):
            return Later("other pictures are being drawn", RETRY_DELAY)
        try:
            async with asyncio.timeout(ANIMATION_TIMEOUT):
                animation = await rounds.of_match(table.match_id, announcement.delivery.locale)
        except TimeoutError:
            return Later("the picture is being made", 0)
        except NotFound as error:
            return Gone(str(error))
        if animation is None:
            return Sent()
        try:
            sent = await to.in_thread(
                announcement.delivery, snapshot, round_message(animation, announcement.translate)
            )
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS:
                raise
            # The message about the end of the match already reported the missing permission.
            return Gone("pictures may not be sent there")
        return Sent(sent.message_id, table.thread_id) if isinstance(sent, Sent) else sent

    async def _edits(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.ROUND not in posts:
            return []
        try:
            animation = await self.rounds.of_match(shown.table.match_id, translate.locale)
        except NotFound:  # An older version of the rules may have been used.
            return []
        return (
            []
            if animation is None
            else [MessageEdit(*posts[PublicKind.ROUND], round_message(animation, translate))]
        )
