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
"""Minutes without a message until Discord archives a match's thread: a week, Discord's maximum."""
PUBLIC_THREAD, ANNOUNCEMENT_THREAD = 11, 10
HISTORY = 100
"""Maximum direct messages searched: one request."""
ANNOUNCEMENTS = 5
"""The channel type in which every thread is an announcement thread."""


class MessageLost(Exception):
    """A message can't be edited: it was deleted, isn't ours, or (`for_now`) was edited too often recently."""

    def __init__(self, why: str, *, for_now: bool = False) -> None:
        super().__init__(why)
        self.for_now = for_now


class PostSender:
    """Posts to Discord through a client. `people` knows the direct message channels."""

    def __init__(self, client: discord.Client, people: People) -> None:
        self._http = client.http
        self._client = client
        self._people = people

    @property
    def links(self) -> CommandLinks:
        """The command links of this client."""
        return links_of(self._client)

    def channel(self, channel: int) -> discord.PartialMessageable:
        """Return a channel by id, cached or not."""
        return self._client.get_partial_messageable(channel)

    async def send(self, delivery: Delivery | None, channel: int, message: PublicMessage) -> int:
        """Send a message to a channel and return its id. Discord drops a repetition with the same nonce."""
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
        """Send a direct message, without a sound if `silent`. Return its channel and id.

        A channel is opened only if none is known: Discord blocks bots that open many.
        """
        channel = await self._people.direct_channel(person)
        if channel is not None:
            try:
                return channel, await self._send_to(channel, delivery, message, silent)
            except (discord.NotFound, discord.Forbidden) as error:
                # The channel is gone, or belongs to an application that the bot used before.
                if error.code not in (UNKNOWN_CHANNEL, MISSING_ACCESS):
                    raise
        channel = await self._open_direct_channel(person)
        return channel, await self._send_to(channel, delivery, message, silent)

    async def sent_directly(self, person: int) -> list[discord.Message]:
        """Return the bot's own recent direct messages to a person, newest first. Raises Discord's exceptions."""
        channel = await self._people.direct_channel(person) or await self._open_direct_channel(person)
        user = self._client.user
        return [
            message
            async for message in self.channel(channel).history(limit=HISTORY)
            if user is not None and message.author.id == user.id
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
        """Replace the content of a message. Raises MessageLost, and Discord's other errors."""
        partial = self.channel(channel).get_partial_message(message_id)
        try:
            await partial.edit(
                view=layout(message, self.links), attachments=files(message), allowed_mentions=NOBODY
            )
        except discord.RateLimited as error:
            # Only edits of old messages have such long limits.
            raise MessageLost(f"{error}", for_now=True) from None
        except discord.HTTPException as error:
            if error.code == TOO_MANY_EDITS:
                raise MessageLost(error.text, for_now=True) from None
            if error.code in (UNKNOWN_MESSAGE, NOT_OURS):
                raise MessageLost(error.text) from None
            if error.code == WRONG_FORM and await self._is_of_another(channel, message_id):
                raise MessageLost("it belongs to another application") from None
            raise

    async def _is_of_another(self, channel: int, message_id: int) -> bool:
        """Return whether a message isn't the bot's. Discord refuses its edit with varying codes."""
        author = (await self._http.get_message(channel, message_id))["author"]
        return self._client.user is not None and int(author["id"]) != self._client.user.id

    async def edit_in_thread(self, thread: int, message_id: int, message: PublicMessage) -> None:
        """Edit a message in a thread, unarchiving the thread first if needed."""
        try:
            await self.edit(thread, message_id, message)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._http.edit_channel(thread, archived=False)
            await self.edit(thread, message_id, message)

    async def edit_if_there(self, channel: int, message_id: int, message: PublicMessage) -> bool:
        """Edit a message, if Discord allows it. Return False if it must be tried later.

        An archived thread is reopened for the edit, and archived again.
        """
        try:
            try:
                await self.edit(channel, message_id, message)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(channel, archived=False)
                await self.edit(channel, message_id, message)
                await self._http.edit_channel(channel, archived=True)
        except (discord.NotFound, discord.Forbidden, MessageLost) as error:
            _log.info("a message could not be edited", message=message_id, error=str(error))
            return not (isinstance(error, MessageLost) and error.for_now)
        return True

    async def rename(self, thread: int, name: str) -> None:
        """Rename a thread, if Discord allows it, unarchiving it for a moment if needed."""
        try:
            try:
                await self._http.edit_channel(thread, name=name)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._http.edit_channel(thread, archived=False, name=name)
                await self._http.edit_channel(thread, archived=True)
        except (discord.NotFound, discord.Forbidden) as error:
            _log.info("a thread could not be renamed", thread=thread, error=str(error))

    async def take_away(self, channel: int, message_id: int) -> None:
        """Delete a message of the bot that was replaced, if Discord allows it now."""
        try:
            await self.delete(channel, message_id)
        except (discord.DiscordException, OSError, aiohttp.ClientError) as error:
            _log.info("an old message stays", message=message_id, error=str(error))

    async def delete(self, channel: int, message_id: int) -> None:
        """Delete a message of the bot, unless Discord refuses permanently. Raises Discord's temporary errors."""
        try:
            await self.channel(channel).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if is_for_now(error):
                raise
            _log.info("an old message stays", message=message_id, error=str(error))

    async def open_thread_on(self, channel: int, message: int, name: str) -> int:
        """Open a thread on a message and return its id. Raises Discord's exceptions."""
        thread = await self._http.start_thread_with_message(
            channel, message, name=name, auto_archive_duration=ARCHIVE_AFTER
        )
        return int(thread["id"])

    async def open_thread(self, channel: int, name: str) -> int:
        """Open a thread without a message and return its id. Raises Discord's exceptions."""
        parent = await self._http.get_channel(channel)
        thread = await self._http.start_thread_without_message(
            channel,
            name=name,
            auto_archive_duration=ARCHIVE_AFTER,
            type=ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENTS else PUBLIC_THREAD,
        )
        return int(thread["id"])
