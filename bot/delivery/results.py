"""Delivery of notes to Discord, and its results."""

from __future__ import annotations

from typing import Protocol

import msgspec

from bot.delivery.notes import PrivateNote, PublicNote
from bot.views.types import MatchTable, PrivateLook, PublicLook
from cards.i18n import Locale


class Delivery(msgspec.Struct, frozen=True):
    """Sends a note.

    `nonce` (at most 25 characters) is the same at every attempt: Discord then shows a repeat once. `locale` is the language
    of the audience: of the one reader, or of the server. `unheard`: the reader may have been sent a question of this match
    by a message that nobody knows, as the answer to it was lost.
    """

    row: int
    nonce: str
    locale: Locale = Locale.ENGLISH
    unheard: bool = False


class Sent(msgspec.Struct, frozen=True):
    """It is there. `message_id`: the message sent or edited (for OPEN: the thread's id); None if nothing was to do.

    `channel_id` is where: for direct messages, ENDED, ROUND, RESULT and LOOK_BACK, the channel to edit them in later; for STATUS, the
    match's thread; for TALK, the thread that hangs on the message. `about` says what a message asks for, which is edited when that is settled, and `closed` which
    have been: what they asked for, and their ids.
    """

    message_id: int | None = None
    channel_id: int | None = None
    about: str = ""
    closed: tuple[tuple[str, int], ...] = ()


class Later(msgspec.Struct, frozen=True):
    """It could not be sent now: a rate limit, a server error. `seconds` None: after a growing delay."""

    why: str
    seconds: float | None = None


class Gone(msgspec.Struct, frozen=True):
    """It can never be sent: the channel was deleted, a permission was withdrawn (`why` names it).

    Someone who should have been told of a decision by direct message is called in the thread instead.
    """

    why: str


class Closed(msgspec.Struct, frozen=True):
    """The person does not accept direct messages (50007): remembered, and they are called in the thread instead."""


Result = Sent | Later | Gone | Closed


class Sender(Protocol):
    """Brings notes to Discord. Anything it raises counts as `Later`; so does taking longer than the lease."""

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicLook | MatchTable
    ) -> Sent | Later | Gone:
        """Show everybody what `note` says. `shown` is fresh; a Table for a match that has not begun or can't be read."""
        ...

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PrivateLook) -> Result:
        """Show one person, by direct message, what `note` says."""
        ...
