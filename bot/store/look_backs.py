"""Looking back at matches, as the SQLite store keeps it: see `bot.store.interface.look_backs`."""

from __future__ import annotations

from bot.store.columns import Columns
from bot.store.interface.look_backs import LookBackRow, LookBackState
from bot.store.subject import Subject

_ROW = Columns(LookBackRow)


class SqliteLookBacks(Subject):
    """Statements about looking back."""

    async def said(self, match_id: int) -> dict[int, bool]:
        """Return what people have said to looking back at a match, by person: whether they agree."""
        rows = await self._all("SELECT person_id, agreed FROM look_back_answers WHERE match_id = ?", match_id)
        return {person: bool(agreed) for person, agreed in rows}

    async def say(self, match_id: int, person: int, *, agreed: bool, at: int) -> None:
        """Write down what somebody says to it; it takes the place of what they said before."""
        key = {"match_id": match_id, "person_id": person}
        await self._put("look_back_answers", key, agreed=agreed, at=at)

    async def of(self, match_id: int) -> LookBackRow | None:
        """Return how far it is; None where it has not begun."""
        return await self._record(_ROW, "FROM look_backs WHERE match_id = ?", match_id)

    async def begin(self, match_id: int, at: int, interaction: int) -> None:
        """Begin to judge a match, unless that has begun."""
        await self._tell(
            "INSERT INTO look_backs (match_id, state, begun_at, begun_by) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match_id) DO NOTHING",
            match_id,
            LookBackState.WORKING,
            at,
            interaction,
        )

    async def next(self) -> int | None:
        """Return the match that waits longest to be judged; None if none does."""
        return await self._number_if_any(
            "SELECT match_id FROM look_backs WHERE state = 'working' ORDER BY begun_at, match_id LIMIT 1"
        )

    async def pieces(self, match_id: int) -> dict[int, str]:
        """Return what has been judged of a match, by the number of the answer."""
        return dict(
            await self._all("SELECT number, judged FROM look_back_pieces WHERE match_id = ?", match_id)
        )

    async def judged(self, match_id: int) -> int:
        """Return how many decisions of a match have been judged."""
        return await self._number("SELECT COUNT(*) FROM look_back_pieces WHERE match_id = ?", match_id)

    async def put_piece(self, match_id: int, number: int, judged: str) -> None:
        """Keep what was said of a decision."""
        await self._put("look_back_pieces", {"match_id": match_id, "number": number}, judged=judged)

    async def set_decisions(self, match_id: int, decisions: int) -> None:
        """Say how many decisions there are to judge."""
        await self._tell("UPDATE look_backs SET decisions = ? WHERE match_id = ?", decisions, match_id)

    async def finish(self, match_id: int, state: LookBackState, report: str = "") -> None:
        """Keep what has come of it, and forget the pieces that it was made of."""
        await self._tell(
            "UPDATE look_backs SET state = ?, report = ? WHERE match_id = ?", state, report, match_id
        )
        await self._tell("DELETE FROM look_back_pieces WHERE match_id = ?", match_id)

    async def drop(self, match_id: int) -> None:
        """Forget what has come of looking back at a match, and what was judged so far."""
        await self._tell("DELETE FROM look_back_pieces WHERE match_id = ?", match_id)
        await self._tell("DELETE FROM look_backs WHERE match_id = ?", match_id)
