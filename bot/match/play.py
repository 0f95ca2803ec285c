"""Playing: answers to questions, giving up, and claiming the win when a clock has run out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.clocks.control import DAY
from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.match import lapses, sheets
from bot.match.apply import ActRequest, Applier
from bot.match.departures import check_still_in, check_there
from bot.match.give_time import late_seats
from bot.match.gone import find_gone
from bot.match.read import MatchViews
from bot.platform.background import beside
from bot.store import Reading, about
from bot.store.find_match import no_match, row_of, seat_of
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft
from bot.store.retry import retried
from bot.store.rows import EventsRow, MatchRow
from bot.views import build_views
from bot.views.types import Done, Ordering
from cards.i18n import Locale, msg
from engine.kernel.endings import GONE, RESIGNATION, TIME
from engine.kernel.errors import StaleQuestion
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question
from engine.kernel.sheet import give


class MatchPlay(MatchViews):
    """Acts of players in their turn. Each is carried out once for an interaction."""

    async def answer(
        self,
        interaction: int,
        match_id: int,
        person: int,
        question_id: int,
        choice: Choice,
        locale: Locale = Locale.ENGLISH,
        *,
        then: Sequence[Choice] = (),
    ) -> Done:
        """Answer a question, and with `then` what is asked after it, up to where something comes in.

        Where answers are put together, they are put to the others; with one at which something comes in, all are given. Raises
        NotYourMatch, or what `engine.Match.answer` raises.
        """
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            draft = await store.orders.draft(match_id, person)
            is_repeated = await store.acts.act(interaction) is not None
        seat = seat_of(row, person)
        sheet: OrderDraft | None = None
        answers, begins = (choice, *then), question_id
        if not is_repeated and row.standing is MatchStatus.PLAYING and not row.seats[seat].taken_over:
            match = self._load(row)
            is_late = lapses.overdue(row, match.game, self._clock.now()) is not None
            if not is_late and sheets.is_of(row, match, seat, draft):
                found = await beside(person, sheets.with_answers, match, seat, draft, question_id, answers)
                if found is None:
                    raise StaleQuestion(msg("That has been decided already."))
                answers, begins, is_given = found
                sheet = draft or OrderDraft()
                if not is_given:
                    new = replace(sheet, begins=begins, answers=answers, is_choosing_else=False)
                    return await self._put_together(row, seat, draft, new, locale)

        return await self._act(
            ActRequest(interaction, "answer", person, begins, answers[0]),
            match_id,
            locale,
            lambda match, row, seat: give(match, seat, begins, answers).events,
            sheet=sheet,
        )

    async def _put_together(
        self, row: MatchRow, seat: int, was: OrderDraft | None, new: OrderDraft, locale: Locale
    ) -> Done:
        """Store a player's draft, unless the match has gone on, and return the panel with it."""
        check_there(row, seat)
        person = row.seats[seat].person_id
        try:
            await self._keep(row.id, person, was, new)
        except AlreadyDecided:
            raise StaleQuestion(msg("That has been decided already.")) from None
        look = await self.laid_out(await self.look_private(row.id, person, locale))
        return Done((), lambda: look)

    def drawn(self, question: Question) -> Choice:
        """Return a random number that answers a question; never 0, which does nothing."""
        low = max(1, question.minimum)
        return (str(low + self._lot().below(question.maximum - low + 1)),)

    async def resign(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> Done:
        """Give a match up. Raises NotYourMatch, or StaleQuestion if it is over."""
        return await self._act(
            ActRequest(interaction, "resign", person),
            match_id,
            locale,
            lambda match, row, seat: match.leave(seat, ending=RESIGNATION.key),
        )

    async def rested(self, match_id: int) -> None:
        """Return when the house thinks about nothing in a match any more."""
        await self._practising.rested(match_id)

    # -- time

    async def claim(
        self, interaction: int, match_id: int, person: int, locale: Locale = Locale.ENGLISH
    ) -> Done:
        """Claim the win over those whose time is up, or who are gone.

        Raises NotYourMatch, NoClock, TimeNotUp, or StaleQuestion if it is over.
        """
        after = self._settings.days_until_gone * DAY
        gone: tuple[int, ...] = ()
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
            seat = row.seat_of(person)
            if seat is not None and row.standing is MatchStatus.PLAYING:
                gone = await find_gone(store, row, seat, self._clock.now(), after)

        def claim(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            if match.outcome is not None:
                return match.leave(seat, ending=TIME.key)
            # Who has decided something since is asked something else, or nothing.
            still = [n for n in gone if n in row.playing and row.rev == seen]
            try:
                late = late_seats(row, seat, self._clock.now())
            except (NoClock, TimeNotUp):
                if not still:
                    raise
                return match.leave(*still, ending=GONE.key)
            return match.leave(*late, ending=TIME.key)

        seen = row.rev
        return await self._act(ActRequest(interaction, "claim", person), match_id, locale, claim)

    @retried(known=True)
    async def _act(
        self,
        asked: ActRequest,
        match_id: int,
        locale: Locale,
        act: Callable[[Match, MatchRow, int], tuple[Event, ...]],
        *,
        sheet: OrderDraft | None = None,
    ) -> Done:
        """Carry out an act: all of it in one transaction, or nothing.

        In a rated match whose time is up, that is what happens instead. `asked` names its interaction, `sheet` is what is given
        by it: then who has answered something in the turn of another goes on with their own, if it is next.
        """
        assert asked.interaction is not None
        try:
            may_be_idle = False
            async with self._store.write(about.Match(match_id)) as tx:
                row, before = await tx.matches.before_act(match_id, asked.interaction)
                if row is None:
                    raise no_match(match_id)
                seat = seat_of(row, asked.person)
                if before is not None:
                    done = await self._since(tx, row, seat, before.rev, locale, repeated=True)
                else:
                    check_still_in(row, seat)
                    if asked.kind != "resign":
                        check_there(row, seat)
                    match = self._load(row)
                    now, active = self._clock.now(), sheets.active_in(match)
                    after, events = await Applier(self._games, self._quick, self._lot).carry_out(
                        tx, row, match, seat, asked, now, act
                    )
                    if sheet is not None:
                        is_ahead = sheets.goes_ahead(match, seat, active)
                        new = (
                            sheets.ahead(match, seat, sheet)
                            if is_ahead
                            else replace(sheet, begins=0, answers=())
                        )
                        if new != sheet:
                            await tx.orders.put_draft(match_id, asked.person, new)
                    orders = await self._orders(tx, after, match, seat)
                    since = (
                        [events] if events.by_hand else await tx.events.of(match_id, decided_by=asked.person)
                    )
                    done = self._done(after, match, seat, events, since, orders, locale)
                    may_be_idle = match.may_be_idle()
            if not (row.is_practice or may_be_idle):
                return done
            rev = row.rev + 1 if before is None else before.rev
            return await self._gone_on(row, seat, rev, locale, repeated=before is not None)
        finally:
            self._wake()

    async def _gone_on(self, row: MatchRow, seat: int, rev: int, locale: Locale, *, repeated: bool) -> Done:
        """Answer for the bot in practice, and what needs no question; return the whole result."""
        idle, match_id = self._practising.idle, row.id
        settled = not row.is_practice and await idle.settle(match_id, seat)
        while True:
            await self._practising.go_on(match_id)
            async with self._store.read() as store:
                row = await row_of(store, match_id, data=True)
                done = await self._since(store, row, seat, rev, locale, repeated=repeated, with_later=settled)
            if not (row.is_practice and done.look.may_be_idle and await idle.settle(match_id, seat)):
                return done

    def _done(
        self,
        row: MatchRow,
        match: Match,
        seat: int,
        events: EventsRow,
        since: Sequence[EventsRow],
        orders: Ordering,
        locale: Locale,
    ) -> Done:
        """Return what an act did; `since` is what has happened since the person decided something last."""
        table, panel = self._table(row), row.seats[seat].panel
        said = table.game.translator(locale)
        return Done(
            build_views.story(table, [events], seat, said),
            lambda: build_views.private_look(table, match, seat, since, panel, orders, said),
        )

    async def _since(
        self,
        store: Reading,
        row: MatchRow,
        seat: int,
        rev: int,
        locale: Locale,
        *,
        repeated: bool,
        with_later: bool = False,
    ) -> Done:
        """Return what the act at revision `rev` did, in practice with all that the house has done since, and the match now.

        `with_later`: also elsewhere with all that has been done since.
        """
        look = await self._private(store, row, seat, locale)
        events = await (
            store.events.of(row.id, since=rev - 1)
            if row.is_practice or with_later
            else store.events.of(row.id, rev=rev)
        )
        happened = build_views.story(look.table, events, seat, look.translator)
        return Done(happened, lambda: look, repeated=repeated)
