"""The time of a match: giving some to others, and pauses."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.delivery import announcements
from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.match.consent import called, check_calls, is_agreed, missing, needed
from bot.match.context import MatchContext, check_still_in, check_there, not_begun
from bot.match.missing_players import is_back
from bot.store import about
from bot.store.calls import Call
from bot.store.match_status import MatchStatus
from bot.store.offers import Request, RequestKind
from bot.store.rows import ActRow, MatchRow
from bot.store.store import retried
from bot.time import seat_clocks
from bot.time.reminder_schedule import save_time
from bot.views.types import MatchTable
from cards.i18n import msg


class MatchTime:
    """Acts of players on the clocks of a match. Each is carried out once for an interaction."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def give_time(
        self, interaction: int, match_id: int, person: int, amount: int, *, if_late: bool = False
    ) -> MatchTable:
        """Give all others milliseconds to think. Raises NotYourMatch, NoClock, AlreadyDecided.

        With `if_late`, only those whose time is up; raises TimeNotUp if it is nobody's.
        """

        def give(row: MatchRow, seat: int, now: int, pause: Request | None) -> MatchRow:
            to = late_seats(row, seat, self._context.clock.now()) if if_late else row.others(seat)
            for other in to:
                row = replace(row, seats=seat_clocks.with_time_added(row, other, amount, now))
            return row

        return await self._set_time(interaction, Call.TIME, match_id, person, give)

    async def pause(
        self, interaction: int, match_id: int, person: int, *, answering: bool = False
    ) -> MatchTable:
        """Ask all others for a pause, or agree to the one that is asked for; with `answering`, only that.

        Raises NotYourMatch, NoClock, AlreadyDecided.
        """

        def pause(row: MatchRow, seat: int, now: int, asked: Request | None) -> MatchRow:
            if row.paused:
                raise AlreadyDecided(
                    msg("The match is already paused. Either of you can continue.")
                    if len(row.playing) == 2
                    else msg("The match is already paused. Any of you can continue.")
                )
            if answering and asked is None:
                raise AlreadyDecided(msg("No one is asking for a pause."))
            if asked is None and needed(row, seat):
                return replace(row, pause_asked=seat)
            if asked is not None and asked.stands(seat):
                raise AlreadyDecided(
                    msg("You already asked for a pause. Waiting for {who}.", who=missing(row, asked))
                    if asked.by == seat
                    else msg("You already agreed. Waiting for {who}.", who=missing(row, asked))
                )
            if asked is not None and not is_agreed(row, asked, seat):
                return row
            held = replace(row, pause_asked=None, paused=True)
            return replace(held, seats=seat_clocks.let_run(held, now))

        return await self._set_time(interaction, Call.PAUSE, match_id, person, pause)

    async def go_on(
        self, interaction: int, match_id: int, person: int, *, answering: bool | None = None
    ) -> MatchTable:
        """End a pause, or refuse or take back the request for one. Raises NotYourMatch, NoClock, AlreadyDecided.

        `answering` says that it is about a request, and nothing else; False, that it is about a pause.
        """

        def go_on(row: MatchRow, seat: int, now: int, asked: Request | None) -> MatchRow:
            if answering and asked is None:
                raise AlreadyDecided(msg("No one is asking for a pause."))
            if answering is False and not row.paused:
                raise AlreadyDecided(msg("The match isn't paused."))
            if not row.paused and asked is None:
                raise AlreadyDecided(msg("The match isn't paused."))
            running = replace(row, pause_asked=None, paused=False)
            return replace(running, seats=seat_clocks.let_run(running, now))

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
        """Change what concerns the time of a match, and tell everybody; `change` is told which pause is asked for."""
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            seat = row.own_seat(person)
            if await tx.acts.act(interaction) is not None:
                return self._context.table(row)
            if row.standing is not MatchStatus.PLAYING:
                over = row.standing is MatchStatus.OVER
                raise AlreadyDecided(msg("This match is over.") if over else not_begun(row).message)
            if row.control.kind == "none":
                raise NoClock(msg("This match has no clocks. Take all the time you need."))
            check_still_in(row, seat)
            check_there(row, seat)
            row = await is_back(tx, row, seat) if row.seats[seat].gone else row
            now, offers = self._context.clock.now(), await tx.offers.of(match_id)
            asked = offers.pause
            after = replace(change(row, seat, now, asked), rev=row.rev + 1, changed_at=now)
            if kind == Call.TIME or (asked is None and after.pause_asked == seat):
                await check_calls(tx, self._context.limits, row, seat, Call(kind), now)
            done = kind
            if kind == Call.PAUSE and asked is not None:
                done = "pause agreed" if after.paused else RequestKind.PAUSE.consent
            act = ActRow(match_id, after.rev, interaction, done, person, seat, now)
            # A player who takes their own question back, or is not the last to agree, causes no mention.
            quiet = row.pause_asked == seat or done == RequestKind.PAUSE.consent
            notes = announcements.of_time(after, str(after.rev), () if quiet else row.others(seat))
            mark = await tx.matches.advance(
                row,
                standing=row.standing,
                awaited=row.awaited,
                data=row.data,
                act=act,
                events="[]",
                notes=notes,
            )
            await save_time(tx, row, after)
            if kind == Call.TIME and offers.takeover is not None:
                # Who has time again need not be played for.
                await tx.offers.store(match_id, replace(offers, takeover=None))
            if (row.pause_asked, row.paused) != (after.pause_asked, after.paused):
                await tx.matches.set_pause(match_id, after.pause_asked, paused=after.paused)
            return self._context.table(replace(after, mark=mark))


def late_seats(row: MatchRow, seat: int, now: int) -> tuple[int, ...]:
    """Return the others who still play and whose time is up. Raises NoClock, and TimeNotUp if it is nobody's."""
    if row.control.kind == "none":
        raise NoClock(msg("This match has no clocks, so no one can run out of time."))
    late = tuple(
        other
        for other in row.others(seat)
        if (clock := row.seats[other].clock) is not None
        and clock.since is not None
        and seat_clocks.time_left(row, other, now) <= 0
    )
    if not late:
        raise TimeNotUp(msg("{who} still has time.", who=called(row, row.others(seat))))
    return late
