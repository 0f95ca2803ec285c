"""Reminders: players' settings, and their reactions to a reminder."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.clocks import QuietHours, ReminderSettings, ReminderState
from bot.clocks.control import HOUR
from bot.errors import AlreadyDecided
from bot.match.context import MatchContext
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow, PersonRow
from bot.store.store import retried
from bot.time import reminder_schedule
from cards.i18n import msg

SNOOZE = 4 * HOUR
"""The default length of a snooze, in milliseconds."""
_ALL = 10_000


class Reminders:
    """Players' reminder settings.

    Methods that change something can take the id of the interaction; then they act once per interaction.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, person: int) -> PersonRow:
        """Return a player's reminder settings, and their time zone."""
        async with self._context.store.read() as store:
            return await store.people.person(person)

    @retried(known=True)
    async def change_settings(
        self,
        person: int,
        change: Callable[[ReminderSettings], ReminderSettings],
        *,
        interaction: int | None = None,
    ) -> PersonRow:
        """Change a player's reminder settings, and reschedule the reminders of their matches.

        Return the new settings.
        """
        async with self._context.change(about.MatchesOf(person)) as tx:
            before_change = await tx.people.person(person)
            if interaction is not None and not await self._is_new(tx, interaction, person, "reminders"):
                return before_change
            await tx.people.set_reminder_settings(person, change(before_change.reminder_settings))
            for row in await tx.matches.of(person, (MatchStatus.PLAYING,), _ALL):
                await reminder_schedule.rearm(tx, row, person)
            return await tx.people.person(person)

    async def be_quiet(
        self, person: int, quiet: QuietHours | None, *, interaction: int | None = None
    ) -> PersonRow:
        """Set a player's quiet hours; None turns them off."""
        return await self.change_settings(
            person, lambda reminder_settings: replace(reminder_settings, quiet=quiet), interaction=interaction
        )

    async def snooze(self, match_id: int, person: int, length: int, *, interaction: int | None = None) -> int:
        """Move the next reminder of a match to `length` milliseconds from now. Return its time.

        Raises NotYourMatch, AlreadyDecided.
        """
        until = self._context.clock.now() + length
        snoozed = await self._change(
            match_id,
            person,
            lambda reminder: replace(reminder, snoozed=until, sent=0),
            interaction=interaction,
        )
        return snoozed.snoozed or until

    async def heed(self, match_id: int, person: int) -> None:
        """Record that the player reacted to a reminder, so that the count of unanswered ones restarts.

        Raises NotYourMatch.
        """
        try:
            await self._change(match_id, person, lambda reminder: replace(reminder, sent=0))
        except AlreadyDecided:
            return

    async def mute(self, match_id: int, person: int, *, off: bool, interaction: int | None = None) -> None:
        """Turn the reminders of one match off or on. Raises NotYourMatch, AlreadyDecided if it is over."""
        await self._change(
            match_id,
            person,
            lambda reminder: replace(reminder, off=off),
            always=True,
            interaction=interaction,
        )

    @retried(known=True)
    async def _change(
        self,
        match_id: int,
        person: int,
        change: Callable[[ReminderState], ReminderState],
        *,
        always: bool = False,
        interaction: int | None = None,
    ) -> ReminderState:
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            reminder = row.seats[row.own_seat(person)].reminder
            if interaction is not None and not await self._is_new(tx, interaction, person, "one match"):
                return reminder
            if row.status is not MatchStatus.PLAYING or (reminder.question is None and not always):
                raise AlreadyDecided(msg("I have nothing to remind you of in this match."))
            changed = change(reminder)
            await _set(tx, row, person, changed)
            return changed

    async def _is_new(self, tx: Writing, interaction: int, person: int, act_kind: str) -> bool:
        return await tx.personal.once(interaction, person, act_kind, self._context.clock.now())


async def _set(tx: Writing, row: MatchRow, person: int, reminder: ReminderState) -> None:
    await tx.reminders.store(row.id, {person: reminder})
    current = await tx.matches.existing(row.id)
    await reminder_schedule.rearm(tx, current, person)
