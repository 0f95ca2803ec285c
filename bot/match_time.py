"""The time of a match: giving some to others, and pauses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import announcing, calls, timekeeping
from bot.advancing import row_of, save_time, seat_of
from bot.calls import Call
from bot.clock import surely
from bot.desk import not_begun
from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.looks import Person, Standing, Table
from bot.match_views import MatchViews
from bot.store.rows import ActRow, MatchRow
from cards.locales import say


class MatchTime(MatchViews):
    """What players do about the clocks of a match. It is carried out once for an interaction."""

    async def give_time(
        self, interaction: int, match_id: int, person: int, amount: int, *, if_late: bool = False
    ) -> Table:
        """Give the other player milliseconds to think. Raises NotYourMatch, NoClock, AlreadyDecided.

        With `if_late`, only if their time is up; else raises TimeNotUp.
        """

        def give(row: MatchRow, seat: int, now: int) -> MatchRow:
            if if_late:
                check_late(row, seat, surely(self._clock))
            other = _opponent(row, seat)
            return replace(row, seats=timekeeping.given(row, other, amount, now))

        return await self._set_time(interaction, Call.TIME, match_id, person, give)

    async def pause(self, interaction: int, match_id: int, person: int, *, answering: bool = False) -> Table:
        """Ask the other player for a pause, or agree to the one that they asked for; with `answering`, only that.

        Raises NotYourMatch, NoClock, AlreadyDecided.
        """

        def pause(row: MatchRow, seat: int, now: int) -> MatchRow:
            if row.paused:
                raise AlreadyDecided(say("The match is paused already. Either of you can go on."))
            if answering and row.pause_asked is None:
                raise AlreadyDecided(say("Nobody is asking for a pause."))
            if row.pause_asked == seat:
                raise AlreadyDecided(
                    say(
                        "You have asked for a pause already. {who} can agree to it.",
                        who=row.seats[_opponent(row, seat)].name,
                    )
                )
            if row.pause_asked is None and not row.seats[_opponent(row, seat)].house:
                return replace(row, pause_asked=seat)
            held = replace(row, pause_asked=None, paused=True)
            return replace(held, seats=timekeeping.let_run(replace(held, seats=row.seats), now))

        return await self._set_time(interaction, Call.PAUSE, match_id, person, pause)

    async def go_on(
        self, interaction: int, match_id: int, person: int, *, answering: bool | None = None
    ) -> Table:
        """End a pause, or refuse or take back the request for one. Raises NotYourMatch, NoClock, AlreadyDecided.

        `answering` says that it is about a request, and nothing else; False, that it is about a pause.
        """

        def go_on(row: MatchRow, seat: int, now: int) -> MatchRow:
            if answering and row.pause_asked is None:
                raise AlreadyDecided(say("Nobody is asking for a pause."))
            if answering is False and not row.paused:
                raise AlreadyDecided(say("The match is not paused."))
            if not row.paused and row.pause_asked is None:
                raise AlreadyDecided(say("The match is not paused."))
            running = replace(row, pause_asked=None, paused=False)
            return replace(running, seats=timekeeping.let_run(running, now))

        return await self._set_time(interaction, "go on", match_id, person, go_on)

    async def _set_time(
        self,
        interaction: int,
        kind: str,
        match_id: int,
        person: int,
        change: Callable[[MatchRow, int, int], MatchRow],
    ) -> Table:
        """Change what concerns the time of a match, and tell everybody."""
        try:
            async with self._store.write() as tx:
                row = await row_of(tx, match_id, data=True)
                seat = seat_of(row, person)
                if await tx.act(interaction) is not None:
                    return self._table(row)
                if row.standing is not Standing.PLAYING:
                    over = row.standing is Standing.OVER
                    raise AlreadyDecided(say("This match is over.") if over else not_begun(row).phrase)
                if row.control.kind == "none":
                    raise NoClock(say("This match has no clocks: there is all the time in the world."))
                now, other = self._clock.now(), _opponent(row, seat)
                after = replace(change(row, seat, now), rev=row.rev + 1, changed_at=now)
                if kind == Call.TIME or after.pause_asked == seat:
                    you, them = (
                        Person(one.person_id, one.name, is_house=one.house)
                        for one in (row.seats[seat], row.seats[other])
                    )
                    await calls.check_call(tx, self._calls, row.guild_id, you, them, Call(kind), now)
                agreed = kind == Call.PAUSE and row.pause_asked is not None
                done = "pause agreed" if agreed else kind
                act = ActRow(match_id, after.rev, interaction, done, person, seat, now)
                # Whoever takes their own question back calls nobody by it.
                called = [] if row.pause_asked == seat else [other]
                notes = announcing.of_time(after, str(after.rev), called)
                mark = await tx.advance(
                    row,
                    standing=row.standing,
                    awaited=row.awaited,
                    data=row.data,
                    act=act,
                    events="[]",
                    notes=notes,
                )
                await save_time(tx, row, after)
                if (row.pause_asked, row.paused) != (after.pause_asked, after.paused):
                    await tx.set_pause(match_id, after.pause_asked, paused=after.paused)
                return self._table(replace(after, mark=mark))
        finally:
            self._wake()


def check_late(row: MatchRow, seat: int, now: int) -> None:
    """Raise TimeNotUp unless the time of somebody else than this seat is up."""
    if row.control.kind == "none":
        raise NoClock(say("This match has no clocks: nobody's time can be up."))
    late = [
        other for other, one in enumerate(row.seats)
        if other != seat and one.clock and one.clock.since is not None and timekeeping.left(row, other, now) <= 0
    ]  # fmt: skip
    if not late:
        other = row.seats[_opponent(row, seat)].name
        raise TimeNotUp(say("The time of {who} is not up.", who=other))


def _opponent(row: MatchRow, seat: int) -> int:
    """Return the next seat: of two, the other one."""
    return (seat + 1) % len(row.seats)
