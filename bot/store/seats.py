"""Statements about the seats of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.store.clocks import CLOCK, REMINDER_COLUMNS
from bot.store.match_status import Invited
from bot.store.people import HOME
from bot.store.rows import Panel, SeatRow
from bot.store.subject import Columns, Subject, placeholders


class SeatOfMatch(NamedTuple):
    """A seat of one of several matches. `absences` is the last absence included in its clock."""

    match_id: int
    absences: int
    row: SeatRow


SEAT = Columns(
    SeatOfMatch,
    "s",
    absences="COALESCE(c.absences, 0)",
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
        home=HOME,
        away_until="p.away_until",
        hands_kept="p.hands_kept",
        reminder_settings="p.reminders",
        reminder=REMINDER_COLUMNS,
        ordered="EXISTS (SELECT 1 FROM orders g WHERE g.match_id = s.match_id AND g.person_id = s.person_id "
        "AND g.state <> 'over')",
        is_bot="p.house",
        pregame="s.beforehand",
        here_since="p.away_since",
        text_boards="p.text_boards",
        dm_told="p.dm_told",
        locale="p.locale",
        left="s.left_by",
        invited="COALESCE(i.answer, 'accepted')",
    ),
)
FROM_SEATS = """
FROM seats s
JOIN people p ON p.id = s.person_id
LEFT JOIN invitations i ON i.match_id = s.match_id AND i.person_id = s.person_id
LEFT JOIN panels d ON d.match_id = s.match_id AND d.person_id = s.person_id
LEFT JOIN clocks c ON c.match_id = s.match_id AND c.seat = s.seat
LEFT JOIN reminders r ON r.match_id = s.match_id AND r.person_id = s.person_id
"""
"""The source of seats: the table `seats s`, with the data about its people."""


class SeatStatements(Subject):
    """The seats of matches, inside a transaction. They are read with the match."""

    async def set_deck(self, match_id: int, seat: int, deck: str, content: str) -> None:
        """Store a seat's deck, and its content ("" if the name identifies it)."""
        await self._execute(
            "UPDATE seats SET deck = ?, deck_content = ? WHERE match_id = ? AND seat = ?",
            deck,
            content,
            match_id,
            seat,
        )

    async def set_pregame(self, match_id: int, choices: Mapping[int, str]) -> None:
        """Store seats' choices for the start of a match, "" for none."""
        await self._many(
            "UPDATE seats SET beforehand = ? WHERE match_id = ? AND seat = ?",
            [(text, match_id, seat) for seat, text in choices.items()],
        )

    async def set_left(self, match_id: int, left: Mapping[int, str]) -> None:
        """Store which seats are out of a match, with the key of the ending."""
        await self._many(
            "UPDATE seats SET left_by = ? WHERE match_id = ? AND seat = ?",
            [(ending, match_id, seat) for seat, ending in left.items()],
        )

    async def set_taken_over(self, match_id: int, taken_over: Mapping[int, bool]) -> None:
        """Store, by seat, whether the bot plays for the player."""
        await self._many(
            "UPDATE seats SET taken_over = ? WHERE match_id = ? AND seat = ?",
            [(taken, match_id, seat) for seat, taken in taken_over.items()],
        )

    async def set_lapsed(self, match_id: int, seat: int, lapsed: int) -> None:
        """Store the number of consecutive timeouts of a seat."""
        await self._execute(
            "UPDATE seats SET lapsed = ? WHERE match_id = ? AND seat = ?", lapsed, match_id, seat
        )

    async def set_gone(self, match_id: int, gone: Mapping[int, bool]) -> None:
        """Store, by seat, whether the player is missing."""
        await self._many(
            "UPDATE seats SET gone = ? WHERE match_id = ? AND seat = ?",
            [(is_gone, match_id, seat) for seat, is_gone in gone.items()],
        )

    async def set_invited(self, match_id: int, person: int, answer: Invited) -> None:
        """Store a player's answer to a challenge."""
        await self._execute(
            "UPDATE invitations SET answer = ? WHERE match_id = ? AND person_id = ?", answer, match_id, person
        )

    async def add(self, match_id: int, seat: int, person: int) -> None:
        """Add a person to an open table: they are invited, and must still accept."""
        await self._add("seats", match_id=match_id, seat=seat, person_id=person, deck="")
        await self._put("invitations", {"match_id": match_id, "person_id": person}, answer=Invited.OPEN)

    async def keep(self, match_id: int, remaining: Sequence[int]) -> None:
        """Reduce a match that has not begun to these seats, renumbered in their order."""
        await self._execute(
            f"DELETE FROM seats WHERE match_id = ? AND seat NOT IN ({placeholders(remaining)})",  # noqa: S608
            match_id,
            *remaining,
        )
        moved = [(new, match_id, old) for new, old in enumerate(remaining) if new != old]
        await self._many("UPDATE seats SET seat = ? WHERE match_id = ? AND seat = ?", moved)
        await self._many("UPDATE acts SET seat = ? WHERE match_id = ? AND seat = ?", moved)
        await self._execute(
            "UPDATE matches SET challenger = (SELECT s.seat FROM seats s JOIN acts a ON a.match_id = s.match_id "
            "AND a.kind = 'challenge' AND a.person_id = s.person_id WHERE s.match_id = ?) WHERE id = ?",
            match_id,
            match_id,
        )
