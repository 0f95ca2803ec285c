"""Announcements of the comment thread: a message in the channel, with the thread attached."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Later, Sent
from bot.discord.components.messages import PublicMessage, button, row, text
from bot.discord.delivery_failures import THREAD_EXISTS, Troubles, result_of, trouble_of
from bot.discord.match_text import control, ending, short_title, status_url, title
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MessageEdit,
    Outgoing,
    Posts,
    Shown,
    ThreadName,
)
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator


def talk_name(table: MatchTable, translate: Translator) -> str:
    """Return the name of the thread for comments."""
    return translate.msg("Discussion: {title}", title=short_title(table, translate))[:100]


def talk_message(shown: PublicLook | MatchTable, translate: Translator) -> PublicMessage:
    """Return the message on which the thread for comments hangs."""
    table = shown if isinstance(shown, MatchTable) else shown.table
    lines = [
        translate.msg(
            "**Discuss {title}** here. [The match thread]({url}) stays quiet.",
            title=title(table, translate),
            url=status_url(table),
        )
    ]
    if isinstance(shown, PublicLook):
        lines += ending(shown, translate)[:1]
    return PublicMessage(
        (text("\n".join(lines)), row(button(translate.msg("What's new?"), control(table, "watch"))))
    )


class CommentsAnnouncements(Struct, frozen=True):
    """Opens the thread for comments, and keeps its name current."""

    troubles: Troubles

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(
            public={PublicKind.TALK: self._open},
            tables={PublicKind.TALK: self._open},
            standing={PublicKind.TALK: self._standing},
        )

    async def _open(self, to: Outgoing, told: Announcement, shown: Shown) -> Sent | Later | Gone:
        """Open the thread for comments, on a message of its own; a trouble there is none of the match.

        A thread that hangs on a message has its id, so a second attempt finds the first one's message, and its thread.
        """
        table = shown if isinstance(shown, MatchTable) else shown.table
        if PublicKind.TALK in await to.matches.posts(table.match_id):
            return Sent()
        sent = None
        try:
            message = talk_message(shown, told.translate)
            sent = await to.posting.send(told.delivery, table.channel_id, message)
            thread = await to.posting.open_thread_on(table.channel_id, sent, talk_name(table, told.translate))
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS or sent is None:
                trouble = trouble_of(error, table.channel_id)
                result = result_of(error, trouble)
                if isinstance(result, Gone):
                    await self.troubles.remember(table.match_id, trouble, talk=True)
                    if sent is not None:
                        await to.posting.take_away(table.channel_id, sent)
                return result
            thread = sent
        await self.troubles.remember(table.match_id, None, talk=True)
        return Sent(sent, thread)

    async def _standing(
        self, shown: Shown, posts: Posts, translate: Translator
    ) -> Sequence[MessageEdit | ThreadName]:
        if PublicKind.TALK not in posts:
            return []
        table = shown if isinstance(shown, MatchTable) else shown.table
        thread, known = posts[PublicKind.TALK]
        edit = MessageEdit(table.channel_id, known, talk_message(shown, translate))
        return [edit, ThreadName(thread, talk_name(table, translate))]
