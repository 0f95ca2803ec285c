"""Announces challenges: the message in the channel, sent once and then kept current."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.components.messages import PublicMessage
from bot.discord.outgoing.announcers import Announcement, Announcements, MessageEdit, Outgoing, Posts, Shown
from bot.discord.outgoing.posts import MessageLost
from bot.features.challenges.public_message import challenge
from bot.people.beginners import Beginners
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable
from cards.i18n import Translator


class ChallengesAnnouncements(Struct, frozen=True):
    """Announces challenges."""

    beginners: Beginners

    @property
    def announcements(self) -> Announcements:
        """All its announcements."""
        return Announcements(
            public={PublicKind.CHALLENGE: self._announce},
            tables={PublicKind.CHALLENGE: self._announce},
            standing={PublicKind.CHALLENGE: self._standing},
        )

    async def _announce(self, to: Outgoing, told: Announcement, shown: Shown) -> Sent | Gone:
        table = shown if isinstance(shown, MatchTable) else shown.table
        message = await self._message(shown, told.translate)
        if table.challenge_message_id is not None:
            try:
                await to.posting.edit(table.channel_id, table.challenge_message_id, message)
                return Sent(table.challenge_message_id)
            except MessageLost as lost:
                if table.thread_id is not None:
                    return Gone(f"the message can't be edited: {lost}")
        if table.standing in (MatchStatus.DECLINED, MatchStatus.WITHDRAWN, MatchStatus.EXPIRED):
            return Sent()
        return Sent(await to.posting.send(told.delivery, table.channel_id, message))

    async def _standing(self, shown: Shown, posts: Posts, translate: Translator) -> Sequence[MessageEdit]:
        table = shown if isinstance(shown, MatchTable) else shown.table
        if table.challenge_message_id is None:
            return []
        message = await self._message(shown, translate)
        return [MessageEdit(table.channel_id, table.challenge_message_id, message)]

    async def _message(self, shown: Shown, translate: Translator) -> PublicMessage:
        table = shown if isinstance(shown, MatchTable) else shown.table
        for_newcomer = table.standing is MatchStatus.CHALLENGED and not (table.is_practice or table.table_for)
        for_newcomer = for_newcomer and all(
            [await self.beginners.is_new(person.id, table.game) for person in table.challenged]
        )
        return challenge(shown, translate, for_newcomer=for_newcomer)
