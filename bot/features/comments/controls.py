"""Discussion threads: a public thread about a match, opened on the first request, and the button that leads there."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct

from bot.delivery import announcements
from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Later, Sent
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import PrivateMessage, PublicMessage, button, link, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.delivery_failures import (
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    DeliveryFailures,
    result_of,
    trouble_of,
)
from bot.discord.match_text import channel_url, control, ending_lines, short_title, status_url, title
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MatchMessages,
    MessageEdit,
    Posts,
    Shown,
    ThreadName,
)
from bot.errors import NotFound
from bot.installation import Feature, Part, Services
from bot.match.shown_signal import ShownSignals
from bot.store import Store, about
from bot.store.match_status import MatchStatus
from bot.store.store import retried
from bot.views.types import MatchTable, PublicSnapshot
from cards.i18n import Translator, msg


class CommentThreads:
    """Discussion threads, at most one per match.

    Stored as posts: the thread's id and the id of the message it starts from.
    """

    def __init__(self, store: Store, signals: ShownSignals) -> None:
        self._store = store
        self._signals = signals

    async def thread(self, match_id: int) -> int | None:
        """Return the id of a match's discussion thread, or None."""
        async with self._store.read() as store:
            post = (await store.messages.posts(match_id)).get(PublicKind.TALK)
        return None if post is None else post[0]

    @retried(known=True)
    async def open(self, interaction: int, match_id: int) -> int | None:
        """Request the discussion thread unless it exists, and return its id. None if opening it is slow or failed.

        Raises NotFound for a match that hasn't begun.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if row.status not in (MatchStatus.PLAYING, MatchStatus.OVER):
                raise NotFound(msg("This match hasn't begun, so there's nothing to discuss yet."))
            note = announcements.of_talk(row, interaction)
            if PublicKind.TALK not in await tx.messages.posts(match_id) and not await tx.notes.is_known(note):
                await tx.notes.add([note])

        async def is_open() -> bool:
            return await self.thread(match_id) is not None

        await self._signals.announced(match_id, is_open)
        return await self.thread(match_id)

    @retried(known=True)
    async def lost(self, match_id: int, thread: int) -> None:
        """Forget a deleted thread, so that a new one can be opened."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            post = (await tx.messages.posts(match_id)).get(PublicKind.TALK)
            if post is not None and post[0] == thread:
                await tx.messages.drop_posts(match_id, [(PublicKind.TALK, post[1])])


def talk_name(table: MatchTable, translate: Translator) -> str:
    """Return the name of the discussion thread."""
    return translate.msg("Discussion: {title}", title=short_title(table, translate))[:100]


def talk_message(shown: PublicSnapshot | MatchTable, translate: Translator) -> PublicMessage:
    """Return the message that the discussion thread starts from."""
    table = shown if isinstance(shown, MatchTable) else shown.table
    lines = [
        translate.msg(
            "**Discuss {title}** here. [The match thread]({url}) stays quiet.",
            title=title(table, translate),
            url=status_url(table),
        )
    ]
    if isinstance(shown, PublicSnapshot):
        lines += ending_lines(shown, translate)[:1]
    return PublicMessage(
        (text("\n".join(lines)), row(button(translate.msg("What's new?"), control(table, "watch"))))
    )


class CommentsAnnouncements(Struct, frozen=True):
    """Opens discussion threads, and keeps their names and first messages current."""

    delivery_failures: DeliveryFailures

    @property
    def announcements(self) -> Announcements:
        """The announcers and editors, by kind."""
        return Announcements(
            public={PublicKind.TALK: self._open},
            tables={PublicKind.TALK: self._open},
            edits={PublicKind.TALK: self._edits},
        )

    async def _open(self, to: MatchMessages, announcement: Announcement, shown: Shown) -> Sent | Later | Gone:
        """Post a message and open the discussion thread from it. A delivery failure here isn't a failure of the match.

        Such a thread has the id of its message, so a second attempt finds the message and thread of the first one.
        """
        table = shown if isinstance(shown, MatchTable) else shown.table
        if PublicKind.TALK in await to.matches.posts(table.match_id):
            return Sent()
        sent = None
        try:
            message = talk_message(shown, announcement.translate)
            sent = await to.posting.send(announcement.delivery, table.channel_id, message)
            thread = await to.posting.open_thread_on(
                table.channel_id, sent, talk_name(table, announcement.translate)
            )
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS or sent is None:
                trouble = trouble_of(error, table.channel_id)
                result = result_of(error, trouble)
                if isinstance(result, Gone):
                    await self.delivery_failures.remember(table.match_id, trouble, talk=True)
                    if sent is not None:
                        await to.posting.take_away(table.channel_id, sent)
                return result
            thread = sent
        await self.delivery_failures.remember(table.match_id, None, talk=True)
        return Sent(sent, thread)

    async def _edits(
        self, shown: Shown, posts: Posts, translate: Translator
    ) -> Sequence[MessageEdit | ThreadName]:
        if PublicKind.TALK not in posts:
            return []
        table = shown if isinstance(shown, MatchTable) else shown.table
        thread, message_id = posts[PublicKind.TALK]
        edit = MessageEdit(table.channel_id, message_id, talk_message(shown, translate))
        return [edit, ThreadName(thread, talk_name(table, translate))]


class CommentsFeature(Feature, frozen=True):
    """The button that leads to a match's discussion thread."""

    comment_threads: CommentThreads

    @pressed("talk", first=Reply.later)
    async def _talk(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.talk_about(reply, control.match_id)

    async def talk_about(self, reply: Reply, match_id: int) -> None:
        """Show a link to the discussion thread. Opens the thread if necessary. Raises NotFound."""
        table, translate, http = (
            await self.services.matches.table(match_id),
            reply.translate,
            reply.interaction.client.http,
        )
        thread, is_closed = await self.comment_threads.thread(match_id), False
        if thread is not None:
            try:
                channel = await http.get_channel(thread)
                state = channel.get("thread_metadata", {})
                is_closed = state.get("archived", False) and state.get("locked", False)
                if state.get("archived") and not is_closed and table.status is MatchStatus.PLAYING:
                    await http.edit_channel(thread, archived=False)
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                await self.comment_threads.lost(match_id, thread)
                thread = None
            except discord.Forbidden:
                # The thread exists, but the bot may not see it.
                is_closed = False
        if thread is None:
            thread = await self.comment_threads.open(reply.interaction.id, match_id)
        if thread is None:
            await reply.say(
                await self.services.delivery_failures.of_talk(table, translate)
                or translate.msg("I'm opening the thread. Press again in a moment.")
            )
            return
        sentence = (
            msg("The discussion of {title} is closed, but you can read it: <#{thread}>.")
            if is_closed
            else msg("Everyone can discuss {title} in <#{thread}>.")
        )
        line = translate(sentence.filled(title=title(table, translate), thread=thread))
        link_row = row(link(translate.msg("Open the thread"), channel_url(table.guild_id, thread)))
        await reply.show(PrivateMessage((text(line), link_row)))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    threads = CommentThreads(of.store, of.signals)
    return CommentsFeature(of, threads), CommentsAnnouncements(of.delivery_failures)
