"""Announces the round in which a match was decided, in moving pictures."""

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
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator

WAITING = 2
"""Pictures of rounds that are waited for at a time, so that they don't keep other announcements from being made."""
PATIENCE = 20.0
"""Seconds for which a picture of a round is waited for at a time."""
SOON = 5.0
"""Seconds until it is waited for, if there are others before it."""


class ReplaysAnnouncements(Struct, frozen=True):
    """Shows the round in which a match was decided."""

    rounds: Highlights

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(
            public={PublicKind.ROUND: self._announce}, standing={PublicKind.ROUND: self._standing}
        )

    async def _announce(self, to: MatchMessages, told: Announcement, look: PublicLook) -> Sent | Later | Gone:
        """Show the round; while that is being drawn, other things are announced."""
        rounds, table = self.rounds, look.table
        if look.outcome is None or not look.outcome.places:
            return Sent()
        if rounds.under_way >= WAITING and not rounds.is_begun(table.match_id):
            return Later("other pictures are being made", SOON)
        try:
            async with asyncio.timeout(PATIENCE):
                moving = await rounds.of_match(table.match_id, told.delivery.locale)
        except TimeoutError:
            return Later("the picture is being made", 0)
        except NotFound as error:
            return Gone(str(error))
        if moving is None:
            return Sent()
        try:
            sent = await to.in_thread(told.delivery, look, round_message(moving, told.translate))
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS:
                raise
            # Why there are no pictures has been said with how the match ended.
            return Gone("pictures may not be sent there")
        return Sent(sent.message_id, table.thread_id) if isinstance(sent, Sent) else sent

    async def _standing(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        if isinstance(shown, MatchTable) or PublicKind.ROUND not in posts:
            return []
        try:
            moving = await self.rounds.of_match(shown.table.match_id, translate.locale)
        except NotFound:  # It may have been played by other rules than today's.
            return []
        return (
            []
            if moving is None
            else [MessageEdit(*posts[PublicKind.ROUND], round_message(moving, translate))]
        )
