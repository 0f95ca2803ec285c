"""Applying one answer, with all that follows from it in the same transaction.

What public knowledge forces, and what was said before the match, is answered at once, as a part of what led there. What a
standing order has to say is answered at the turn of its question (`bot.match.prompts`), by the same steps as a person's answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from bot.delivery import announcements
from bot.match import (
    default_answers,
    first_answers,
    lesson_progress,
    practice_opponent,
    prompts,
    request_expiry,
)
from bot.match.commit import advanced, save
from bot.match.context import MatchContext
from bot.match.missing_players import is_back
from bot.store import Writing
from bot.store.find_match import row_of
from bot.store.match_status import MatchStatus
from bot.store.rows import LAPSED, PLAYED_FOR, ActRow, AlarmRow, EventsRow, MatchRow
from bot.time import seat_clocks
from bot.views import build_views
from bot.views.load_match import load
from cards.i18n import msg
from engine.kernel.endings import TIME
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.question import Choice

THOUGHT = 10_000
"""Milliseconds after which it is looked again whether the house has answered what it thinks about."""


class ActRequest(msgspec.Struct, frozen=True):
    """An act that a player asked for; `interaction` is None for what their standing order does."""

    interaction: int | None
    kind: str
    person: int
    question_id: int | None = None
    choice: Choice | None = None


Play = Callable[[Match, MatchRow, int], tuple[Event, ...]]
"""Does something in a match, for a seat."""
Then = Callable[[], Awaitable[None]]
"""Does something in the same transaction."""


class Applier:
    """Carries out what was decided.

    `think` lets the house think about what it is asked in a match, and answer later; only who rings alarms needs it.
    """

    def __init__(self, context: MatchContext, think: Callable[[int], None] | None = None) -> None:
        self._context = context
        self._think = think

    async def carry_out(  # noqa: PLR0913
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        seat: int,
        asked: ActRequest,
        now: int,
        play: Play,
        *,
        present: int | None = None,
        then: Then | None = None,
    ) -> tuple[MatchRow, EventsRow]:
        """Carry out an act; return the match after it, and what happened.

        `present` is the seat whose person has the match before them, and what they are asked next: the one who has pressed
        something, if nobody is named. Where a player's time is up and something happens by itself then (`default_answers.overdue`), that
        happens before, and in place of what only counts in time. `then` is done once it has been carried out, before anybody is
        asked anything new. Raises what `play` raises.
        """
        there = seat if present is None and asked.interaction is not None else present
        late = default_answers.overdue(row, match.game, now) if match.outcome is None else None
        if late is None or asked.kind == "time":
            return await self._carry_out(tx, row, match, seat, asked, now, play, there, then)
        if match.game.lapse is not None:
            is_all = late == seat and asked.kind == "answer"
            at, by = seat_clocks.alarm(row, late) or now, asked.interaction if is_all else None
            done = await self.run_out(tx, row, match, late, at, interaction=by, there=there)
        else:
            is_all = late == seat or len(row.playing) == 2 or asked.kind == "claim"
            timed = ActRequest(asked.interaction if is_all else None, "time", asked.person)
            done = await self._carry_out(
                tx,
                row,
                match,
                late,
                timed,
                now,
                lambda match, row, at: match.leave(at, ending=TIME.key),
                there,
            )
        if is_all or match.outcome is not None:
            return done
        # The others go on, and what was asked for is carried out after that.
        row = await row_of(tx, row.id, data=True)
        return await self.carry_out(tx, row, match, seat, asked, now, play, present=present, then=then)

    async def run_out(
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        seat: int,
        at: int,
        *,
        interaction: int | None = None,
        there: int | None = None,
    ) -> tuple[MatchRow, EventsRow]:
        """The time of a seat has run out: it leaves, or what it is asked is answered as by a player who does nothing.

        `interaction` is a press that came too late, `there` the seat whose person has the match before them.
        """
        person = row.seats[seat].person_id
        if default_answers.leaves(row, match.game, seat):
            act = ActRequest(interaction, "time", person)
            return await self._carry_out(
                tx, row, match, seat, act, at, lambda match, row, at: match.leave(at, ending=TIME.key), there
            )
        act = ActRequest(interaction, LAPSED, person, match.asked[seat].id, match.lapse_answer(seat))
        return await self._carry_out(
            tx, row, match, seat, act, at, lambda match, row, at: match.lapse(at), there
        )

    async def _carry_out(  # noqa: PLR0913
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        seat: int,
        asked: ActRequest,
        now: int,
        play: Play,
        there: int | None,
        then: Then | None = None,
    ) -> tuple[MatchRow, EventsRow]:
        game = self._context.games.find(row.game)
        known = {question.id for question in match.asked.values()}
        changed: list[prompts.Went] = []
        if asked.choice is not None and seat in match.asked:
            changed = await prompts.went(tx, row, match, seat, asked.choice, lapsed=asked.kind == LAPSED)
        log = ActRow(
            row.id, row.rev + 1, asked.interaction, asked.kind, asked.person, seat, now,
            asked.question_id, asked.choice,
        )  # fmt: skip
        events = play(match, row, seat)
        number = match.turn_count - 1
        kept = first_answers.in_match(row.seats)
        settled, left = first_answers.settle(match, game, kept, self._context.lot)
        events += settled
        after = advanced(row, match, log, quick=self._context.quick)
        by_order, actor = asked.interaction is None, row.seat_of(asked.person)
        if actor is not None and not by_order:
            after = await is_back(tx, after, actor)
        if actor is not None and row.seats[actor].ordered and not by_order:
            await tx.orders.told(row.id, asked.person)
        await prompts.go_on(tx, row, seat, changed)
        if then is not None:
            await then()
        new = [at for at, question in match.asked.items() if question.id not in known]
        told = await prompts.ask(tx, after, match, new, events, actor=there)
        shown, is_over = seat if there is None else there, match.outcome is not None
        if match.sitter is None:
            notes = announcements.of_act(after, shown, told, is_over, in_rounds=game.is_in_rounds, before=row)
        else:
            notes = announcements.of_sitting(after, match.sitter, told)
        packed = build_views.pack(events)
        after = await default_answers.count(tx, row, after, log)
        after = await save(tx, row, after, match, log, packed, [] if row.is_quiet else notes)
        if gone := kept.keys() - left.keys():
            await tx.seats.set_beforehand(row.id, dict.fromkeys(gone, ""))
        if log.kind in ("answer", PLAYED_FOR, LAPSED) and match.sitter is None:
            await request_expiry.after_answer(tx, row, after, seat, number, now, lapsed=log.kind == LAPSED)
        if after.playing != row.playing and not is_over:
            await request_expiry.after_leaving(tx, after)
        if row.lesson and log.kind == "answer":
            await lesson_progress.answered(tx, game, after, match, now)
        by_hand = log.kind == "answer" and not by_order
        return after, EventsRow(log.rev, log.at, packed, seat, by_hand)

    async def ring(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """The turn of a question has come: let an order answer it, or call the one who was not told yet."""
        row = await tx.matches.match(alarm.match_id, data=True)
        seat = None if row is None else row.seat_of(alarm.person_id)
        if row is None or seat is None or row.data is None or row.standing is not MatchStatus.PLAYING:
            return
        if seat not in row.awaited:
            return
        game = self._context.games.find(row.game)
        by_house = row.seats[seat].by_house
        if by_house and not row.attended:
            # The bot does not play against itself: it continues when a player is back (`bot.match.takeovers`).
            return
        is_thinking = by_house and practice_opponent.level_of(game, row, seat) is not None
        if is_thinking and self._think is not None and (row.seats[seat].asked.turn or 0) <= now:
            # Should this process die before there is an answer, the next one thinks about it again.
            await tx.alarms.set(prompts.TURN, row.id, alarm.person_id, now + THOUGHT)
            self._think(row.id)
            return
        turn = row.seats[seat].asked.turn or 0
        if self._think is not None and not by_house and load(self._context.games, row).may_be_idle():
            if turn == alarm.due_at:
                # It is tried first whether the order that is asked for matters.
                await tx.alarms.set(prompts.TURN, row.id, alarm.person_id, now + THOUGHT)
                self._think(row.id)
                return
            if turn > alarm.due_at:
                return
        elif turn != alarm.due_at:
            # It has been answered, and if something else is asked, that has a turn of its own.
            return
        if by_house:
            match = load(self._context.games, row)
            choice = practice_opponent.decision(game, match, seat, self._context.lot(), row.lesson)
            await self.decide(tx, row, seat, match.asked[seat].id, choice, now)
        elif not await self.by_order(tx, row, seat, now):
            await prompts.call(tx, row, seat)

    async def decide(
        self,
        tx: Writing,
        row: MatchRow,
        seat: int,
        question: int,
        choice: Choice,
        now: int,
        *,
        present: int | None = None,
        idle: bool = False,
    ) -> None:
        """Give an answer for a seat whose person has pressed nothing. Raises what `Match.answer` raises."""
        kind = PLAYED_FOR if row.seats[seat].taken_over else "answer"
        act = ActRequest(None, kind, row.seats[seat].person_id, question, choice)
        await self.carry_out(
            tx,
            row,
            load(self._context.games, row),
            seat,
            act,
            now,
            lambda match, _, at: match.answer(at, question, choice, idle=idle),
            present=present,
        )

    async def by_order(
        self, tx: Writing, row: MatchRow, seat: int, now: int, *, present: int | None = None
    ) -> bool:
        """Answer a seat's question by one of its standing orders; return whether one did."""
        match, person = load(self._context.games, row), row.seats[seat].person_id
        found = await prompts.answered_by(tx, row, match, seat)
        if found is None:
            return False
        order, said = found
        choice = said.drawn(self._context.lot())
        assert choice is not None
        try:
            await self.decide(tx, row, seat, match.asked[seat].id, choice, now, present=present)
        except GameError as refused:
            why = msg("I couldn't carry it out: {why}", why=refused.message)
            await prompts.end(tx, row, seat, order, why)
            return False
        await tx.orders.has_answered(row.id, person, order.number)
        return True
