"""Announcements of the bot's absences: once in each match whose clocks were stopped."""

from __future__ import annotations

from bot.clocks.absence import Absence
from bot.delivery import announcements
from bot.store import Store, Writing, about
from bot.store.clocks import TELL
from bot.store.match_status import MatchStatus
from bot.store.rows import AlarmRow
from bot.time import reminder_schedule, seat_clocks

AT_ONCE = 20
"""Matches notified in one transaction, so that others can write in between."""


class Absences:
    """Announced absences of the bot."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def length(self, guild_id: int | None) -> int:
        """Return the duration of the last absence announced on a server, in milliseconds; 0 for none."""
        async with self._store.read() as store:
            last = await store.absences.last_told(guild_id)
        return 0 if last is None else last.back - last.gone


async def tell_absence(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """Announce the first pending absence in the next portion of matches."""
    pending = await tx.absences.to_tell()
    if pending is None:
        return
    number, absence, after = pending
    matches = await tx.absences.stopped(after, AT_ONCE)
    await tx.hold(*map(about.AboutMatch, matches))
    for match_id in matches:
        await _tell(tx, match_id, number, absence)
    await tx.absences.mark_announced(number, matches[-1] if len(matches) == AT_ONCE else None)
    await tx.alarms.set(TELL, 0, 0, now)


async def _tell(tx: Writing, match_id: int, number: int, absence: Absence) -> None:
    row = await tx.matches.match(match_id)
    if row is None or row.status is not MatchStatus.PLAYING or not absence.concerns(row.guild_id):
        return
    for seat, player in enumerate(row.seats):
        await tx.alarms.set(seat_clocks.TIME, row.id, player.person_id, seat_clocks.due_time(row, seat))
        await reminder_schedule.rearm(tx, row, player.person_id)
    notes = announcements.of_absence(row, number)
    await tx.notes.add(notes if absence.back > absence.gone else notes[1:])
