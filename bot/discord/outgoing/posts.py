"""Sending, editing and deleting messages and threads by id, whatever their state at Discord."""

from __future__ import annotations

from secrets import token_hex

import aiohttp
import discord
import structlog

from bot.delivery.results import Delivery
from bot.discord.components.messages import NOBODY, PrivateMessage, PublicMessage, files, layout, mentions
from bot.discord.components.plain import CommandLinks, links_of
from bot.discord.delivery_failures import (
    ARCHIVED,
    MISSING_ACCESS,
    NOT_OURS,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    WRONG_FORM,
    is_for_now,
)
from bot.people.people import People

_log = structlog.stdlib.get_logger(__name__)

ARCHIVE_AFTER = 10080
"""Minutes without a message after which Discord archives a match's thread: a week, the longest there is."""
PUBLIC_THREAD, ANNOUNCEMENT_THREAD = 11, 10
HISTORY = 100
"""Direct messages among which one is looked for: what Discord returns at once."""
ANNOUNCEMENTS = 5
"""The kind of channel in which every thread is one of announcements."""


class MessageLost(Exception):
    """A message can't be edited: it was deleted, is of another application, or (`for_now`) was edited too often of late."""

    def __init__(self, why: str, *, for_now: bool = False) -> None:
        super().__init__(why)
        self.for_now = for_now


