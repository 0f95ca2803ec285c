"""Comments on a match: a public thread beside the match's own, opened at the first request, and the button that leads there."""

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
from bot.discord.delivery_failures import THREAD_EXISTS, UNKNOWN_CHANNEL, Troubles, result_of, trouble_of
from bot.discord.match_text import channel_url, control, ending, short_title, status_url, title
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
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator, msg


class CommentThreads:
    """The threads for comments, each made once. They are kept as posts: the thread, and the message that it hangs on."""

    def __init__(self, store: Store, signals: ShownSignals) -> None:
        self._store = store
        self._signals = signals

    async def thread(self, match_id: int) -> int | None:
        """Return the thread in which a match is talked about, None if there is none yet."""
        async with self._store.read() as store:
            known = (await store.messages.posts(match_id)).get(PublicKind.TALK)
        return None if known is None else known[0]

    @retried(known=True)
    async def open(self, interaction: int, match_id: int) -> int | None:
        """Have the thread opened unless there is one, and return it; None if that takes long or can't be done.

        Raises NotFound for a match that has not begun.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if row.standing not in (MatchStatus.PLAYING, MatchStatus.OVER):
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
        """Forget a thread that was deleted, so that another one can be opened."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            known = (await tx.messages.posts(match_id)).get(PublicKind.TALK)
            if known is not None and known[0] == thread:
                await tx.messages.drop_posts(match_id, [(PublicKind.TALK, known[1])])


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

    async def _open(self, to: MatchMessages, told: Announcement, shown: Shown) -> Sent | Later | Gone:
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


class CommentsFeature(Feature, frozen=True):
    """The thread in which people talk about a match."""

    talking: CommentThreads

    @pressed("talk", first=Reply.later)
    async def _talk(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.talk_about(reply, control.match_id)

    async def talk_about(self, reply: Reply, match_id: int) -> None:
        """Lead a person to the thread for comments, which is opened if there is none. Raises NotFound."""
        table, translate, http = (
            await self.services.matches.table(match_id),
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
                await self.services.troubles.of_talk(table, translate)
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
    return CommentsFeature(of, threads), CommentsAnnouncements(of.troubles)
