"""A player's vacations, in all their matches, and their time zone."""

from __future__ import annotations

from msgspec.structs import replace

from bot.clocks import Home, budget, ended_vacation, find_zone, with_absence, with_zone
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
"""Maximum vacations that a player can start or change within an hour. Opponents are notified of each."""
QUIET = 10 * MINUTE
"""Milliseconds after a change within which the next change is shown, but mentions no one."""
HOME = "home"
"""The kind of the alarm that ends a vacation."""
_ALL = 10_000


class Vacations:
    """Players' vacations and time zones.

    Methods that change something can take the id of the interaction; then they act once per interaction.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, person: int) -> tuple[PersonRow, int]:
        """Return a player's stored data, and the milliseconds of vacation left."""
        async with self._context.store.read() as store:
            row = await store.people.person(person)
        now = self._context.clock.now()
        if row.home.since <= now:
            row = replace(row, home=Home(row.zone))
        return row, budget(row.vacation, now)

    @retried(known=True)
    async def leave(self, person: int, length: int, *, interaction: int | None = None) -> int:
        """Start a vacation of `length` milliseconds from now, or move its end. Return its end.

        It stops the player's clocks in all matches. Raises LimitReached, TooSoon.
        """
        async with self._context.change(about.MatchesOf(person)) as tx:
            row, now = await tx.people.person(person), self._context.clock.now()
            recent = await tx.personal.when(person, ("away",), now - HOUR)
            if not await _is_new(tx, interaction, person, "away", now):
                return now + length if row.vacation.until is None else row.vacation.until
            if len(recent) >= OFTEN:
                at = recent[OFTEN - 1] + HOUR
                raise TooSoon(
                    msg(
                        "You changed your vacation {n} times within an hour. You can change it again {when}.",
                        n=OFTEN,
                        when=moment(at),
                    ),
                    at,
                )
            available = budget(row.vacation, now)
            if length < LEAST:
                raise LimitReached(msg("A vacation must be at least {time}.", time=short(LEAST)))
            if length > available:
                raise LimitReached(
                    msg(
                        "You have {time} of vacation left. You earn 3h per day that you aren't away.",
                        time=short(max(available, 0)),
                    )
                )
            vacation = with_absence(row.vacation, now, now + length)
            if vacation == row.vacation:
                return now + length
            await tx.people.set_vacation(person, vacation)
            await tx.alarms.set(HOME, 0, person, now + length)
            await _update_clocks(tx, person, now, is_home=False)
            return now + length

    @retried(known=True)
    async def come_back(self, person: int, *, interaction: int | None = None) -> None:
        """End a player's vacation now. Raises AlreadyDecided if they aren't away."""
        async with self._context.change(about.MatchesOf(person)) as tx:
            if not await _is_new(tx, interaction, person, "back", self._context.clock.now()):
                return
            if (await tx.people.person(person)).vacation.until is None:
                raise AlreadyDecided(msg("You aren't away."))
            await _come_home(tx, person, self._context.clock.now())

    @retried(known=True)
    async def live_in(self, person: int, zone: str, *, interaction: int | None = None) -> Home:
        """Set a player's time zone, for weekends and quiet hours, and return it. Raises UnknownZone.

        While they play a match with weekends off, the change takes effect later (`moved_home`).
        """
        name = find_zone(zone)
        async with self._context.store.write(about.MatchesOf(person)) as tx:
            now = self._context.clock.now()
            if not await _is_new(tx, interaction, person, "time zone", now):
                return Home(name)
            old_home = (await tx.people.person(person)).home
            rows = await tx.matches.of(person, (MatchStatus.PLAYING,), _ALL)
            is_counted = any(row.control.weekends_off and row.seat_of(person) in row.playing for row in rows)
            home = with_zone(old_home, name, now) if is_counted else Home(name)
            await tx.people.set_home(person, home)
            for row in rows:
                # Past time counts by the old rules, future time by the new ones.
                seats = tuple(
                    replace(seat, home=home) if seat.person_id == person else seat
                    for seat in seat_clocks.settled_clocks(row, now)
                )
                await save_time(tx, row, replace(row, seats=seats))
        self._context.wake()
        return home


async def _is_new(tx: Writing, interaction: int | None, person: int, act_kind: str, now: int) -> bool:
    """Return whether an interaction hasn't been applied before. Always True without an interaction."""
    return interaction is None or await tx.personal.once(interaction, person, act_kind, now)


async def end_vacation(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """Handle the alarm that ends a vacation, as of its due time."""
    await _come_home(tx, alarm.person_id, alarm.due_at)


async def _come_home(tx: Writing, person: int, at: int) -> None:
    """End a player's vacation at a time, from which their clocks run again."""
    row = await tx.people.person(person)
    if row.vacation.until is None:
        return
    await tx.people.set_vacation(person, ended_vacation(row.vacation, at))
    await tx.alarms.set(HOME, 0, person, None)
    await _update_clocks(tx, person, at, is_home=True)


async def _update_clocks(tx: Writing, person: int, at: int, *, is_home: bool) -> None:
    """Stop or restart a player's clocks in all their matches when they leave or return, and announce it."""
    recent = await tx.personal.when(person, ("away", "back"), at - QUIET)
    for row in await tx.matches.of(person, (MatchStatus.PLAYING,), _ALL):
        if row.seat_of(person) not in row.playing:
            continue
        if row.control.kind == "none":
            await reminder_schedule.rearm(tx, row, person)
            continue
        after = replace(row, seats=seat_clocks.with_holds(row, at))
        await save_time(tx, row, after)
        mentioned = [
            number
            for number in row.playing
            if row.seats[number].person_id != person
            and len(recent) < 2
            and not await tx.blocks.has_blocked(row.seats[number].person_id, person)
        ]
        await tx.notes.add(
            announcements.of_time(after, f"{'home' if is_home else 'away'}:{person}:{at}", mentioned)
        )
