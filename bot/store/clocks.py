"""Statements about clocks, reminders and alarms, and about absences of the bot.

An absence is stored once, and clocks are not rewritten: readers subtract the absences after a clock was written. Each
row of a clock names the last absence it includes, so that none counts twice, even if a process dies or the machine's
clock changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from bot.clocks import ReminderState, SeatClock, TimeControl
from bot.clocks.absence import Absence, extended_deadline, without_absence
from bot.clocks.control import DAY
from bot.store.connection import Connection
from bot.store.rows import AlarmRow, SeatRow
from bot.store.subject import Columns, Subject

ALIVE = "alive"
"""The fact with the last time the bot was reachable, in ms since 1970; comma-separated by shard."""
TELL = "absence"
"""The alarm that announces an absence to players."""
MIN_ANNOUNCED_MS = 300_000
"""The minimum duration in milliseconds of an announced absence."""

UNMARKED = 30_000
"""Milliseconds without a new mark after which no process counts as answering.

With several processes, each marks every 10 s.
"""

_ABSENCE = Columns(Absence)
_SWEEP = """
DELETE FROM absences WHERE id < ? AND back < ?
  AND id <= COALESCE((SELECT MIN(absences) FROM clocks WHERE since IS NOT NULL), id)
  AND id <= COALESCE((SELECT MIN(absences) FROM requests WHERE until > 0), id)
  AND id < COALESCE((SELECT MIN(id) FROM absences WHERE told IS NOT NULL), id + 1)
"""
"""Deletes old absences included in everything that counts.

The last one stays, so that the next gets a higher number.
"""
_RETENTION_MS = 30 * DAY
"""Minimum retention of an absence, in milliseconds."""


def last_mark(fact: str) -> int:
    """Return the last time the bot was reachable by any shard, from the value of `ALIVE`; 0 if unknown."""
    return max((int(mark) for mark in fact.split(",") if mark), default=0)


class AbsenceLog:
    """The absences that a process knows: stored ones, new ones, and the current one."""

    def __init__(self) -> None:
        self._written: list[tuple[int, Absence]] = []
        self._last = 0
        self.is_shared = False
        """Whether other processes answer people too. The bot is only absent if none of them does."""
        self.new: list[Absence] = []
        """Absences to be written with the next transaction, in order."""
        self.mark: Callable[[], str] = str
        """Return the current value of `ALIVE`."""
        self.lasting: Callable[[], Sequence[Absence]] = tuple
        """Returns the absences in progress."""
        self.on_written: Callable[[], None] = lambda: None
        """Called after absences were stored."""

    def load(self, written: Sequence[tuple[int, Absence]], last: int) -> None:
        """Load the stored absences. `last` is the highest number in the database."""
        self._written, self._last = list(written), last

    @property
    def last_written(self) -> int:
        """The number of the last absence known to be stored."""
        return self._last

    def catch_up(self, written: Sequence[tuple[int, Absence]], marked: int) -> None:
        """Load absences stored by other processes, and shorten new ones.

        No absence lasts before the time `marked`, because another process was present.
        """
        self._written += written
        self._last = max([self._last, *(number for number, _ in written)])
        new = (replace(absence, gone=max(absence.gone, marked)) for absence in self.new)
        self.new = [absence for absence in new if absence.back - absence.gone >= UNMARKED]

    @property
    def last(self) -> int:
        """The number of the last absence that is over."""
        return self._last + len(self.new)

    def included(self, since: int | None) -> int:
        """Return the number of the last absence included in a clock that has been running since then, or is stopped.

        A late event, such as the end of a vacation, may have begun before absences that are already over.
        """
        number = self.last
        for absence in chain(reversed(self.new), (absence for _, absence in reversed(self._written))):
            if since is None or absence.back <= max(since, absence.gone - 1):
                break
            number -= 1
        return number

    def since(self, number: int, guild_id: int | None) -> list[Absence]:
        """Return the absences after that number that concern a server, in order."""
        written = (absence for known, absence in self._written if known > number)
        new = self.new[max(number - self._last, 0) :]
        return [absence for absence in (*written, *new, *self.lasting()) if absence.concerns(guild_id)]

    @property
    def now(self) -> int:
        """During an absence, its time in ms since 1970: clocks written now count from then. Otherwise 0."""
        return max((absence.back for absence in self.lasting()), default=0)

    def write(self) -> list[tuple[int, Absence]]:
        """Move the new absences to the stored ones. Return them with their numbers."""
        new = list(enumerate(self.new, self._last + 1))
        self._written += new
        self._last += len(new)
        self.new = []
        return new

    def take_back(self, count: int) -> None:
        """Move the last `count` absences back to the new ones, because they weren't stored after all."""
        if count:
            self.new = [*(absence for _, absence in self._written[-count:]), *self.new]
            self._last -= count
            del self._written[-count:]

    def clocks(
        self, seats: Sequence[tuple[SeatRow, int]], control: TimeControl, guild_id: int | None
    ) -> tuple[SeatRow, ...]:
        """Return a match's seats with their current clocks, each with the last absence it includes."""
        if control.kind == "none" or (
            not self.lasting() and all(number >= self.last or seat.clock is None for seat, number in seats)
        ):
            return tuple(seat for seat, _ in seats)
        return tuple(self._clock(seat, number, control, guild_id) for seat, number in seats)

    def _clock(self, seat: SeatRow, number: int, control: TimeControl, guild_id: int | None) -> SeatRow:
        clock = seat.clock
        if clock is None or clock.since is None:
            return seat
        for absence in self.since(number, guild_id):
            clock = without_absence(clock, control.calendar(seat.home), absence)
        if clock == seat.clock:
            return seat
        # The timeout may have been announced before the bot noticed its absence.
        return replace(seat, clock=clock, flagged=seat.flagged and clock.left <= 0)

    def deadline(self, until: int, since: int, number: int, guild_id: int | None) -> int:
        """Return the current deadline. It counts from `since`, and includes absences up to that number."""
        for absence in self.since(number, guild_id):
            until = extended_deadline(until, since, absence)
            # Two absences may overlap at the end, which counts once.
            since = max(since, absence.back) if absence.back > absence.gone else absence.back
        return until


