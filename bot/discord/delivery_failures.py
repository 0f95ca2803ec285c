"""Problems that prevent showing a match in its thread, stored so that its players can be told.

Refused direct messages are handled in `bot.delivery.outbox`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import aiohttp
import discord

from bot.delivery.results import Gone, Later
from bot.store import Store
from bot.store.key_values import TROUBLE
from bot.views.types import MatchTable
from cards.i18n import Message, Translator, msg
from cards.numerals import numeral

TROUBLES: Mapping[str, Message] = {
    "no access": msg(
        "I can no longer see this match's channel. I need the permission “View Channel” in {channel}."
    ),
    "may not open threads": msg(
        "I can't open this match's thread: I need the permission “Create Public Threads” in {channel}."
    ),
    "may not write in threads": msg(
        "I can't write in this match's thread: I need the permission “Send Messages in Threads” in {channel}."
    ),
    "may not write": msg(
        "I can't show this match's challenge: I need the permission “Send Messages” in {channel}."
    ),
    "locked": msg("This match's thread is archived and locked. Ask a moderator to reopen it."),
    "deleted": msg("This match's channel was deleted, so no one can watch. You can play on here."),
    "too many": msg("This server has too many open threads, so this match has none."),
}
TALK_TROUBLES: Mapping[str, Message] = {
    "no access": msg("I can't open a discussion thread: I need the permission “View Channel” in {channel}."),
    "may not open threads": msg(
        "I can't open a discussion thread: I need the permission “Create Public Threads” in {channel}."
    ),
    "may not write": msg(
        "I can't open a discussion thread: I need the permission “Send Messages” in {channel}."
    ),
    "deleted": msg("This match's channel was deleted, so I can't open a thread."),
    "too many": msg("This server has too many open threads for another one."),
}

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
TOO_MANY_EDITS = 30046
"""For a message older than an hour."""
NOT_OURS = 50005
WRONG_FORM = 50035
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
ARCHIVED = 50083
LOCKED = 160005
TOO_MANY_THREADS = 160006
THREAD_EXISTS = 160004
OPENING_TOO_FAST = 40003
_FOR_NOW = frozenset({401, 408, 429})
"""Temporary errors. Includes a rejected token: until the bot gets a new one, everything waits."""
_OUR_MISTAKES = frozenset({50006, WRONG_FORM, 50109})
"""Empty messages, invalid forms and invalid JSON: internal errors, which must be logged."""


class Trouble(StrEnum):
    """A reason why nothing can be shown in a thread until someone changes the server's settings."""

    NO_ACCESS = "no access"
    NO_THREADS = "may not open threads"
    NO_WORDS_IN_THREADS = "may not write in threads"
    NO_WORDS = "may not write"
    LOCKED = "locked"
    DELETED = "deleted"
    TOO_MANY = "too many"


_BY_CODE = {
    UNKNOWN_CHANNEL: Trouble.DELETED,
    MISSING_ACCESS: Trouble.NO_ACCESS,
    ARCHIVED: Trouble.LOCKED,
    LOCKED: Trouble.LOCKED,
    TOO_MANY_THREADS: Trouble.TOO_MANY,
}


def trouble_of(error: discord.HTTPException, channel: int | None = None) -> Trouble | None:
    """Return the problem behind an error from Discord, None if it is something else.

    Discord doesn't say which permission is missing, but the request does. `channel` is the one in which a match
    began: anything written elsewhere is in a thread.
    """
    if error.code != MISSING_PERMISSIONS:
        return _BY_CODE.get(error.code)
    path = error.response.url.path if isinstance(error.response, aiohttp.ClientResponse) else ""
    if path.endswith("/threads"):
        return Trouble.NO_THREADS
    if channel is None or f"/channels/{channel}/" in path:
        return Trouble.NO_WORDS
    return Trouble.NO_WORDS_IN_THREADS


def is_for_now(error: discord.HTTPException) -> bool:
    """Return whether Discord's refusal is temporary."""
    return error.status in _FOR_NOW or error.status >= 500 or error.code == OPENING_TOO_FAST


def result_of(error: discord.HTTPException, trouble: Trouble | None) -> Later | Gone:
    """Return the delivery result of a refusal by Discord: permanent or temporary. Re-raises internal errors."""
    if is_for_now(error):
        return Later(f"Discord answered {error.status}")
    if trouble is not None:
        return Gone(f"{trouble}: {error.text}")
    if error.code == UNKNOWN_MESSAGE:
        return Gone("the message was deleted")
    if error.code in _OUR_MISTAKES:
        raise error
    return Gone(f"Discord refused it with {error.code}: {error.text}")


class DeliveryFailures:
    """The problems of matches, in the store: one process may announce what another discovers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, match_id: int, *, talk: bool = False) -> Trouble | None:
        """Return the problem of a match or, with `talk`, of its thread for comments; None if there is none."""
        async with self._store.read() as reading:
            stored = await reading.key_values.of(_name(match_id, talk=talk))
        return Trouble(stored) if stored in list(Trouble) else None

    async def all(self) -> dict[int, Trouble]:
        """Return the problems of matches by id."""
        async with self._store.read() as reading:
            stored = await reading.key_values.beginning(TROUBLE)
        by_match = {numeral(name.removeprefix(TROUBLE)): value for name, value in stored.items()}
        return {
            match: Trouble(value) for match, value in by_match.items() if match and value in list(Trouble)
        }

    async def remember(self, match_id: int, trouble: Trouble | None, *, talk: bool = False) -> None:
        """Store the problem of a match or, with `talk`, of its thread for comments; None once it is solved."""
        if await self.of(match_id, talk=talk) is not trouble:
            async with self._store.write() as tx:
                await tx.key_values.store(_name(match_id, talk=talk), trouble or "")

    async def of_talk(self, table: MatchTable, translate: Translator) -> str:
        """Return a sentence about the problem of a match's thread for comments, or ""."""
        trouble = await self.of(table.match_id, talk=True)
        message = TALK_TROUBLES.get(trouble or "")
        return "" if message is None else translate(message.filled(channel=f"<#{table.channel_id}>"))


def trouble_sentence(table: MatchTable, translate: Translator) -> str:
    """Return a sentence for the players about their match's problem and its channel, or ""."""
    message = TROUBLES.get(table.trouble)
    return "" if message is None else translate(message.filled(channel=f"<#{table.channel_id}>"))


def _name(match_id: int, *, talk: bool) -> str:
    return f"{'trouble of talk about match ' if talk else TROUBLE}{match_id}"
