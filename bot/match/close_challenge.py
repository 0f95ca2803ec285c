"""Declining a challenge, leaving an open table, or withdrawing either, also on someone's behalf or after a timeout."""

from __future__ import annotations

from bot.delivery import announcements
from bot.games.playable import Games
from bot.store import Writing
from bot.store.match_status import Invited, MatchStatus
from bot.store.rows import ActRow, MatchRow

OPEN_TABLE = "table"
"""The alarm at which an open table expires."""


def has_declined(row: MatchRow, person: int) -> bool:
    """Return whether a player has declined a challenge; it may be open to others."""
    seat = row.seat_of(person)
    return seat is not None and row.seats[seat].invited is Invited.DECLINED


async def close_challenge(
    tx: Writing, row: MatchRow, games: Games, person: int, now: int, interaction: int | None = None
) -> None:
    """Withdraw an open challenge if it is the person's own, else decline it.

    If one of several opponents declines, it stays open while enough of them are left to play. At an open
    table, the seat becomes free.
    """
    seat = row.seat_of(person)
    assert seat is not None
    if seat == row.challenger:
        await withdraw(tx, row, now, interaction)
        return
    await tx.seats.set_invited(row.id, person, Invited.DECLINED)
    act = ActRow(row.id, row.rev + 1, interaction, "decline", person, seat, now)
    if row.table_for:
        await tx.seats.keep(row.id, [number for number in range(len(row.seats)) if number != seat])
        await _close(tx, row, MatchStatus.CHALLENGED, act)
        return
    remaining = [number for number in row.invited(Invited.OPEN, Invited.ACCEPTED) if number != seat]
    stays_open = len(remaining) >= games.find(row.game).seats.start
    status = MatchStatus.CHALLENGED if stays_open else MatchStatus.DECLINED
    await _close(tx, row, status, act)


async def withdraw(tx: Writing, row: MatchRow, now: int, interaction: int | None = None) -> None:
    """Withdraw a challenge on behalf of the challenger."""
    seat = row.challenger
    person = row.seats[seat].person_id
    act = ActRow(row.id, row.rev + 1, interaction, "withdraw", person, seat, now)
    await _close(tx, row, MatchStatus.WITHDRAWN, act)


async def expire(tx: Writing, row: MatchRow, now: int) -> None:
    """Close an open table that too few players joined in time."""
    seat = row.challenger
    act = ActRow(row.id, row.rev + 1, None, "expire", row.seats[seat].person_id, seat, now)
    await _close(tx, row, MatchStatus.EXPIRED, act)


async def stop_waiting(tx: Writing, row: MatchRow) -> None:
    """Cancel the expiry alarm of an open table."""
    if row.table_for:
        await tx.alarms.set(OPEN_TABLE, row.id, row.seats[row.challenger].person_id, None)


async def _close(tx: Writing, row: MatchRow, status: MatchStatus, act: ActRow) -> None:
    if status is not MatchStatus.CHALLENGED:
        await stop_waiting(tx, row)
    notes = announcements.of_challenge(row.id, act.rev)
    await tx.matches.advance(row, status=status, awaited=(), data=None, act=act, events="[]", notes=notes)
