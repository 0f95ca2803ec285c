"""Missing players, for whom no one has to wait.

In a match without a clock, nothing ends the wait for a player who never decides. A player who has a question and has
done nothing in the match for some days (`Settings.days_until_gone`) counts as missing; so does, immediately and in all
matches, a person who has left the server or deleted their account, once Discord confirms it. The others can then
claim or cancel the match, and no rating changes. Vacations and absences of the bot don't count. Any act ends the
absence.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from bot.clocks.control import DAY
from bot.delivery import announcements
from bot.match.context import MatchContext
from bot.store import Reading, Writing, about
from bot.store.match_status import MatchStatus
from bot.store.rows import AlarmRow, MatchRow
from bot.store.store import retried
from bot.time.alarms import AlarmHandler

LOOK = "gone"
"""The daily alarm that looks for missing players."""
AFTER = 14 * DAY
"""Default time after which a player counts as missing, in milliseconds."""


async def gone_at(store: Reading, row: MatchRow, seat: int, after: int) -> int | None:
    """Return when a player who does nothing counts as missing (ms since 1970).

    None if no one waits for them, or a clock ends the wait.
    """
    player = row.seats[seat]
    if (
        row.control.kind != "none"
        or row.lesson
        or seat not in row.awaited
        or player.is_played_by_bot
        or player.away_until
    ):
        return None
    since = max(
        player.reminder.at, player.here_since or 0, await store.acts.last_by(row.id, player.person_id)
    )
    return await store.absences.deadline(since + after, since, row.guild_id)


async def find_gone(store: Reading, row: MatchRow, seat: int, now: int, after: int) -> tuple[int, ...]:
    """Return the opponents still in the match who are missing."""
    missing: list[int] = []
    for opponent in row.others(seat):
        at = await gone_at(store, row, opponent, after)
        if row.seats[opponent].gone or (at is not None and at <= now):
            missing.append(opponent)
    return tuple(missing)


async def mark_gone(tx: Writing, row: MatchRow, seats: Collection[int], now: int) -> None:
    """Store which players are missing, and notify the others of what they can do."""
    new = [seat for seat in seats if seat in row.attended and not row.seats[seat].gone]
    if not new or row.status is not MatchStatus.PLAYING:
        return
    await tx.seats.set_gone(row.id, dict.fromkeys(new, True))
    notified = [seat for seat in row.attended if seat not in new]
    await tx.notes.add(announcements.of_time(row, f"gone:{new[0]}:{now}", notified))


async def is_back(tx: Writing, row: MatchRow, seat: int) -> MatchRow:
    """Store that a missing player has acted. Return the match after that."""
    await tx.seats.set_gone(row.id, {seat: False})
    back = replace(row.seats[seat], gone=False)
    return replace(row, seats=(*row.seats[:seat], back, *row.seats[seat + 1 :]))


@retried(known=True)
async def report_gone(context: MatchContext, match_id: int, people: Collection[int]) -> None:
    """Store that players of a match are gone, as Discord reports."""
    async with context.change(about.AboutMatch(match_id)) as tx:
        row = await tx.matches.existing(match_id)
        seats = [seat for seat in row.playing if row.seats[seat].person_id in people]
        await mark_gone(tx, row, seats, context.clock.now())


def missing_players_check(after: int) -> AlarmHandler:
    """Return the handler of the alarm `LOOK`, with this many milliseconds until a player counts as gone."""

    async def handle(tx: Writing, alarm: AlarmRow, now: int) -> None:
        matches = await tx.matches.without_clock(now - after)
        await tx.hold(*map(about.AboutMatch, matches))
        for match_id in matches:
            row = await tx.matches.match(match_id)
            if row is not None:
                moments = [(seat, await gone_at(tx, row, seat, after)) for seat in row.awaited]
                await mark_gone(tx, row, [seat for seat, at in moments if at is not None and at <= now], now)
        await tx.alarms.set(LOOK, 0, 0, now + DAY)

    return handle
