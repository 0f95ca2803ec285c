"""The time of a match: extra time for others, and pauses."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.delivery import announcements
from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.match.apply import save_act
from bot.match.consent import Consents, is_agreed, missing, names_of, needed
from bot.match.context import check_still_in, check_there, not_begun
from bot.match.missing_players import is_back
from bot.store import about
from bot.store.match_status import MatchStatus
from bot.store.mentions import MentionKind
from bot.store.offers import Request, RequestKind
from bot.store.rows import ActRow, MatchRow
from bot.store.store import retried
from bot.time import seat_clocks
from bot.time.reminder_schedule import save_time
from bot.views.types import MatchTable
from cards.i18n import msg


class MatchTime(Consents):
    """Players' acts on the clocks of a match. Each interaction takes effect once."""

    async def give_time(
        self, interaction: int, match_id: int, person: int, amount: int, *, if_late: bool = False
    ) -> MatchTable:
        """Give all opponents `amount` milliseconds. Raises NotYourMatch, NoClock, AlreadyDecided.

        With `if_late`, only those who are out of time; raises TimeNotUp if none are.
        """

        def give(row: MatchRow, seat: int, now: int, pause: Request | None) -> MatchRow:
            receivers = late_seats(row, seat, self._context.clock.now()) if if_late else row.others(seat)
            for opponent in receivers:
                row = replace(row, seats=seat_clocks.with_time_added(row, opponent, amount, now))
            return row

        return await self._set_time(interaction, MentionKind.TIME, match_id, person, give)

    async def pause(
        self, interaction: int, match_id: int, person: int, *, answering: bool = False
    ) -> MatchTable:
        """Ask all opponents for a pause, or agree to a request; with `answering`, only agree.

        Raises NotYourMatch, NoClock, AlreadyDecided.
        """

        def pause(row: MatchRow, seat: int, now: int, request: Request | None) -> MatchRow:
            if row.paused:
                raise AlreadyDecided(
                    msg("The match is already paused. Either of you can continue.")
                    if len(row.playing) == 2
                    else msg("The match is already paused. Any of you can continue.")
                )
            if answering and request is None:
                raise AlreadyDecided(msg("No one is asking for a pause."))
            if request is None and needed(row, seat):
                return replace(row, pause_asked=seat)
            if request is not None and request.stands(seat):
                raise AlreadyDecided(
                    msg("You already asked for a pause. Waiting for {who}.", who=missing(row, request))
                    if request.by == seat
                    else msg("You already agreed. Waiting for {who}.", who=missing(row, request))
                )
            if request is not None and not is_agreed(row, request, seat):
                return row
            paused = replace(row, pause_asked=None, paused=True)
            return replace(paused, seats=seat_clocks.with_holds(paused, now))

        return await self._set_time(interaction, MentionKind.PAUSE, match_id, person, pause)

    async def go_on(
        self, interaction: int, match_id: int, person: int, *, answering: bool | None = None
    ) -> MatchTable:
        """End a pause, or decline or withdraw the request for one.

        `answering`: True is only about a request, False only about a pause. Raises NotYourMatch, NoClock,
        AlreadyDecided.
        """

        def go_on(row: MatchRow, seat: int, now: int, request: Request | None) -> MatchRow:
            if answering and request is None:
                raise AlreadyDecided(msg("No one is asking for a pause."))
            if answering is False and not row.paused:
                raise AlreadyDecided(msg("The match isn't paused."))
            if not row.paused and request is None:
                raise AlreadyDecided(msg("The match isn't paused."))
            resumed = replace(row, pause_asked=None, paused=False)
            return replace(resumed, seats=seat_clocks.with_holds(resumed, now))

        return await self._set_time(interaction, "go on", match_id, person, go_on)

    @retried(known=True)
    async def _set_time(
        self,
        interaction: int,
        kind: str,
        match_id: int,
        person: int,
        change: Callable[[MatchRow, int, int, Request | None], MatchRow],
    ) -> MatchTable:
        """Change the clocks or the pause of a match, and announce it.

        `change` gets the row, the seat, the time and the current request for a pause.
        """
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            seat = row.own_seat(person)
            if await tx.acts.act(interaction) is not None:
                return self._context.table(row)
            if row.status is not MatchStatus.PLAYING:
                over = row.status is MatchStatus.OVER
                raise AlreadyDecided(msg("This match is over.") if over else not_begun(row).message)
            if row.control.kind == "none":
                raise NoClock(msg("This match has no clocks. Take all the time you need."))
            check_still_in(row, seat)
            check_there(row, seat)
            row = await is_back(tx, row, seat) if row.seats[seat].gone else row
            now, offers = self._context.clock.now(), await tx.offers.of(match_id)
            request = offers.pause
            after = replace(change(row, seat, now, request), rev=row.rev + 1, changed_at=now)
            if kind == MentionKind.TIME or (request is None and after.pause_asked == seat):
                await self._check_mention(tx, row, seat, MentionKind(kind), now)
            act_kind = kind
            if kind == MentionKind.PAUSE and request is not None:
                act_kind = "pause agreed" if after.paused else RequestKind.PAUSE.consent
            act = ActRow(match_id, after.rev, interaction, act_kind, person, seat, now)
            # No mention for withdrawing your own request, or for an agreement that isn't the last one.
            quiet = row.pause_asked == seat or act_kind == RequestKind.PAUSE.consent
            notes = announcements.of_time(after, str(after.rev), () if quiet else row.others(seat))
            after = await save_act(tx, row, after, act, notes)
            await save_time(tx, row, after)
            if kind == MentionKind.TIME and offers.takeover is not None:
                # A player with time again needs no takeover.
                await tx.offers.store(match_id, replace(offers, takeover=None))
            if (row.pause_asked, row.paused) != (after.pause_asked, after.paused):
                await tx.matches.set_pause(match_id, after.pause_asked, paused=after.paused)
            return self._context.table(after)


def late_seats(row: MatchRow, seat: int, now: int) -> tuple[int, ...]:
    """Return the opponents who are out of time. Raises NoClock, and TimeNotUp if none are."""
    if row.control.kind == "none":
        raise NoClock(msg("This match has no clocks, so no one can run out of time."))
    late = tuple(
        opponent
        for opponent in row.others(seat)
        if (clock := row.seats[opponent].clock) is not None
        and clock.since is not None
        and seat_clocks.time_left(row, opponent, now) <= 0
    )
    if not late:
        raise TimeNotUp(msg("{who} still has time.", who=names_of(row, row.others(seat))))
    return late
