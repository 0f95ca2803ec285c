"""Statements about what people did in matches."""

from __future__ import annotations

import json

from bot.store.columns import Columns
from bot.store.rows import LAPSED, PLAYED_FOR, ActRow
from bot.store.subject import Subject

ACT = Columns(ActRow)
"""Acts of people, in the table `acts`."""


class ActQueries(Subject):
    """Acts of people, one row for each revision of a match."""

    async def act(self, interaction_id: int) -> ActRow | None:
        """Return what an interaction did, None if it is new."""
        return await self._record(ACT, "FROM acts WHERE interaction_id = ?", interaction_id)

    async def of(self, match_id: int, *, rev: int | None = None) -> list[ActRow]:
        """Return all that was done in a match, in order, or what was done at one revision."""
        if rev is not None:
            return await self._records(ACT, "FROM acts WHERE match_id = ? AND rev = ?", match_id, rev)
        return await self._records(ACT, "FROM acts WHERE match_id = ? ORDER BY rev", match_id)

    async def last_by(self, match_id: int, person: int) -> int:
        """Return when someone did something in a match last, in ms since 1970; 0 if they have not."""
        return await self._number(
            "SELECT COALESCE(MAX(at), 0) FROM acts WHERE match_id = ? AND person_id = ? AND interaction_id IS NOT NULL",
            match_id,
            person,
        )

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the decision has passed from one player to the other in a match."""
        return await self._number(
            "SELECT COUNT(*) FROM (SELECT seat, LAG(seat) OVER (ORDER BY rev) AS before FROM acts "
            "WHERE match_id = ? AND kind IN ('answer', ?, ?)) AS answers WHERE seat <> before",
            match_id,
            PLAYED_FOR,
            LAPSED,
        )

    async def median_reply(
        self, person: int, game: str, guild_id: int | None, *, everywhere: bool
    ) -> int | None:
        """Return the median time, in milliseconds, that a person took to answer others' acts in a game.

        `everywhere`: in all matches, else in those of one server. The bot itself is nobody who waits.
        """
        times = await self._numbers(
            "SELECT took FROM (SELECT a.person_id, a.kind, a.at - LAG(a.at) OVER turns AS took, "
            "LAG(a.person_id) OVER turns AS other FROM acts a JOIN matches m ON m.id = a.match_id "
            "JOIN seats s ON s.match_id = m.id AND s.person_id = ? "
            "WHERE m.game = ? AND (? = 1 OR m.guild_id = ?) AND NOT EXISTS (SELECT 1 FROM seats h JOIN people b ON b.id = h.person_id "
            "WHERE h.match_id = m.id AND b.house = 1) WINDOW turns AS (PARTITION BY a.match_id ORDER BY a.rev)) moved "
            "WHERE person_id = ? AND other <> person_id AND kind = 'answer' ORDER BY took",
            person,
            game,
            everywhere,
            guild_id,
            person,
        )
        return times[len(times) // 2] if times else None


class ActStatements(ActQueries):
    """Acts of people, inside a transaction."""

    async def add(self, act: ActRow) -> None:
        """Log an act of a person that doesn't advance a match."""
        await self._tell(
            "INSERT INTO acts (match_id, rev, interaction_id, kind, person_id, seat, at, question_id, choice, mark) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT mark FROM matches WHERE id = ?))",
            act.match_id,
            act.rev,
            act.interaction_id,
            act.kind,
            act.person_id,
            act.seat,
            act.at,
            act.question_id,
            None if act.choice is None else json.dumps(act.choice),
            act.match_id,
        )
