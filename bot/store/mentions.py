"""Mentions between people, and blocks: see `bot.people.contact_limits`."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.store.deleted_accounts import ids_of
from bot.store.person import Person
from bot.store.subject import Columns, Subject, placeholders


class MentionKind(StrEnum):
    """The kinds of acts that mention another person."""

    CHALLENGE = "challenge"
    DRAW = "draw offered"
    UNDO = "undo asked"
    PAUSE = "pause"
    TIME = "give time"
    ABORT = "abort asked"
    TAKEOVER = "takeover asked"


AGREED = {
    MentionKind.CHALLENGE: "accept",
    MentionKind.DRAW: "draw",
    MentionKind.UNDO: "undo",
    MentionKind.PAUSE: "pause agreed",
    MentionKind.TIME: "",
    MentionKind.ABORT: "abort",
    MentionKind.TAKEOVER: "takeover",
}

"""The act by which the mentioned person agrees; "" if no agreement is needed."""


class BlockedPerson(msgspec.Struct, frozen=True):
    """A blocked person with their last known name, and the time of the block."""

    person: Person
    at: int


_MENTIONS = "a.kind IN ('challenge', 'draw offered', 'undo asked', 'pause', 'give time', 'abort asked', 'takeover asked')"
"""Must equal the condition of the partial index `acts_that_call`, or the index isn't used."""


_BLOCKED = Columns(
    BlockedPerson, "b", person=Columns(Person, "p", id="b.blocked_id", is_bot=None, is_this_bot=None)
)


class MentionQueries(Subject):
    """Mentions between people, and blocks."""

    async def last(
        self, caller: int, mentioned: int, kind: MentionKind, since: int, guild_id: int | None
    ) -> int | None:
        """Return the time of a person's last unanswered mention of another, on one server or (None) anywhere."""
        callers, others = await ids_of(self._connection, caller), await ids_of(self._connection, mentioned)
        return await self._number_if_any(
            f"SELECT MAX(a.at) FROM acts a JOIN matches m ON m.id = a.match_id "  # noqa: S608
            f"WHERE (EXISTS (SELECT 1 FROM seats s WHERE s.match_id = a.match_id AND s.person_id IN ({placeholders(others)})) "
            f"OR EXISTS (SELECT 1 FROM invitations i WHERE i.match_id = a.match_id AND i.person_id IN ({placeholders(others)}))) "
            f"AND a.person_id IN ({placeholders(callers)}) AND {_MENTIONS} AND a.kind = ? AND a.at > ? "
            f"AND (CAST(? AS BIGINT) IS NULL OR m.guild_id = ?) AND NOT EXISTS (SELECT 1 FROM acts g WHERE g.match_id = a.match_id "
            f"AND g.rev > a.rev AND g.kind = ? AND g.seat <> a.seat "
            f"AND (g.kind <> 'accept' OR g.person_id IN ({placeholders(others)})))",
            *others,
            *others,
            *callers,
            kind,
            since,
            guild_id,
            guild_id,
            AGREED[kind],
            *others,
        )

    async def challenges(self, caller: int, since: int, guild_id: int | None, *, practice: bool) -> list[int]:
        """Return the times of a person's challenges since a moment, latest first.

        `practice`: those of the bot, else those of people.
        """
        callers = await ids_of(self._connection, caller)
        return await self._numbers(
            f"SELECT a.at FROM acts a JOIN matches m ON m.id = a.match_id "  # noqa: S608
            f"WHERE a.person_id IN ({placeholders(callers)}) AND {_MENTIONS} AND a.kind = 'challenge' AND a.at > ? "
            f"AND (CAST(? AS BIGINT) IS NULL OR m.guild_id = ?) AND ? = CASE WHEN EXISTS (SELECT 1 FROM seats s "
            f"JOIN people p ON p.id = s.person_id WHERE s.match_id = a.match_id AND p.house = 1) THEN 1 ELSE 0 END "
            f"ORDER BY a.at DESC",
            *callers,
            since,
            guild_id,
            guild_id,
            practice,
        )

    async def has_blocked(self, person: int, other: int) -> bool:
        """Return whether a person has blocked another."""
        others = await ids_of(self._connection, other)
        return await self._is_there(
            f"SELECT 1 FROM blocks WHERE person_id = ? AND blocked_id IN ({placeholders(others)}) LIMIT 1",  # noqa: S608
            person,
            *others,
        )

    async def blocked(self, person: int) -> list[BlockedPerson]:
        """Return the people a person has blocked, latest first."""
        return await self._records(
            _BLOCKED,
            "FROM blocks b JOIN people p ON p.id = b.blocked_id WHERE b.person_id = ? "
            "ORDER BY b.at DESC, b.blocked_id",
            person,
        )


class MentionStatements(MentionQueries):
    """Blocks, inside a transaction."""

    async def block(self, person: int, other: int, at: int) -> None:
        """Store that a person has blocked another, known person."""
        await self._execute(
            "INSERT INTO blocks (person_id, blocked_id, at) VALUES (?, ?, ?) "
            "ON CONFLICT (person_id, blocked_id) DO NOTHING",
            person,
            other,
            at,
        )

    async def unblock(self, person: int, other: int) -> bool:
        """Remove a block. Return False if there was none."""
        others = await ids_of(self._connection, other)
        return await self._is_there(
            f"DELETE FROM blocks WHERE person_id = ? AND blocked_id IN ({placeholders(others)}) RETURNING blocked_id",  # noqa: S608
            person,
            *others,
        )
