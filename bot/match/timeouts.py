"""Timeouts: the consequences for a player who runs out of time."""

from __future__ import annotations

from msgspec.structs import replace

from bot.delivery import announcements
from bot.match.apply import ActExecutor
from bot.match.context import MatchContext
from bot.match.takeovers import TAKEN_OVER, may_take, take_over
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.rows import ActRow, AlarmRow, MatchRow
from bot.time import seat_clocks
from bot.time.reminder_schedule import save_time
from bot.views.load_match import load


class Timeouts:
    """The alarm handler for expired clocks.

    A rated match ends for the player; where it was agreed, the bot takes over; in games with default answers,
    the player gets one (`bot.match.apply`). In other casual matches the others may claim the win, give time,
    or agree to a takeover.
    """

    def __init__(self, context: MatchContext, act_executor: ActExecutor) -> None:
        self._context = context
        self._act_executor = act_executor

    async def on_time_up(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """Time a player out as of the alarm's moment, or move the alarm if an absence of the bot has extended it."""
        row = await tx.matches.match(alarm.match_id, data=True)
        if row is None or row.status is not MatchStatus.PLAYING:
            return
        seat = row.seat_of(alarm.person_id)
        if seat is None:
            return
        if seat_clocks.time_left(row, seat, alarm.due_at) <= 0:
            await self._time_is_up(tx, row, seat, alarm.due_at, now)
        else:
            await tx.alarms.set(seat_clocks.TIME, row.id, alarm.person_id, seat_clocks.due_time(row, seat))

    async def _time_is_up(self, tx: Writing, row: MatchRow, seat: int, at: int, now: int) -> None:
        if may_take(row, self._context.games.find(row.game), seat):
            act = ActRow(row.id, row.rev + 1, None, TAKEN_OVER, row.seats[seat].person_id, seat, now)
            await take_over(tx, row, (seat,), act, self._context.reply_delay)
            return
        if not row.rated and self._context.games.find(row.game).kernel.lapse is None:
            seats = tuple(
                replace(player, flagged=player.flagged or number == seat)
                for number, player in enumerate(row.seats)
            )
            after = replace(row, seats=seats)
            await save_time(tx, row, after)
            await tx.notes.add(announcements.of_time(after, f"late:{seat}:{at}", row.playing))
            return
        await self._act_executor.run_out(tx, row, load(self._context.games, row), seat, at)
