"""Closing an open challenge on behalf of somebody who wants no more to do with it."""

from __future__ import annotations

from bot.delivery import announcements
from bot.match.views import Standing
from bot.store import Writing
from bot.store.rows import ActRow, MatchRow


async def close_challenge(tx: Writing, row: MatchRow, person: int, now: int) -> None:
    """Take back or decline an open challenge, whichever is the person's to do."""
    seat = row.seat_of(person)
    assert seat is not None
    own = seat == row.challenger
    act = ActRow(row.id, row.rev + 1, None, "withdraw" if own else "decline", person, seat, now)
    standing = Standing.WITHDRAWN if own else Standing.DECLINED
    notes = announcements.of_challenge(row.id, act.rev)
    await tx.advance(row, standing=standing, awaited=(), data=None, act=act, events="[]", notes=notes)
