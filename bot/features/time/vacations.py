"""Vacations from all of a person's matches, and their time zone."""

from __future__ import annotations

from msgspec.structs import replace

from bot.clocks import Home, budget, find_zone, home, moved_home, with_absence
from bot.clocks.control import HOUR, MINUTE, short
from bot.clocks.vacation import LEAST
from bot.delivery import announcements
from bot.errors import AlreadyDecided, LimitReached
from bot.match.context import MatchContext
from bot.people.contact_limits import TooSoon, moment
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.rows import AlarmRow, PersonRow
from bot.store.store import retried
from bot.time import reminder_schedule, seat_clocks
from bot.time.reminder_schedule import save_time
from cards.i18n import msg

OFTEN = 3
"""Vacations that a person may begin or change within an hour: their opponents are told of each."""
QUIET = 10 * MINUTE
"""Milliseconds after a change within which the next one is shown, but calls nobody."""
HOME = "home"
"""The alarm for the end of a vacation."""
_ALL = 10_000


class Vacations:
    """People's vacations and time zones.

    What changes something may take the id of the interaction that asked for it, and is carried out once for it.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, person: int) -> tuple[PersonRow, int]:
        """Return a person's stored vacation data, and the milliseconds of vacation left."""
        async with self._context.store.read() as store:
            known = await store.people.person(person)
        now = self._context.clock.now()
        if known.home.since <= now:
            known = replace(known, home=Home(known.zone))
        return known, budget(known.vacation, now)

    @retried(known=True)
    async def leave(self, person: int, length: int, *, interaction: int | None = None) -> int:
        """Begin a vacation of `length` milliseconds, or give it another end; return when it ends.

        All clocks of that person stand still meanwhile. Raises LimitReached.
        """
        async with self._context.change(about.MatchesOf(person)) as tx:
            known, now = await tx.people.person(person), self._context.clock.now()
            often = await tx.personal.when(person, ("away",), now - HOUR)
            if not await _is_new(tx, interaction, person, "away", now):
                return now + length if known.vacation.until is None else known.vacation.until
            if len(often) >= OFTEN:
                at = often[OFTEN - 1] + HOUR
                raise TooSoon(
                    msg(
                        "You changed your vacation {n} times within an hour. You can change it again {when}.",
                        n=OFTEN,
                        when=moment(at),
                    ),
                    at,
                )
            left = budget(known.vacation, now)
            if length < LEAST:
                raise LimitReached(msg("A vacation must be at least {time}.", time=short(LEAST)))
            if length > left:
                raise LimitReached(
                    msg(
                        "You have {time} of vacation left. You earn 3h per day that you aren't away.",
                        time=short(max(left, 0)),
                    )
                )
            begun = with_absence(known.vacation, now, now + length)
            if begun == known.vacation:
                return now + length
            await tx.people.set_vacation(person, begun)
            await tx.alarms.set(HOME, 0, person, now + length)
            await _rerun(tx, person, now, is_home=False)
            return now + length

    @retried(known=True)
    async def come_back(self, person: int, *, interaction: int | None = None) -> None:
        """End one's vacation now. Raises AlreadyDecided."""
        async with self._context.change(about.MatchesOf(person)) as tx:
            if not await _is_new(tx, interaction, person, "back", self._context.clock.now()):
                return
            if (await tx.people.person(person)).vacation.until is None:
                raise AlreadyDecided(msg("You aren't away."))
            await _come_home(tx, person, self._context.clock.now())

    @retried(known=True)
    async def live_in(self, person: int, zone: str, *, interaction: int | None = None) -> Home:
        """Say where someone lives, for weekends and quiet hours; return that. Raises UnknownZone.

        While they play a match with weekends off, these move later (`moved_home`).
        """
        name = find_zone(zone)
        async with self._context.store.write(about.MatchesOf(person)) as tx:
            now = self._context.clock.now()
            if not await _is_new(tx, interaction, person, "time zone", now):
                return Home(name)
            before = (await tx.people.person(person)).home
            rows = await tx.matches.of(person, (MatchStatus.PLAYING,), _ALL)
            is_counted = any(row.control.weekends_off and row.seat_of(person) in row.playing for row in rows)
            home = moved_home(before, name, now) if is_counted else Home(name)
            await tx.people.set_home(person, home)
            for row in rows:
                # Past time counts by the old rules, future time by the new ones.
                seats = tuple(
                    replace(seat, home=home) if seat.person_id == person else seat
                    for seat in seat_clocks.reckoned(row, now)
                )
                await save_time(tx, row, replace(row, seats=seats))
        self._context.wake()
        return home


async def _is_new(tx: Writing, interaction: int | None, person: int, what: str, now: int) -> bool:
    """Return whether an interaction has not been carried out before; whatever none asked for always is."""
    return interaction is None or await tx.personal.once(interaction, person, what, now)


async def end_vacation(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """End a person's vacation, at the moment at which it was to end."""
    await _come_home(tx, alarm.person_id, alarm.due_at)


async def _come_home(tx: Writing, person: int, at: int) -> None:
    """End a person's vacation at a moment: their clocks run again from then on."""
    known = await tx.people.person(person)
    if known.vacation.until is None:
        return
    await tx.people.set_vacation(person, home(known.vacation, at))
    await tx.alarms.set(HOME, 0, person, None)
    await _rerun(tx, person, at, is_home=True)


async def _rerun(tx: Writing, person: int, at: int, *, is_home: bool) -> None:
    """Stop or restart a person's clocks in all their matches when they leave or return, and announce it."""
    recent = await tx.personal.when(person, ("away", "back"), at - QUIET)
    for row in await tx.matches.of(person, (MatchStatus.PLAYING,), _ALL):
        if row.seat_of(person) not in row.playing:
            continue
        if row.control.kind == "none":
            await reminder_schedule.rearm(tx, row, person)
            continue
        after = replace(row, seats=seat_clocks.let_run(row, at))
        await save_time(tx, row, after)
        others = [
            number
            for number in row.playing
            if row.seats[number].person_id != person
            and len(recent) < 2
            and not await tx.calls.has_blocked(row.seats[number].person_id, person)
        ]
        await tx.notes.add(
            announcements.of_time(after, f"{'home' if is_home else 'away'}:{person}:{at}", others)
        )
