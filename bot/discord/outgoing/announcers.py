"""Announcers: each feature shows its own kinds of notes, and updates the messages it has sent.

A feature provides them as `Announcements`. `bot.discord.outgoing.sender` finds the one for each note.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Delivery, Gone, Later, Result, Sent
from bot.discord.components.messages import PublicMessage
from bot.discord.outgoing.posts import PostSender
from bot.discord.outgoing.settled_prompts import ClosingPrompts, is_mention
from bot.match.matches import Matches
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Translator

Posts = Mapping[str, tuple[int, int]]
"""Messages of a match that are edited later, by subject: channel and message."""
Shown = PublicSnapshot | MatchTable
"""A public snapshot of a match, or its table if it hasn't begun or can't be loaded."""


class Announcement(msgspec.Struct, frozen=True):
    """A note to send, in the language of its audience."""

    delivery: Delivery
    note: PublicNote
    translate: Translator


class MessageEdit(msgspec.Struct, frozen=True):
    """A posted message with its current content."""

    channel: int
    message_id: int
    message: PublicMessage

    async def apply(self, posting: PostSender) -> bool:
        """Edit the message, if Discord allows it. Return False if it is only refused for now."""
        return await posting.edit_if_there(self.channel, self.message_id, self.message)


class ThreadName(msgspec.Struct, frozen=True):
    """A thread with its current name."""

    thread: int
    name: str

    async def apply(self, posting: PostSender) -> bool:
        """Rename the thread, if Discord allows it."""
        await posting.rename(self.thread, self.name)
        return True


class MatchMessages(msgspec.Struct, frozen=True):
    """Sends messages about matches for the announcers, and keeps messages with requests current."""

    posting: PostSender
    matches: Matches
    closing: ClosingPrompts
    edits: Mapping[PublicKind, EditAnnouncer]

    async def in_thread(
        self, delivery: Delivery, snapshot: PublicSnapshot, message: PublicMessage
    ) -> Sent | Gone:
        """Send a message to the match's thread; nothing if it is empty."""
        if snapshot.table.thread_id is None:
            return Gone("the match has no thread")
        if not message.items:
            return Sent()
        return Sent(await self.posting.send(delivery, snapshot.table.thread_id, message))

    async def ask(
        self, announcement: Announcement, snapshot: PublicSnapshot, message: PublicMessage, about: str
    ) -> Sent | Gone:
        """Send a message to the thread that is edited when its request is settled.

        It replaces an earlier message with the same request: a mention is edited to a short note, because the
        mentioned person looks for it; anything else is deleted as a duplicate.
        """
        sent = await self.in_thread(announcement.delivery, snapshot, message)
        if not isinstance(sent, Sent) or sent.message_id is None:
            return sent
        earlier = (await self.matches.posts(snapshot.table.match_id)).get(about)
        if earlier is not None and earlier[1] != sent.message_id:
            if is_mention(about):
                old = await self.closing.settled(snapshot, about, announcement.translate, is_replaced=True)
                if old is not None:
                    await self.posting.edit_if_there(*earlier, old)
            else:
                await self.posting.take_away(*earlier)
        return replace(sent, channel_id=snapshot.table.thread_id, about=about)

    async def settle(self, snapshot: PublicSnapshot, translate: Translator) -> tuple[tuple[str, int], ...]:
        """Edit the messages whose requests are settled, in the thread or directly. Return these."""
        edited: list[tuple[str, int]] = []
        for about, (channel, message_id) in (await self.matches.posts(snapshot.table.match_id)).items():
            message = await self.closing.settled(snapshot, about, translate)
            if message is not None:
                await self.posting.edit_if_there(channel, message_id, message)
                edited.append((about, message_id))
        return tuple(edited)

    async def renew(self, kind: PublicKind, snapshot: PublicSnapshot, translate: Translator) -> None:
        """Update the messages of one kind."""
        for edit in await self.edits[kind](
            snapshot, await self.matches.posts(snapshot.table.match_id), translate
        ):
            if isinstance(edit, MessageEdit):
                await edit.apply(self.posting)

    async def renew_all(self, shown: Shown, translate: Translator) -> bool:
        """Update every message of a match and the names of its threads, where possible.

        Return False if one must be edited later. An error doesn't stop the other edits, because a deleted
        name may have to go from all of them. It is raised at the end, so that everything is retried.
        """
        table = shown if isinstance(shown, MatchTable) else shown.table
        posts = await self.matches.posts(table.match_id)
        is_done, failures = True, list[Exception]()
        for announcer in self.edits.values():
            try:
                for edit in await announcer(shown, posts, translate):
                    is_done &= await edit.apply(self.posting)
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]
        return is_done


EditAnnouncer = Callable[[Shown, Posts, Translator], Awaitable[Sequence[MessageEdit | ThreadName]]]
"""Return the posted messages of a kind in a match, and their thread."""
PublicAnnouncer = Callable[[MatchMessages, Announcement, PublicSnapshot], Awaitable[Sent | Later | Gone]]
"""Shows a public note about a readable match."""
TableAnnouncer = Callable[[MatchMessages, Announcement, MatchTable], Awaitable[Sent | Later | Gone]]
"""Shows a public note about a match that has not begun or can't be loaded."""
PrivateAnnouncer = Callable[[PostSender, Delivery, PrivateNote, PlayerSnapshot], Awaitable[Result]]
"""Sends a note by direct message. The sender handles Discord's exceptions."""


class Announcements(msgspec.Struct, frozen=True):
    """The announcers of a feature by kind of note. Without one in `tables`, such a match gets no message."""

    public: Mapping[PublicKind, PublicAnnouncer] = MappingProxyType({})
    tables: Mapping[PublicKind, TableAnnouncer] = MappingProxyType({})
    private: Mapping[PrivateKind, PrivateAnnouncer] = MappingProxyType({})
    edits: Mapping[PublicKind, EditAnnouncer] = MappingProxyType({})


@runtime_checkable
class HasAnnouncements(Protocol):
    """A feature with announcers."""

    @property
    def announcements(self) -> Announcements:
        """Its announcers."""
        ...
