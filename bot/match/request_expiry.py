"""Requests that end by themselves: when a player decides something, and when time is up."""

from __future__ import annotations

from msgspec.structs import replace

from bot.delivery import announcements
from bot.match.close_challenge import OPEN_TABLE, expire
from bot.match.offers import DRAW, after_deciding
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.offers import NOTHING
from bot.store.rows import AlarmRow, MatchRow
from bot.time import seat_clocks


async def after_answer(
    tx: Writing, before: MatchRow, after: MatchRow, seat: int, number: int, now: int, *, lapsed: bool = False
) -> None:
    """Expire offers with the answer of that number, and remember what the clock of its seat gained by it.

    What it gained by a decision that has `lapsed` it keeps when that is taken back: else it would run out again at once.
    """
    offers = await tx.offers.of(before.id) if before.offered else NOTHING
    left = after_deciding(offers, seat)
    if left != offers:
        if left.draw is None and offers.draw is not None:
            await tx.alarms.set(DRAW, before.id, before.seats[offers.draw.by].person_id, None)
        await tx.offers.put(before.id, left)
        if after.standing is MatchStatus.PLAYING:
            await tx.notes.add(announcements.of_lapse(before, after, seat))
    old, new = before.seats[seat], after.seats[seat]
    if old.clock is not None and new.clock is not None and not lapsed:
        gained = new.clock.left - seat_clocks.left(before, seat, now)
        await tx.offers.gain(before.id, number, gained)


async def after_leaving(tx: Writing, after: MatchRow) -> None:
    """Expire requests when a player is out of a match that goes on, or the bot plays on for them.

    It was asked of other players than these.
    """
    offers = await tx.offers.of(after.id)
    if offers.draw is not None:
        await tx.alarms.set(DRAW, after.id, after.seats[offers.draw.by].person_id, None)
    if after.offered:
        await tx.offers.put(after.id, replace(offers, draw=None, undo=None, abort=None, takeover=None))
    if offers.pause is not None:
        await tx.matches.set_pause(after.id, None, paused=after.paused)


async def table_expires(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """Close an open table whose time is up; later, if an absence of the bot has moved that."""
    row = await tx.matches.match(alarm.match_id)
    if row is None or row.standing is not MatchStatus.CHALLENGED:
        return
    if row.table_until > now:
        await tx.alarms.set(OPEN_TABLE, row.id, alarm.person_id, row.table_until)
    else:
        await expire(tx, row, now)


async def draw_expires(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """End an offer of a draw whose time is up, and show that it is gone; later, if an absence of the bot has moved that."""
    row = await tx.matches.match(alarm.match_id)
    if row is None or row.standing is not MatchStatus.PLAYING:
        return
    offers = await tx.offers.of(row.id)
    if offers.draw is not None and offers.draw.until > now:
        await tx.alarms.set(DRAW, row.id, alarm.person_id, offers.draw.until)
    elif offers.draw is not None:
        await tx.offers.put(row.id, replace(offers, draw=None))
        await tx.notes.add(announcements.of_time(row, f"draw:{alarm.due_at}", ())[1:])