class PostSender:
    """Speaks to Discord through a client. `people` knows the channels of direct messages."""

    def __init__(self, client: discord.Client, people: People) -> None:
        self._http = client.http
        self._client = client
        self._people = people

    @property
    def links(self) -> CommandLinks:
        """The links to commands for what is sent through this client."""
        return links_of(self._client)

    def channel(self, channel: int) -> discord.PartialMessageable:
        """Return a channel by its id, whether Discord has told us of it or not."""
        return self._client.get_partial_messageable(channel)

    async def send(self, delivery: Delivery | None, channel: int, message: PublicMessage) -> int:
        """Send a message into a channel and return its id; one with the same nonce that is there already is not sent twice."""
        nonce = delivery.nonce if delivery is not None else token_hex(12)
        sent = await self.channel(channel).send(
            view=layout(message, self.links),
            files=files(message),
            nonce=nonce,
            allowed_mentions=mentions(message),
        )
        return sent.id

    async def send_directly(
        self, delivery: Delivery, person: int, message: PrivateMessage, *, silent: bool = False
    ) -> tuple[int, int]:
        """Send a direct message, if it is `silent` without a sound; return its channel and its id.

        The channel is opened only where none is known: who opens many is blocked by Discord.
        """
        channel = await self._people.direct_channel(person)
        if channel is not None:
            try:
                return channel, await self._send_to(channel, delivery, message, silent)
            except (discord.NotFound, discord.Forbidden) as error:
                # There is none, or it is of another application, with which the bot ran before.
                if error.code not in (UNKNOWN_CHANNEL, MISSING_ACCESS):
                    raise
        channel = await self._open_direct_channel(person)
        return channel, await self._send_to(channel, delivery, message, silent)

    async def sent_directly(self, person: int) -> list[discord.Message]:
        """Return the bot's own among the newest direct messages with a person, newest first. Raises what Discord raises."""
        channel = await self._people.direct_channel(person) or await self._open_direct_channel(person)
        user = self._client.user
        return [
            one
            async for one in self.channel(channel).history(limit=HISTORY)
            if user is not None and one.author.id == user.id
        ]

    async def _open_direct_channel(self, person: int) -> int:
        return int((await self._http.start_private_message(person))["id"])

    async def _send_to(self, channel: int, delivery: Delivery, message: PrivateMessage, silent: bool) -> int:
        sent = await self.channel(channel).send(
            view=layout(message, self.links),
            files=files(message),
            nonce=delivery.nonce,
            allowed_mentions=NOBODY,
            silent=silent,
        )
        return sent.id

    async def edit(self, channel: int, message_id: int, message: PublicMessage | PrivateMessage) -> None:
        """Put a message in the place of one that is there. Raises MessageLost, and Discord's other errors."""
        partial = self.channel(channel).get_partial_message(message_id)
        try:
            await partial.edit(
                view=layout(message, self.links), attachments=files(message), allowed_mentions=NOBODY
            )
        except discord.RateLimited as error:
            # Only edits of old messages are held up for so long.
            raise MessageLost(f"{error}", for_now=True) from None
        except discord.HTTPException as error:
            if error.code == TOO_MANY_EDITS:
                raise MessageLost(error.text, for_now=True) from None
            if error.code in (UNKNOWN_MESSAGE, NOT_OURS):
                raise MessageLost(error.text) from None
            if error.code == WRONG_FORM and await self._is_of_another(channel, message_id):
                raise MessageLost("it is of another application") from None
            raise

    async def _is_of_another(self, channel: int, message_id: int) -> bool:
        """Return whether a message isn't the bot's: an edit of such is refused now with one code, now with another."""
        author = (await self._http.get_message(channel, message_id))["author"]
        return self._client.user is not None and int(author["id"]) != self._client.user.id

    async def edit_in_thread(self, thread: int, message_id: int, message: PublicMessage) -> None:
        """Edit a message in a thread, waking the thread first if Discord has archived it."""
        try:
            await self.edit(thread, message_id, message)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._http.edit_channel(thread, archived=False)
            await self.edit(thread, message_id, message)

    async def edit_if_there(self, channel: int, known: int, message: PublicMessage) -> bool:
        """Edit a message, if Discord lets us; a thread that sleeps is woken for it, and sleeps on.

        Return False where Discord would let us later.
        """
        try:
            try:
                await self.edit(channel, known, message)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(channel, archived=False)
                await self.edit(channel, known, message)
                await self._http.edit_channel(channel, archived=True)
        except (discord.NotFound, discord.Forbidden, MessageLost) as error:
            _log.info("a message stays as it is", message=known, error=str(error))
            return not (isinstance(error, MessageLost) and error.for_now)
        return True

    async def rename(self, thread: int, name: str) -> None:
        """Give a thread another name, if Discord lets us; one that sleeps is woken for it, and sleeps on."""
        try:
            try:
                await self._http.edit_channel(thread, name=name)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(thread, archived=False, name=name)
                await self._http.edit_channel(thread, archived=True)
        except (discord.NotFound, discord.Forbidden) as error:
            _log.info("a thread keeps its name", thread=thread, error=str(error))

    async def take_away(self, channel: int, known: int) -> None:
        """Delete one of the bot's messages that a newer one replaces, if Discord lets us just now."""
        try:
            await self.delete(channel, known)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as error:
            _log.info("an old message stays", message=known, error=str(error))

    async def delete(self, channel: int, known: int) -> None:
        """Delete one of the bot's messages, if Discord will ever let us. Raises what Discord raises for now."""
        try:
            await self.channel(channel).get_partial_message(known).delete()
        except discord.HTTPException as error:
            if is_for_now(error):
                raise
            _log.info("an old message stays", message=known, error=str(error))

    async def open_thread_on(self, channel: int, message: int, name: str) -> int:
        """Open a thread on a message and return its id. Raises what Discord raises."""
        opened = await self._http.start_thread_with_message(
            channel, message, name=name, auto_archive_duration=ARCHIVE_AFTER
        )
        return int(opened["id"])

    async def open_thread(self, channel: int, name: str) -> int:
        """Open a thread that hangs on no message and return its id. Raises what Discord raises."""
        parent = await self._http.get_channel(channel)
        opened = await self._http.start_thread_without_message(
            channel,
            name=name,
            auto_archive_duration=ARCHIVE_AFTER,
            type=ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENTS else PUBLIC_THREAD,
        )
        return int(opened["id"])
