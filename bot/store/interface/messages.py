"""What the bot asks of its store about what it shows on Discord: messages, threads, and the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.store.rows import NewNote, NoteRow, Panel


class MessagesReading(Protocol):
    """Where matches are shown."""

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel of the person's newest panel, None if there is none."""
        ...

    async def panels(self, person: int) -> list[Panel]:
        """Return the direct messages that show their matches to somebody."""
        ...

    async def posts(self, match_id: int) -> dict[str, tuple[int, int]]:
        """Return the messages that will be edited later: channel and message.

        By what they are about: the kind of note for what tells how a match ended, else what they ask for.
        """
        ...


class MessagesWriting(MessagesReading, Protocol):
    """Where matches are shown, inside a transaction."""

    async def set_challenge(self, match_id: int, message_id: int) -> None:
        """Remember the message of a challenge."""
        ...

    async def set_thread(self, match_id: int, thread_id: int) -> None:
        """Remember the thread of a match."""
        ...

    async def set_status(self, match_id: int, message_id: int) -> None:
        """Remember the message that always shows the current state of a match."""
        ...

    async def set_panel(self, match_id: int, person: int, channel_id: int, message_id: int) -> None:
        """Remember the direct message that shows a match to a player."""
        ...

    async def add_post(self, match_id: int, kind: str, channel_id: int, message_id: int) -> None:
        """Remember a message that will be edited later, by what it is about."""
        ...

    async def forget_application(self) -> None:
        """Forget what only the application could edit that sent it: direct messages, and status messages of open matches.

        Whether it could reach people directly says nothing of another application, either.
        """
        ...

    async def drop_posts(self, match_id: int, posts: Sequence[tuple[str, int]]) -> None:
        """Forget messages that need no editing any more: what they are about, and their ids."""
        ...


class Notes(Protocol):
    """The outbox, inside a transaction."""

    async def add(self, notes: Sequence[NewNote]) -> None:
        """Put notes into the outbox; each takes the place of one with the same coalesce key that still waits."""
        ...

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        """Lease the notes that are due, at most one of each match and person, and return them."""
        ...

    async def next_due(self, now: int) -> int | None:
        """Return when the next note will be due that is not due now, None if there is none."""
        ...

    async def is_known(self, note: NewNote) -> bool:
        """Return whether this very note has been in the outbox before."""
        ...

    async def is_there(self, note: int) -> bool:
        """Return whether there still is such a note: the person it was for may have been forgotten."""
        ...

    async def done(self, note: int, at: int, result: str) -> None:
        """Say that a note has been delivered, or never will be."""
        ...

    async def shown(self, note: NoteRow, rev: int, at: int) -> None:
        """Say that a delivery showed everything up to `rev`: a note like it that waits to show that has nothing to say."""
        ...

    async def later(self, note: NoteRow, not_before: int, *, failed: bool) -> None:
        """Let a note wait; if a newer one with its coalesce key has come, that one waits in its place."""
        ...

    async def owners(self) -> list[str]:
        """Return who holds leases."""
        ...

    async def release(self, owner: str, now: int) -> None:
        """End the leases of an owner that is gone."""
        ...

    async def sweep(self, before: int) -> None:
        """Forget notes that were done with before that time."""
        ...
