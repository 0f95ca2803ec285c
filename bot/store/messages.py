"""Statements about the messages and threads that show matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.about import Everything
from bot.store.rows import Panel
from bot.store.subject import Columns, Subject

_PANEL = Columns(Panel)


class MessageQueries(Subject):
    """The messages that show matches."""

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel of the person's newest panel, None if there is none."""
        return await self._number_if_any(
            "SELECT channel_id FROM panels WHERE person_id = ? ORDER BY match_id DESC LIMIT 1", person
        )

    async def panels(self, person: int) -> list[Panel]:
        """Return a person's panels: the direct messages that show their matches."""
        return await self._records(_PANEL, "FROM panels WHERE person_id = ? ORDER BY match_id", person)

    async def posts(self, match_id: int) -> dict[str, tuple[int, int]]:
        """Return the messages that will be edited later, by subject: channel and message.

        The subject is the kind of note for the result of a match, else the request.
        """
        rows = await self._all("SELECT kind, channel_id, message_id FROM posts WHERE match_id = ?", match_id)
        return {kind: (channel, message) for kind, channel, message in rows}


class MessageStatements(MessageQueries):
    """The messages that show matches, inside a transaction."""

    async def set_challenge(self, match_id: int, message_id: int) -> None:
        """Store the message of a challenge."""
        await self._execute("UPDATE matches SET challenge_message_id = ? WHERE id = ?", message_id, match_id)

    async def set_thread(self, match_id: int, thread_id: int) -> None:
        """Store the thread of a match."""
        await self._execute("UPDATE matches SET thread_id = ? WHERE id = ?", thread_id, match_id)

    async def set_status(self, match_id: int, message_id: int) -> None:
        """Store the status message of a match."""
        await self._execute("UPDATE matches SET status_message_id = ? WHERE id = ?", message_id, match_id)

    async def set_panel(self, match_id: int, person: int, channel_id: int, message_id: int) -> None:
        """Store a player's panel of a match."""
        key = {"match_id": match_id, "person_id": person}
        await self._put("panels", key, channel_id=channel_id, message_id=message_id)

    async def add_post(self, match_id: int, kind: str, channel_id: int, message_id: int) -> None:
        """Store a message that will be edited later, by subject."""
        key = {"match_id": match_id, "kind": kind}
        await self._put("posts", key, channel_id=channel_id, message_id=message_id)

    async def forget_application(self) -> None:
        """Forget the messages that only the previous application could edit.

        These are panels, and status messages of open matches. Whether people accepted its direct messages is
        forgotten as well.
        """
        self._connection.scope.check(Everything())
        await self._execute_unchecked("DELETE FROM panels")
        await self._execute_unchecked(
            "UPDATE matches SET status_message_id = NULL WHERE standing = 'playing'"
        )
        await self._execute_unchecked("UPDATE people SET dm_closed = 0, dm_told = 0")

    async def drop_posts(self, match_id: int, posts: Sequence[tuple[str, int]]) -> None:
        """Forget messages that no longer need edits, as (subject, message id)."""
        await self._many(
            "DELETE FROM posts WHERE match_id = ? AND kind = ? AND message_id = ?",
            [(match_id, kind, message) for kind, message in posts],
        )
