"""Announcers: each feature shows its own kinds of notes, and updates the messages it has sent.

A feature provides its announcers as `Announcements`; `bot.discord.outgoing.sender` finds the one for each note.
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
from bot.discord.outgoing.settled_prompts import ClosingPrompts, is_call
from bot.match.matches import Matches
from bot.views.types import MatchTable, PrivateLook, PublicLook
from cards.i18n import Translator

Posts = Mapping[str, tuple[int, int]]
"""Messages of a match that are edited later, by what they are about: channel and message."""
Shown = PublicLook | MatchTable
"""A match as everybody sees it; a table where it has not begun or can't be read."""


class Announcement(msgspec.Struct, frozen=True):
    """A note that is being sent, in the language of its audience."""

    delivery: Delivery
    note: PublicNote
    translate: Translator


class MessageEdit(msgspec.Struct, frozen=True):
    """A message that stands somewhere, as it reads now."""

    channel: int
    message_id: int
    message: PublicMessage

    async def apply(self, posting: PostSender) -> bool:
        """Edit the message, if Discord lets us; return False where it would let us later."""
        return await posting.edit_if_there(self.channel, self.message_id, self.message)


class ThreadName(msgspec.Struct, frozen=True):
    """A thread, with the name that it has now."""

    thread: int
    name: str

    async def apply(self, posting: PostSender) -> bool:
        """Rename the thread, if Discord lets us."""
        await posting.rename(self.thread, self.name)
        return True


class MatchMessages(msgspec.Struct, frozen=True):
    """Sends messages about matches for the announcers, and keeps those current that ask for something."""

    posting: PostSender
    matches: Matches
    closing: ClosingPrompts
    standing: Mapping[PublicKind, StandingAnnouncer]

    async def in_thread(self, delivery: Delivery, look: PublicLook, message: PublicMessage) -> Sent | Gone:
        """Send a message into the match's thread; nothing for an empty one."""
        if look.table.thread_id is None:
            return Gone("the match has no thread")
        if not message.items:
            return Sent()
        return Sent(await self.posting.send(delivery, look.table.thread_id, message))

    async def ask(
        self, told: Announcement, look: PublicLook, message: PublicMessage, about: str
    ) -> Sent | Gone:
        """Send a message to the thread that is edited when its request is settled.

        It replaces an earlier message with the same request: a mention is edited to a short note, because the
        mentioned person looks for it; anything else is deleted as a duplicate.
        """
        sent = await self.in_thread(told.delivery, look, message)
        if not isinstance(sent, Sent) or sent.message_id is None:
            return sent
        before = (await self.matches.posts(look.table.match_id)).get(about)
        if before is not None and before[1] != sent.message_id:
            if is_call(about):
                old = await self.closing.settled(look, about, told.translate, is_replaced=True)
                if old is not None:
                    await self.posting.edit_if_there(*before, old)
            else:
                await self.posting.take_away(*before)
        return replace(sent, channel_id=look.table.thread_id, about=about)

    async def settle(self, look: PublicLook, translate: Translator) -> tuple[tuple[str, int], ...]:
        """Edit what was asked for, in the thread or directly, and is settled; return which messages those were."""
        done: list[tuple[str, int]] = []
        for about, (channel, known) in (await self.matches.posts(look.table.match_id)).items():
            message = await self.closing.settled(look, about, translate)
            if message is not None:
                await self.posting.edit_if_there(channel, known, message)
                done.append((about, known))
        return tuple(done)

    async def renew(self, kind: PublicKind, look: PublicLook, translate: Translator) -> None:
        """Make the message of a kind current, where it stands."""
        for edit in await self.standing[kind](look, await self.matches.posts(look.table.match_id), translate):
            if isinstance(edit, MessageEdit):
                await edit.apply(self.posting)

    async def renew_all(self, shown: Shown, translate: Translator) -> bool:
        """Make every message of a match current that can be reached, and the names of its threads.

        Return False where Discord would let one of them be edited later. A failure keeps no other message from being edited,
        for a name may have to go from all of them; it is raised in the end, so that all is tried again.
        """
        table = shown if isinstance(shown, MatchTable) else shown.table
        posts = await self.matches.posts(table.match_id)
        is_done, failures = True, list[Exception]()
        for standing in self.standing.values():
            try:
                for edit in await standing(shown, posts, translate):
                    is_done &= await edit.apply(self.posting)
            except Exception as error:
                failures.append(error)
        if failures:
            raise failures[0]
        return is_done


StandingAnnouncer = Callable[[Shown, Posts, Translator], Awaitable[Sequence[MessageEdit | ThreadName]]]
"""Return a kind's messages of a match, and the attached thread; none if there are none."""
PublicAnnouncer = Callable[[MatchMessages, Announcement, PublicLook], Awaitable[Sent | Later | Gone]]
"""Shows everybody a note about a match that can be read."""
TableAnnouncer = Callable[[MatchMessages, Announcement, MatchTable], Awaitable[Sent | Later | Gone]]
"""Shows everybody a note about a match that has not begun or can't be read."""
PrivateAnnouncer = Callable[[PostSender, Delivery, PrivateNote, PrivateLook], Awaitable[Result]]
"""Shows one person a note by direct message. What Discord raises is dealt with by the sender."""


class Announcements(msgspec.Struct, frozen=True):
    """Everything that a feature announces, by the kinds of its notes. `tables`: without it, such a match gets no message."""

    public: Mapping[PublicKind, PublicAnnouncer] = MappingProxyType({})
    tables: Mapping[PublicKind, TableAnnouncer] = MappingProxyType({})
    private: Mapping[PrivateKind, PrivateAnnouncer] = MappingProxyType({})
    standing: Mapping[PublicKind, StandingAnnouncer] = MappingProxyType({})


@runtime_checkable
class HasAnnouncements(Protocol):
    """A feature that announces something."""

    @property
    def announcements(self) -> Announcements:
        """Everything that it announces."""
        ...
