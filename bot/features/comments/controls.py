"""The button that leads to the comment thread of a match."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, link, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import Presses, pressed
from bot.discord.delivery_failures import UNKNOWN_CHANNEL, Troubles
from bot.discord.match_text import channel_url, title
from bot.features.comments.announcements import CommentsAnnouncements
from bot.features.comments.service import CommentThreads
from bot.installation import Part, Services
from bot.match.matches import Matches
from bot.store.match_status import MatchStatus
from cards.i18n import msg


class CommentsFeature(Presses, frozen=True):
    """The thread in which people talk about a match."""

    matches: Matches
    talking: CommentThreads
    troubles: Troubles

    @pressed("talk", first=Reply.later)
    async def _talk(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.talk_about(reply, control.match_id)

    async def talk_about(self, reply: Reply, match_id: int) -> None:
        """Lead a person to the thread for comments, which is opened if there is none. Raises NotFound."""
        table, translate, http = (
            await self.matches.table(match_id),
            reply.translate,
            reply.interaction.client.http,
        )
        thread, is_closed = await self.talking.thread(match_id), False
        if thread is not None:
            try:
                there = await http.get_channel(thread)
                state = there.get("thread_metadata", {})
                is_closed = state.get("archived", False) and state.get("locked", False)
                if state.get("archived") and not is_closed and table.standing is MatchStatus.PLAYING:
                    await http.edit_channel(thread, archived=False)
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                await self.talking.lost(match_id, thread)
                thread = None
            except discord.Forbidden:
                # It is there, though not for us.
                is_closed = False
        if thread is None:
            thread = await self.talking.open(reply.interaction.id, match_id)
        if thread is None:
            await reply.say(
                await self.troubles.of_talk(table, translate)
                or translate.msg("I'm opening the thread. Press again in a moment.")
            )
            return
        said = (
            msg("The discussion of {title} is closed, but you can read it: <#{thread}>.")
            if is_closed
            else msg("Everyone can discuss {title} in <#{thread}>.")
        )
        line = translate(said.filled(title=title(table, translate), thread=thread))
        there = row(link(translate.msg("Open the thread"), channel_url(table.guild_id, thread)))
        await reply.show(PrivateMessage((text(line), there)))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    threads = CommentThreads(of.store, of.signals)
    return CommentsFeature(of.matches, threads, of.troubles), CommentsAnnouncements(of.troubles)
