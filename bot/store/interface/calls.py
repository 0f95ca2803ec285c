"""What the bot asks of its store about who called whom, and who has blocked whom."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

import msgspec

from bot.store.person import Person


class Call(StrEnum):
    """What one person does that calls another one, as the act that is written down of it."""

    CHALLENGE = "challenge"
    DRAW = "draw offered"
    UNDO = "undo asked"
    PAUSE = "pause"
    TIME = "give time"
    ABORT = "abort asked"
    TAKEOVER = "takeover asked"


AGREED = {
    Call.CHALLENGE: "accept",
    Call.DRAW: "draw",
    Call.UNDO: "undo",
    Call.PAUSE: "pause agreed",
    Call.TIME: "",
    Call.ABORT: "abort",
    Call.TAKEOVER: "takeover",
}
"""The act by which the one who is called agrees to it; "" for what needs no agreement."""


class Blocked(msgspec.Struct, frozen=True):
    """Somebody who is blocked, since when; their name as it was last known."""

    person: Person
    at: int


class CallsReading(Protocol):
    """When people called each other, and whom they have blocked."""

    async def last(
        self, caller: int, called: int, call: Call, since: int, guild_id: int | None
    ) -> int | None:
        """Return when somebody last called somebody in vain since a moment; on one server, or (None) anywhere."""
        ...

    async def challenges(self, caller: int, since: int, guild_id: int | None, *, practice: bool) -> list[int]:
        """Return when somebody challenged since a moment, the last one first: people, or the bot itself for practice."""
        ...

    async def has_blocked(self, person: int, other: int) -> bool:
        """Return whether somebody has blocked another one."""
        ...

    async def blocked(self, person: int) -> list[Blocked]:
        """Return whom somebody has blocked, the last one first."""
        ...


class CallsWriting(CallsReading, Protocol):
    """Whom people have blocked, inside a transaction."""

    async def block(self, person: int, other: int, at: int) -> None:
        """Remember that somebody has blocked another one, who is known."""
        ...

    async def unblock(self, person: int, other: int) -> bool:
        """Forget that somebody has blocked another one; False if they have not."""
        ...
