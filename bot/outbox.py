"""The outbox: what was committed is announced, at least once, in order, and to the right people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.looks import PrivateLook, PublicLook, Table
from bot.notes import PrivateNote, PublicNote


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a note is to be sent.

    `nonce` (at most 25 characters) is the same at every attempt: Discord then shows a repeat once. `maybe_sent` says
    that an earlier attempt began and nobody knows how it ended.
    """

    row: int
    nonce: str
    attempt: int
    maybe_sent: bool


@dataclass(frozen=True, slots=True)
class Sent:
    """It is there. `message_id`: the message sent or edited (for OPEN: the thread's id); None if nothing was to do.

    `channel_id` is where: for direct messages, the channel to edit them in later.
    """

    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """It could not be sent now: a rate limit, a server error. `seconds` None: after a growing delay."""

    why: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """It can never be sent: the channel was deleted, a permission was withdrawn (`why` names it)."""

    why: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The person does not accept direct messages (50007): remembered, and they are called in the thread instead."""


Result = Sent | Later | Gone | Closed


class Sender(Protocol):
    """Brings notes to Discord. Anything it raises counts as `Later`; so does taking longer than the lease."""

    async def public(
        self, delivery: Delivery, note: PublicNote, shown: PublicLook | Table
    ) -> Sent | Later | Gone:
        """Show everybody what `note` says. `shown` is fresh; a Table for a match that has not begun."""
        ...

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PrivateLook) -> Result:
        """Show one person, by direct message, what `note` says."""
        ...


class Outbox(Protocol):
    """The worker that empties the outbox."""

    async def run(self) -> None:
        """Send what there is to send until `stop`."""
        ...

    def wake(self) -> None:
        """Say that something new is in the outbox."""
        ...

    async def stop(self) -> None:
        """Finish what is in flight, begin nothing new, and return when `run` has ended."""
        ...
