"""Timeouts: what happens when somebody's time is up."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery import announcements
from bot.games.playable import Games
from bot.match import build_views, seat_clocks
from bot.match.commit import advanced, save, save_time
from bot.match.unreadable import load
from bot.match.views import Standing
from bot.prompting.prompts import Quick
from bot.store import Writing
from bot.store.rows import ActRow, AlarmRow, MatchRow
from engine.kernel.endings import TIME


class Timeouts:
    """Ends rated matches; in a casual one the others may then claim the win or give time."""

    def __init__(self, games: Games, quick: Quick) -> None:
        self._games = games
        self._quick = quick

    async def ring(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """Let somebody's time be up, from the moment at which it was."""
        row = await tx.match(alarm.match_id, data=True)
        if row is None or row.standing is not Standing.PLAYING:
            return
        seat = row.seat_of(alarm.person_id)
        if seat is not None and seat_clocks.left(row, seat, alarm.due_at) <= 0:
            await self._time_is_up(tx, row, seat, alarm.due_at)

    async def _time_is_up(self, tx: Writing, row: MatchRow, seat: int, at: int) -> None:
        if not row.rated:
            seats = tuple(replace(one, flagged=one.flagged or n == seat) for n, one in enumerate(row.seats))
            after = replace(row, seats=seats)
            await save_time(tx, row, after)
            await tx.notes.add(announcements.of_time(after, f"late:{seat}:{at}", range(len(row.seats))))
            return
        assert row.data is not None
        game = self._games.find(row.game)
        match = load(self._games, row)
        events = match.leave(seat, ending=TIME.key)
        act = ActRow(row.id, row.rev + 1, None, "time", row.seats[seat].person_id, seat, at)
        after = advanced(row, match, act, quick=self._quick)
        notes = announcements.of_act(after, seat, (), over=True, in_rounds=game.is_in_rounds)
        await save(tx, row, after, match, act, build_views.pack(events), notes)
