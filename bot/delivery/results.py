"""The sender of notes, and the results of deliveries."""

from __future__ import annotations

from typing import Protocol

import msgspec

from bot.delivery.notes import PrivateNote, PublicNote
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Locale


class Delivery(msgspec.Struct, frozen=True):
    """An attempt to deliver a note.

    `nonce` (at most 25 characters) is the same at every attempt, so that Discord shows a repeated message
    once. `locale` is the language of the audience: the reader's, or the server's. `unheard`: an earlier
    attempt may have sent a question of this match in a message whose id was lost.
    """

    row: int
    nonce: str
    locale: Locale = Locale.ENGLISH
    unheard: bool = False


class Sent(msgspec.Struct, frozen=True):
    """The message was sent or edited. `message_id` is its id (for OPEN: the thread's), None for nothing to do.

    `channel_id`: for direct messages, ENDED, ROUND, RESULT and LOOK_BACK, the channel for later edits; for
    STATUS, the match's thread; for TALK, the thread on the message. `about` is the subject of a message with
    a request, which is edited once that is settled; `closed` are such messages that were edited now, as
    (subject, message id).
    """

    message_id: int | None = None
    channel_id: int | None = None
    about: str = ""
    closed: tuple[tuple[str, int], ...] = ()


class Later(msgspec.Struct, frozen=True):
    """The message could not be sent now: a rate limit, a server error. `seconds` None: after a growing delay."""

    why: str
    seconds: float | None = None


class Gone(msgspec.Struct, frozen=True):
    """The message can never be sent: the channel was deleted, or a permission is missing (`why`).

    A person who should have got a question directly is mentioned in the thread instead.
    """

    why: str


class Closed(msgspec.Struct, frozen=True):
    """The person does not accept direct messages (50007).

    This is stored, and they are mentioned in the thread instead.
    """


Result = Sent | Later | Gone | Closed


class Sender(Protocol):
    """Sends notes to Discord. Its exceptions, and taking longer than the lease, count as `Later`."""

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicSnapshot | MatchTable
    ) -> Sent | Later | Gone:
        """Show a public note. `shown` is fresh; a table for a match that hasn't begun or can't be loaded."""
        ...

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PlayerSnapshot) -> Result:
        """Send a note to one person by direct message."""
        ...