class AbsenceQueries(Subject):
    """Absences of the bot. Clocks don't run during them."""

    def __init__(self, connection: Connection, log: AbsenceLog) -> None:
        super().__init__(connection)
        self._log = log

    async def deadline(self, until: int, since: int, guild_id: int | None) -> int:
        """Return a deadline that counts from a moment, extended by the absences since."""
        return self._log.deadline(until, since, 0, guild_id)

    async def last_told(self, guild_id: int | None) -> Absence | None:
        """Return the last absence announced to the players on a server."""
        rows = await self._records(
            _ABSENCE, "FROM absences WHERE back - gone >= ? ORDER BY id DESC", MIN_ANNOUNCED_MS
        )
        return next((absence for absence in rows if absence.concerns(guild_id)), None)

    async def load(self) -> None:
        """Load the stored absences."""
        rows = await self._all("SELECT id, gone, back, shard, shards FROM absences ORDER BY id")
        last = await self._number(
            "SELECT COALESCE(MAX(number), 0) FROM (SELECT MAX(id) AS number FROM absences "
            "UNION ALL SELECT MAX(absences) FROM clocks UNION ALL SELECT MAX(absences) FROM requests) AS last"
        )
        self._log.load([(row[0], Absence(*row[1:])) for row in rows], last)


