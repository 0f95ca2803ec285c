"""Matches whose position can't be read any more: damaged, or written by another version. They can still be ended.

Such a match is nobody's fault and nobody's result. Its bytes are kept, for a report (`voidream check --reports`), and
nothing else of it stands in anybody's way: any of its players, or a moderator, ends it, and those who want to be forgotten are.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.delivery import announcements
from bot.match.offers import DRAW
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.rows import ActRow, MatchRow
from bot.time import reminder_schedule, seat_clocks
from bot.time.save_clocks import save_time
from engine.kernel.endings import UNREADABLE


async def close(tx: Writing, row: MatchRow, act: ActRow) -> MatchRow:
    """End a match without a result, whatever its position is, and return its row as it is then. Raises Overtaken."""
    over = replace(row, rev=act.rev, standing=MatchStatus.OVER, awaited=(), changed_at=act.at, data=None)
    over = replace(over, seats=seat_clocks.moved(row, {}, act.at))
    over = replace(over, seats=reminder_schedule.asked(over, {}, act.at, lambda: 0))
    mark = await tx.matches.advance(
        row,
        standing=over.standing,
        awaited=(),
        data=row.data,
        act=act,
        events="[]",
        notes=announcements.of_act(over, act.seat, (), over=True, in_rounds=False),
    )
    await save_time(tx, row, over)
    await tx.matches.set_outcome(row.id, (), UNREADABLE.key)
    await tx.orders.end_all(row.id)
    for seat in row.seats:
        await tx.alarms.set(DRAW, row.id, seat.person_id, None)
    return replace(over, mark=mark, reason=UNREADABLE.key)
