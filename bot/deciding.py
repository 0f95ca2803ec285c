"""Deciding: one answer, and all that follows from it in the same transaction.

What public knowledge forces is answered at once, as a part of what led there. What a standing order has to say is
answered at the turn of its question (`bot.asking`), by the same steps as a person's answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot import announcing, asking, endings, house, looking, teaching, timekeeping
from bot.advancing import advanced, save
from bot.asking import Quick
from bot.games import Games, PlayableGame
from bot.looks import Standing
from bot.lots import Lot
from bot.store import Writing
from bot.store.rows import ActRow, AlarmRow, EventsRow, MatchRow, NewNote
from bot.unreadable import load
from cards.locales import say
from engine.kernel.errors import Refused
from engine.kernel.event import Event
from engine.kernel.lessons import LEARNER
from engine.kernel.match import Match
from engine.kernel.question import Choice


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody asked for; `interaction` is None for what their standing order does."""

    interaction: int | None
    kind: str
    person: int
    question_id: int | None = None
    choice: Choice | None = None


Play = Callable[[Match, MatchRow, int], tuple[Event, ...]]
"""Does something in a match, for a seat."""


class Deciding:
    """Carries out what was decided.

    `quick` draws how long somebody quick takes to answer; `lot` what is drawn on somebody's behalf. `certain`
    gives the time that has come for certain, after a jump of the clock (`bot.clock`): nobody loses on time before.
    """

    def __init__(
        self, games: Games, quick: Quick, lot: Lot, certain: Callable[[], int] | None = None
    ) -> None:
        self._games = games
        self._quick = quick
        self._lot = lot
        self._certain = certain

    async def carry_out(
        self, tx: Writing, row: MatchRow, match: Match, seat: int, asked: Act, now: int, play: Play
    ) -> tuple[MatchRow, EventsRow]:
        """Carry out what somebody asked for; return the match as it is then, and what happened.

        In a rated match whose time is up, that is what happens instead. Raises what `play` raises.
        """
        game = self._games.find(row.game)
        known = {question.id for question in match.asked.values()}
        certain = now if self._certain is None else min(now, self._certain())
        late = timekeeping.overdue(row, certain) if row.rated and match.outcome is None else None
        if late is None:
            log = ActRow(
                row.id, row.rev + 1, asked.interaction, asked.kind, asked.person, seat, now,
                asked.question_id, asked.choice,
            )  # fmt: skip
            events = play(match, row, seat)
        else:
            log = ActRow(row.id, row.rev + 1, asked.interaction, "time", asked.person, late, now)
            events = match.end(tuple(other for other in range(len(row.seats)) if other != late), "time")
        number = match.turn_count - 1
        events += forced(match)
        if row.lesson:
            events += self._taught(game, row, match)
        after = advanced(row, match, log, quick=self._quick)
        by_order = asked.interaction is None
        if row.seats[seat].ordered and not by_order:
            await tx.orders.told(row.id, asked.person)
        notes: list[NewNote] = []
        if not row.lesson:
            new = [at for at, question in match.asked.items() if question.id not in known]
            told = await asking.ask(tx, after, match, new, events, actor=None if by_order else seat)
            is_over = match.outcome is not None
            notes = announcing.of_act(after, seat, told, is_over, in_rounds=game.is_in_rounds)
        packed = looking.pack(events)
        after = await save(tx, row, after, match, log, packed, notes)
        if log.kind == "answer":
            await endings.after_answer(tx, row, after, seat, number, now)
        if row.lesson and log.kind == "answer":
            await teaching.answered(tx, game, after, match, now)
        by_hand = log.kind == "answer" and not by_order
        return after, EventsRow(log.rev, log.at, packed, seat, by_hand)

    def _taught(self, game: PlayableGame, row: MatchRow, match: Match) -> tuple[Event, ...]:
        """Let the other seat of a lesson answer at once, until the learner is asked; return what happened."""
        events: tuple[Event, ...] = ()
        while match.outcome is None and (waiting := [at for at in match.asked if at != LEARNER]):
            seat = waiting[0]
            choice = teaching.quiet(game, row.lesson, match, seat)
            if choice is None:
                choice = house.decision(game, match, seat, self._lot())
            events += match.answer(seat, match.asked[seat].id, choice)
            events += forced(match)
        return events

    async def ring(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """The turn of a question has come: let an order answer it, or call whoever was not told yet."""
        row = await tx.match(alarm.match_id, data=True)
        seat = None if row is None else row.seat_of(alarm.person_id)
        if row is None or seat is None or row.data is None or row.standing is not Standing.PLAYING:
            return
        if seat not in row.awaited or row.seats[seat].asked.turn != alarm.due_at:
            # It has been answered, and if something else is asked, that has a turn of its own.
            return
        match = load(self._games, row)
        if row.seats[seat].house:
            question = match.asked[seat].id
            choice = house.decision(self._games.find(row.game), match, seat, self._lot())
            act = Act(None, "answer", alarm.person_id, question, choice)
            await self.carry_out(
                tx, row, match, seat, act, now, lambda m, _, s: m.answer(s, question, choice)
            )
            return
        found = await asking.answered_by(tx, row, match, seat)
        if found is not None:
            order, said = found
            question, choice = match.asked[seat].id, said.drawn(self._lot())
            assert choice is not None
            act = Act(None, "answer", alarm.person_id, question, choice)
            try:
                await self.carry_out(
                    tx, row, match, seat, act, now, lambda m, _, s: m.answer(s, question, choice)
                )
            except Refused as refused:
                await asking.end(
                    tx, row, seat, order, say("It could not be carried out: {why}", why=refused.phrase)
                )
            else:
                await tx.orders.has_answered(row.id, alarm.person_id, order.number)
                return
        await asking.call(tx, row, seat)


def forced(match: Match) -> tuple[Event, ...]:
    """Answer what public knowledge forces, until somebody has a choice; return what happened."""
    events: tuple[Event, ...] = ()
    while (answer := match.forced()) is not None:
        seat, choice = answer
        events += match.answer(seat, match.asked[seat].id, choice)
    return events