class AbsenceStatements(AbsenceQueries):
    """Absences of the bot, inside a transaction."""

    async def write(self) -> int:
        """Store new absences and the end of the bot's presence. Return the number of absences."""
        if self._log.is_shared:
            await self._catch_up()
        new = self._log.write()
        for number, absence in new:
            # If the clock was set back, deadlines precede their alarms.
            is_told = absence.back - absence.gone >= MIN_ANNOUNCED_MS or absence.back < absence.gone
            await self._add(
                "absences",
                id=number,
                gone=absence.gone,
                back=absence.back,
                shard=absence.shard,
                shards=absence.shards,
                told=0 if is_told else None,
            )
            if is_told:
                alarm = {"kind": TELL, "match_id": 0, "person_id": 0}
                await self._put("alarms", alarm, due_at=absence.back)
        await self._put("facts", {"name": ALIVE}, value=self._log.mark())
        if new:
            await self._execute(_SWEEP, new[-1][0], new[-1][1].back - _RETENTION_MS)
        return len(new)

    async def _catch_up(self) -> None:
        rows = await self._all(
            "SELECT id, gone, back, shard, shards FROM absences WHERE id > ? ORDER BY id",
            self._log.last_written,
        )
        mark = await self._one("SELECT value FROM facts WHERE name = ?", ALIVE)
        known = [(row[0], Absence(*row[1:])) for row in rows]
        self._log.catch_up(known, last_mark("" if mark is None else str(mark[0])))

    async def to_tell(self) -> tuple[int, Absence, int] | None:
        """Return the first absence that isn't fully announced: its number, the absence, and the last announced match."""
        row = await self._one(
            "SELECT id, gone, back, shard, shards, told FROM absences WHERE told IS NOT NULL ORDER BY id LIMIT 1"
        )
        return None if row is None else (row[0], Absence(*row[1:5]), row[5])

    async def mark_announced(self, number: int, match_id: int | None) -> None:
        """Record that an absence was announced in matches up to this one; None: in all."""
        await self._execute("UPDATE absences SET told = ? WHERE id = ?", match_id, number)

    async def stopped(self, after: int, limit: int) -> list[int]:
        """Return up to `limit` matches after one, in order, whose clock runs or in which a draw is offered.

        Absences extend these.
        """
        return await self._numbers(
            "SELECT match_id FROM clocks WHERE since IS NOT NULL AND match_id > ? "
            "UNION SELECT match_id FROM requests WHERE until > 0 AND match_id > ? ORDER BY 1 LIMIT ?",
            after,
            after,
            limit,
        )


CLOCK = Columns(SeatClock, "c", left="c.time_left")
"""The clock of a seat, in the table `clocks c`."""
REMINDER_COLUMNS = Columns(ReminderState, "r", at="r.asked_at", off="r.muted")
"""A player's reminders, in the table `reminders r`."""


class ClockStatements(Subject):
    """The clocks of matches, one per seat, inside a transaction. They are read with the match."""

    def __init__(self, connection: Connection, absences: AbsenceLog) -> None:
        super().__init__(connection)
        self._absences = absences

    async def store(self, match_id: int, clocks: Mapping[int, tuple[SeatClock, bool]]) -> None:
        """Store clocks by seat, and whether their timeout was announced."""
        for seat, (clock, flagged) in clocks.items():
            key = {"match_id": match_id, "seat": seat}
            absences = self._absences.included(clock.since)
            await self._put("clocks", key, **CLOCK.values(clock), flagged=flagged, absences=absences)


class ReminderStatements(Subject):
    """Players' reminders, inside a transaction. They are read with the match."""

    async def store(self, match_id: int, reminders: Mapping[int, ReminderState]) -> None:
        """Store the reminders of people in a match, by person."""
        for person, reminder in reminders.items():
            await self._put(
                "reminders", {"match_id": match_id, "person_id": person}, **REMINDER_COLUMNS.values(reminder)
            )


_ALARM = Columns(AlarmRow)


class AlarmQueries(Subject):
    """Scheduled alarms."""

    async def next(self, now: int) -> int | None:
        """Return the time of the next alarm that isn't due yet, None if there is none."""
        return await self._number_if_any("SELECT MIN(due_at) FROM alarms WHERE due_at > ?", now)

    async def due(self, now: int, limit: int) -> list[AlarmRow]:
        """Return the due alarms, the longest overdue first."""
        return await self._records(
            _ALARM,
            "FROM alarms WHERE due_at <= ? ORDER BY due_at, kind, match_id, person_id LIMIT ?",
            now,
            limit,
        )


class AlarmStatements(AlarmQueries):
    """Scheduled alarms, inside a transaction."""

    async def set(self, kind: str, match_id: int, person: int, due_at: int | None) -> None:
        """Set the time of an alarm, replacing its previous one; None removes it."""
        if due_at is None:
            await self._execute(
                "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ?", kind, match_id, person
            )
            return
        key = {"kind": kind, "match_id": match_id, "person_id": person}
        await self._put("alarms", key, due_at=due_at)

    async def take(self, alarm: AlarmRow) -> bool:
        """Remove an alarm. Return False if it no longer exists, or is due at another time."""
        return await self._is_there(
            "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ? AND due_at = ? RETURNING due_at",
            alarm.kind,
            alarm.match_id,
            alarm.person_id,
            alarm.due_at,
        )
