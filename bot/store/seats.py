"""The statements about the seats of matches, on SQLite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.store.clocks import ASKED, CLOCK
from bot.store.columns import Columns
from bot.store.rows import Panel, SeatRow
from bot.store.subject import Subject


class SeatOfMatch(NamedTuple):
    """A seat of one of several matches."""

    match_id: int
    row: SeatRow


SEAT = Columns(
    SeatOfMatch,
    "s",
    row=Columns(
        SeatRow,
        "s",
        name="p.name",
        dm_closed="p.dm_closed",
        panel=Columns(Panel, "d"),
        pending="EXISTS (SELECT 1 FROM outbox o WHERE o.match_id = s.match_id AND o.person_id = s.person_id "
        "AND o.done_at IS NULL AND o.kind <> 'remind')",
        clock=CLOCK,
        flagged="c.flagged",
        zone="p.zone",
        away_until="p.away_until",
        hands_kept="p.hands_kept",
        wishes="p.reminders",
        asked=ASKED,
        ordered="EXISTS (SELECT 1 FROM orders g WHERE g.match_id = s.match_id AND g.person_id = s.person_id "
        "AND g.state <> 'over')",
        house="p.house",
        left=None,
    ),
)
FROM_SEATS = """
FROM seats s
JOIN people p ON p.id = s.person_id
LEFT JOIN panels d ON d.match_id = s.match_id AND d.person_id = s.person_id
LEFT JOIN clocks c ON c.match_id = s.match_id AND c.seat = s.seat
LEFT JOIN reminders r ON r.match_id = s.match_id AND r.person_id = s.person_id
"""
"""From where they are selected: the table `seats s`, with what is known of whoever sits there."""


class SqliteSeats(Subject):
    """The seats of matches, a row each. They are read with the match."""

    async def set_deck(self, match_id: int, seat: int, deck: str, content: str) -> None:
        """Say with which deck a seat plays, and what it holds ("": its name says it)."""
        await self._tell(
            "UPDATE seats SET deck = ?, deck_content = ? WHERE match_id = ? AND seat = ?",
            deck,
            content,
            match_id,
            seat,
        )

    async def set_beforehand(self, match_id: int, said: Mapping[int, str]) -> None:
        """Keep what seats have said of how the match begins, "" for nothing."""
        await self._many(
            "UPDATE seats SET beforehand = ? WHERE match_id = ? AND seat = ?",
            [(text, match_id, seat) for seat, text in said.items()],
        )
