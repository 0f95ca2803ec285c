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
    """Take back or decline an open challenge, whichever is the person's to do.

    Where one of several declines, it stays open as long as the game can be played by those who are left. At an open table
    the seat is free again.
    """
    seat = row.seat_of(person)
    assert seat is not None
    if seat == row.challenger:
        await withdraw(tx, row, now, interaction)
        return
    await tx.seats.set_invited(row.id, person, Invited.DECLINED)
    act = ActRow(row.id, row.rev + 1, interaction, "decline", person, seat, now)
    if row.table_for:
        await tx.seats.keep(row.id, [other for other in range(len(row.seats)) if other != seat])
        await _close(tx, row, MatchStatus.CHALLENGED, act)
        return
    left = [other for other in row.invited(Invited.OPEN, Invited.ACCEPTED) if other != seat]
    goes_on = len(left) >= games.find(row.game).seats.start
    standing = MatchStatus.CHALLENGED if goes_on else MatchStatus.DECLINED
    await _close(tx, row, standing, act)


async def withdraw(tx: Writing, row: MatchRow, now: int, interaction: int | None = None) -> None:
    """Take a challenge back on behalf of who made it."""
    seat = row.challenger
    person = row.seats[seat].person_id
    act = ActRow(row.id, row.rev + 1, interaction, "withdraw", person, seat, now)
    await _close(tx, row, MatchStatus.WITHDRAWN, act)


async def expire(tx: Writing, row: MatchRow, now: int) -> None:
    """Close an open table at which too few sat down in time."""
    seat = row.challenger
    act = ActRow(row.id, row.rev + 1, None, "expire", row.seats[seat].person_id, seat, now)
    await _close(tx, row, MatchStatus.EXPIRED, act)


async def stop_waiting(tx: Writing, row: MatchRow) -> None:
    """Cancel the alarm at which an open table expires."""
    if row.table_for:
        await tx.alarms.set(OPEN_TABLE, row.id, row.seats[row.challenger].person_id, None)


async def _close(tx: Writing, row: MatchRow, standing: MatchStatus, act: ActRow) -> None:
    if standing is not MatchStatus.CHALLENGED:
        await stop_waiting(tx, row)
    notes = announcements.of_challenge(row.id, act.rev)
    await tx.matches.advance(row, standing=standing, awaited=(), data=None, act=act, events="[]", notes=notes)
