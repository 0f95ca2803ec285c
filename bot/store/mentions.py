"""Mentions between people: see `bot.people.contact_limits`."""

from __future__ import annotations

from enum import StrEnum

from bot.store.deleted_accounts import ids_of
from bot.store.subject import Subject, placeholders


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

_MENTIONS = "a.kind IN ('challenge', 'draw offered', 'undo asked', 'pause', 'give time', 'abort asked', 'takeover asked')"
"""Must equal the condition of the partial index `acts_that_call`, or the index isn't used."""


class MentionQueries(Subject):
    """Mentions between people."""

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
