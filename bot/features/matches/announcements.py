"""Announces a match in its thread: the message that is always current, and calls for a decision."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.delivery.notes import PublicKind
from bot.delivery.results import Gone, Sent
from bot.discord.components.messages import PublicMessage, text
from bot.discord.delivery_failures import (
    MISSING_PERMISSIONS,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.discord.match_text import dashed, title
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    MessageEdit,
    Outgoing,
    Posts,
    Shown,
    ThreadName,
)
from bot.discord.outgoing.posts import MessageLost
from bot.discord.outgoing.settled_prompts import about_call
from bot.features.matches.status import StatusMessages, ping, unreadable
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator

_log = structlog.stdlib.get_logger(__name__)


class MatchesAnnouncements(Struct, frozen=True):
    """Opens the thread of a match, and shows there how it stands."""

    status_messages: StatusMessages

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        return Announcements(
            public={
                PublicKind.OPEN: self._open,
                PublicKind.STATUS: self._status,
                PublicKind.PING: self._ping,
            },
            tables={
                PublicKind.OPEN: self._open,
                PublicKind.STATUS: self._unreadable,
                PublicKind.ENDED: self._unreadable,
            },
            standing={PublicKind.STATUS: self._standing},
        )

    async def _open(self, to: Outgoing, told: Announcement, shown: Shown) -> Sent:
        table = shown if isinstance(shown, MatchTable) else shown.table
        return Sent(await _opened(to, table, told.translate))

    async def _ping(self, to: Outgoing, told: Announcement, look: PublicLook) -> Sent | Gone:
        [person, *_] = told.note.mentions
        return await to.ask(told, look, ping(look, person, told.translate), about_call(look.table, person))

    async def _status(self, to: Outgoing, told: Announcement, look: PublicLook) -> Sent:
        """Make the status message current; where it or its thread has been deleted, begin again."""
        sent = await self._current(to, told, look)
        return replace(sent, closed=await to.settle(look, told.translate))

    async def _current(self, to: Outgoing, told: Announcement, look: PublicLook) -> Sent:
        table, translate = look.table, told.translate
        thread = await _opened(to, table, translate)
        message = await self.status_messages.status(look, translate)
        try:
            return Sent(await _put(to, told, look, thread, message), thread)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not message.pictures:
                raise
            # A withdrawn "Attach Files" must not stop a match: the same in words.
            in_words = await self.status_messages.status(
                look,
                translate,
                instead=translate.msg(
                    "-# As text, because I need the permission “Attach Files” in {channel}.",
                    channel=f"<#{table.channel_id}>",
                ),
            )
            return Sent(await _put(to, told, look, thread, in_words), thread)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        thread = await to.posting.open_thread(table.channel_id, _thread_name(table, translate))
        _log.info("a deleted thread was begun anew", match=table.match_id, thread=thread)
        note = translate.msg(
            "The thread of {title} was deleted. The match continues in this one.",
            title=title(table, translate),
        )
        await to.posting.send(None, thread, PublicMessage((text(note),)))
        return Sent(await to.posting.send(None, thread, _calling(message, table)), thread)

    async def _unreadable(self, to: Outgoing, told: Announcement, table: MatchTable) -> Sent:
        """Say of a match that it can't be read: in the message that always shows it, and once in a new one at its end."""
        if not table.thread_id:
            return Sent()
        message = unreadable(table, told.translate)
        if told.note.kind is PublicKind.STATUS and table.status_message_id is not None:
            await to.posting.edit_if_there(table.thread_id, table.status_message_id, message)
            return Sent(table.status_message_id, table.thread_id)
        message = replace(message, mentions=told.note.mentions)
        return Sent(await to.posting.send(told.delivery, table.thread_id, message), table.thread_id)

    async def _standing(
        self, shown: Shown, posts: Posts, translate: Translator
    ) -> Sequence[MessageEdit | ThreadName]:
        table = shown if isinstance(shown, MatchTable) else shown.table
        if table.thread_id is None:
            return []
        name = ThreadName(table.thread_id, _thread_name(table, translate))
        if isinstance(shown, MatchTable) or table.status_message_id is None:
            return [name]
        message = await self.status_messages.status(shown, translate)
        return [MessageEdit(table.thread_id, table.status_message_id, message), name]


async def _opened(to: Outgoing, table: MatchTable, translate: Translator) -> int:
    """Return the match's thread: opened on the challenge's message; if that has been deleted, one that hangs on nothing."""
    if table.thread_id is not None:
        return table.thread_id
    name = _thread_name(table, translate)
    if table.challenge_message_id is not None:
        try:
            return await to.posting.open_thread_on(table.channel_id, table.challenge_message_id, name)
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return table.challenge_message_id
            if error.code != UNKNOWN_MESSAGE:
                raise
    return await to.posting.open_thread(table.channel_id, name)


async def _put(
    to: Outgoing, told: Announcement, look: PublicLook, thread: int, message: PublicMessage
) -> int:
    """Put the status message into a thread, and return its id."""
    known = look.table.status_message_id
    if known is not None:
        try:
            await to.posting.edit_in_thread(thread, known, message)
            return known
        except MessageLost as lost:
            # The delivery's nonce would bring a deleted message back.
            sent = await to.posting.send(None, thread, message)
            if lost.for_now:
                # It shows what is not so any more.
                await to.posting.take_away(thread, known)
            return sent
    # The first time it calls all players: they learn that the match has begun, and have its thread in their list.
    return await to.posting.send(told.delivery, thread, _calling(message, look.table))


def _calling(message: PublicMessage, table: MatchTable) -> PublicMessage:
    """Return the message with a line that calls all players."""
    people = tuple(person.id for person in table.people if not person.is_house)
    called = text(" ".join(f"<@{person}>" for person in people))
    return PublicMessage((*message.items, called), message.pictures, people)


def _thread_name(table: MatchTable, translate: Translator) -> str:
    return translate.msg("{game}: {names}", game=table.game.title, names=dashed(table, translate))[:100]
