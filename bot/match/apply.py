"""Apply one answer and its consequences in the same transaction, and commit it: all or nothing.

Answers forced by public knowledge and answers given before the match are applied immediately, as part of the act. A
standing order answers at the turn of its question (`bot.match.prompts`), by the same steps as a person.

In games with default answers (`Game.lapse`), a player who runs out of time gets the default answer, rated or not, and
everyone is told. After three consecutive timeouts the player is out of the match; a server can make that one. Any
answer by hand resets the count.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from bot.delivery import announcements
from bot.match import first_answers, lesson_progress, practice_opponent, prompts, requests
from bot.match.context import MatchContext
from bot.match.missing_players import is_back
from bot.people.ratings import rate
from bot.platform import metrics
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.rows import LAPSED, PLAYED_FOR, ActRow, AlarmRow, EventsRow, MatchRow, NewNote, SeatRow
from bot.time import reminder_schedule, seat_clocks
from bot.time.reminder_schedule import save_time
from bot.views import build_views
from bot.views.load_match import load
from cards.i18n import msg
from engine.kernel.endings import TIME
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import Choice

MOST = 3
"""The number of consecutive timeouts after which a player is out of the match."""


def leaves_by_time(row: MatchRow, game: Game, seat: int) -> bool:
    """Return whether a seat leaves the match when its time runs out, instead of getting the default answer."""
    return game.lapse is None or is_last_lapse(row.seats[seat].lapsed, forfeits=row.forfeits)


def is_last_lapse(lapsed: int, *, forfeits: bool) -> bool:
    """Return whether the next timeout puts a player out who has `lapsed` consecutive ones."""
    return forfeits or lapsed + 1 >= MOST


def overdue(row: MatchRow, game: Game, now: int) -> int | None:
    """Return the seat that ran out of time first, if that has an automatic effect, else None.

    In a casual match it has an effect only in games with default answers, and never if the bot takes over for
    late players.
    """
    if row.rated or (game.lapse is not None and not row.takes_over):
        return seat_clocks.overdue(row, now)
    return None


async def decide_forfeits(tx: Writing, row: MatchRow, game: Game) -> bool:
    """Return whether the first timeout puts a player out of a match that begins now, and store that."""
    forfeits = game.lapse is not None and (await tx.servers.of(row.guild_id)).forfeits
    if forfeits:
        await tx.matches.set_forfeits(row.id)
    return forfeits


async def count_lapses(tx: Writing, before: MatchRow, after: MatchRow, act: ActRow) -> MatchRow:
    """Update a seat's consecutive timeouts after its act: a timeout, or an answer by hand. Return the updated match."""
    seats, lapsed_before = list(after.seats), before.seats[act.seat].lapsed
    if act.kind == LAPSED:
        lapsed = lapsed_before + 1
    elif act.kind == "answer" and act.interaction_id is not None:
        lapsed = 0
    else:
        return after
    if lapsed == lapsed_before:
        return after
    await tx.seats.set_lapsed(after.id, act.seat, lapsed)
    seats[act.seat] = replace(seats[act.seat], lapsed=lapsed)
    return replace(after, seats=tuple(seats))


def row_after_act(
    row: MatchRow,
    match: Match,
    act: ActRow,
    seats: tuple[SeatRow, ...] | None = None,
    *,
    reply_delay: Callable[[], int],
) -> MatchRow:
    """Return a match's row after an act, without the position, which `save` adds.

    `seats` are the seats with their clocks, if these don't simply continue. `reply_delay` draws the turns of new questions
    (see `bot.match.prompts`). During a sitting, clocks and reminders continue as for its first question, because
    another deadline would reveal its progress.
    """
    status = MatchStatus.OVER if match.outcome else MatchStatus.PLAYING
    open_questions = {seat: question.id for seat, question in match.pending_questions.items()}
    moved = replace(row, seats=seat_clocks.after_act(row, match.open_ids, act.at) if seats is None else seats)
    return replace(
        row,
        rev=act.rev,
        status=status,
        awaited=tuple(sorted(open_questions)),
        changed_at=act.at,
        data=None,
        setup=None,
        seats=_without(
            reminder_schedule.with_questions(moved, open_questions, act.at, reply_delay, match.sitter), match
        ),
    )


def _without(seats: tuple[SeatRow, ...], match: Match) -> tuple[SeatRow, ...]:
    """Return the seats after some of them have left the match."""
    endings = {seat: departure.ending for departure in match.out for seat in departure.seats}
    return tuple(replace(row, left=endings.get(number, row.left)) for number, row in enumerate(seats))


async def save(
    tx: Writing,
    before: MatchRow,
    after: MatchRow,
    match: Match,
    act: ActRow,
    events: str,
    notes: Sequence[NewNote],
) -> MatchRow:
    """Store a match after an act. Return its stored row, with the new revision token. Raises ConcurrentUpdate."""
    begins = before.status is MatchStatus.CHALLENGED
    setup = match.setup if begins else before.setup
    data = match.save(apart=setup is not None)
    revision_token = await tx.matches.advance(
        before,
        status=after.status,
        awaited=after.awaited,
        data=data,
        setup=setup if begins else None,
        act=act,
        events=events,
        notes=notes,
    )
    metrics.MOVES.labels(after.game, act.kind).inc()
    await save_time(tx, before, after)
    endings = {
        number: seat.left
        for number, seat in enumerate(after.seats)
        if seat.left is not None and before.seats[number].left is None
    }
    if endings:
        await tx.seats.set_left(after.id, endings)
    if match.outcome is not None:
        await tx.matches.set_outcome(after.id, match.outcome.places, match.outcome.ending)
        await rate(tx, after, match, act.at)
        if any(seat.ordered for seat in before.seats):
            await tx.orders.end_all(after.id)
    return replace(after, revision_token=revision_token, data=data, setup=setup)


async def save_act(
    tx: Writing, before: MatchRow, after: MatchRow, act: ActRow, notes: Sequence[NewNote]
) -> MatchRow:
    """Store an act that leaves the position as it is. Return the match's stored row. Raises ConcurrentUpdate."""
    revision_token = await tx.matches.advance(
        before,
        status=after.status,
        awaited=after.awaited,
        data=before.data,
        act=act,
        events="[]",
        notes=notes,
    )
    return replace(after, rev=act.rev, changed_at=act.at, revision_token=revision_token)


THOUGHT = 10_000
"""Milliseconds after which a pending search of the bot is checked again."""


class ActRequest(msgspec.Struct, frozen=True):
    """An act requested by a player. `interaction` is None for an act of their standing order."""

    interaction: int | None
    kind: str
    person: int
    question_id: int | None = None
    choice: Choice | None = None


ApplyAct = Callable[[Match, MatchRow, int], tuple[Event, ...]]
"""Applies an act to a match for a seat and returns the events."""
Then = Callable[[], Awaitable[None]]
"""Further work in the same transaction."""


class PlannedAct(msgspec.Struct, frozen=True):
    """A requested act, ready to be carried out for a seat at a moment.

    `present` is the seat whose person has the match and its next question open; by default the acting person.
    `then` runs after the act, before new questions are asked.
    """

    row: MatchRow
    match: Match
    seat: int
    request: ActRequest
    now: int
    apply_act: ApplyAct
    present: int | None = None
    then: Then | None = None

    @property
    def present_seat(self) -> int | None:
        """The seat whose person has the match open; None for no one."""
        is_there = self.present is None and self.request.interaction is not None
        return self.seat if is_there else self.present


class ActExecutor:
    """Applies decisions.

    `think` starts the bot's search for its answer in a match; only the alarm handlers need it.
    """

    def __init__(self, context: MatchContext, think: Callable[[int], None] | None = None) -> None:
        self._context = context
        self._think = think

    async def carry_out(self, tx: Writing, act: PlannedAct) -> tuple[MatchRow, EventsRow]:
        """Carry out an act. Return the match after it, and its events.

        If a player's time is up with an automatic effect (`overdue`), that happens first, and replaces acts that must be
        in time. Raises the exceptions of `apply_act`.
        """
        row, match, seat, request, now = act.row, act.match, act.seat, act.request, act.now
        late = overdue(row, match.game, now) if match.outcome is None else None
        if late is None or request.kind == "time":
            return await self._carry_out(tx, act)
        if match.game.lapse is not None:
            is_all = late == seat and request.kind == "answer"
            at, by = seat_clocks.due_time(row, late) or now, request.interaction if is_all else None
            result = await self.run_out(
                tx, row, match, late, at, interaction=by, present_seat=act.present_seat
            )
        else:
            is_all = late == seat or len(row.playing) == 2 or request.kind == "claim"
            timed = ActRequest(request.interaction if is_all else None, "time", request.person)
            result = await self._carry_out(
                tx, PlannedAct(row, match, late, timed, now, _leave, act.present_seat)
            )
        if is_all or match.outcome is not None:
            return result
        # The others continue, and the requested act is carried out afterwards.
        row = await tx.matches.existing(row.id, data=True)
        return await self.carry_out(tx, replace(act, row=row))

    async def run_out(
        self,
        tx: Writing,
        row: MatchRow,
        match: Match,
        seat: int,
        at: int,
        *,
        interaction: int | None = None,
        present_seat: int | None = None,
    ) -> tuple[MatchRow, EventsRow]:
        """Apply the timeout of a seat: it leaves, or gets the default answer.

        `interaction` is a press that came too late, `present_seat` the seat whose person has the match open.
        """
        request, apply_act = ActRequest(interaction, "time", row.seats[seat].person_id), _leave
        if not leaves_by_time(row, match.game, seat):
            question_id, choice = match.pending_questions[seat].id, match.lapse_answer(seat)
            request, apply_act = replace(request, kind=LAPSED, question_id=question_id, choice=choice), _lapse
        return await self._carry_out(tx, PlannedAct(row, match, seat, request, at, apply_act, present_seat))

    async def _carry_out(self, tx: Writing, act: PlannedAct) -> tuple[MatchRow, EventsRow]:
        """Apply an act with everything that follows from it, and store the match."""
        row, match, seat, request = act.row, act.match, act.seat, act.request
        game = self._context.games.find(row.game)
        known_ids = {question.id for question in match.pending_questions.values()}
        changed: list[prompts.OrderUpdate] = []
        if request.choice is not None and seat in match.pending_questions:
            changed = await prompts.order_updates(
                tx, row, match, seat, request.choice, lapsed=request.kind == LAPSED
            )
        log = ActRow(
            row.id, row.rev + 1, request.interaction, request.kind, request.person, seat, act.now,
            request.question_id, request.choice,
        )  # fmt: skip
        events = act.apply_act(match, row, seat)
        number = match.turn_count - 1
        pregame = first_answers.in_match(row.seats)
        settled, pregame_left = first_answers.settle(match, game, pregame, self._context.random_source)
        events += settled
        after = row_after_act(row, match, log, reply_delay=self._context.reply_delay)
        by_order, actor = request.interaction is None, row.seat_of(request.person)
        if actor is not None and not by_order:
            after = await is_back(tx, after, actor) if row.seats[actor].gone else after
            if row.seats[actor].ordered:
                await tx.orders.mark_ends_read(row.id, request.person)
        await prompts.save_order_updates(tx, row, seat, changed)
        if act.then is not None:
            await act.then()
        new = [at for at, question in match.pending_questions.items() if question.id not in known_ids]
        seats_to_notify = await prompts.dispatch_questions(
            tx, after, match, new, events, actor=act.present_seat
        )
        shown_seat, is_over = (
            seat if act.present_seat is None else act.present_seat,
            match.outcome is not None,
        )
        if match.sitter is None:
            notes = announcements.of_act(
                after, shown_seat, seats_to_notify, is_over, in_rounds=game.is_in_rounds, before=row
            )
        else:
            notes = announcements.of_sitting(after, match.sitter, seats_to_notify)
        packed = build_views.pack(events)
        after = await count_lapses(tx, row, after, log)
        after = await save(tx, row, after, match, log, packed, [] if row.is_quiet else notes)
        if used_up := pregame.keys() - pregame_left.keys():
            await tx.seats.set_pregame(row.id, dict.fromkeys(used_up, ""))
        if log.kind in ("answer", PLAYED_FOR, LAPSED) and match.sitter is None:
            await requests.after_answer(tx, row, after, seat, number, act.now, lapsed=log.kind == LAPSED)
        if after.playing != row.playing and not is_over:
            await requests.after_leaving(tx, after)
        if row.lesson and log.kind == "answer":
            await lesson_progress.answered(tx, game, after, match, act.now)
        by_hand = log.kind == "answer" and not by_order
        return after, EventsRow(log.rev, log.at, packed, seat, by_hand)

    async def on_turn(self, tx: Writing, alarm: AlarmRow, now: int) -> None:
        """Handle the turn of a question: let an order answer it, or notify a player who wasn't notified yet."""
        row = await tx.matches.match(alarm.match_id, data=True)
        seat = None if row is None else row.seat_of(alarm.person_id)
        if row is None or seat is None or row.data is None or row.status is not MatchStatus.PLAYING:
            return
        if seat not in row.awaited:
            return
        game = self._context.games.find(row.game)
        is_played_by_bot = row.seats[seat].is_played_by_bot
        if is_played_by_bot and not row.attended:
            # The bot does not play against itself: it continues when a player is back (`bot.match.takeovers`).
            return
        is_thinking = is_played_by_bot and practice_opponent.level_of(game, row, seat) is not None
        if is_thinking and self._think is not None and (row.seats[seat].reminder.turn or 0) <= now:
            # If this process dies before it has an answer, another process searches when this alarm is due.
            await tx.alarms.set(prompts.TURN, row.id, alarm.person_id, now + THOUGHT)
            self._think(row.id)
            return
        turn = row.seats[seat].reminder.turn or 0
        if self._think is not None and not is_played_by_bot and load(self._context.games, row).may_be_idle():
            if turn == alarm.due_at:
                # First test whether the order of the answers matters at all.
                await tx.alarms.set(prompts.TURN, row.id, alarm.person_id, now + THOUGHT)
                self._think(row.id)
                return
            if turn > alarm.due_at:
                return
        elif turn != alarm.due_at:
            # That question was answered, and the next one has its own turn.
            return
        if is_played_by_bot:
            match = load(self._context.games, row)
            choice = practice_opponent.decision(game, match, seat, self._context.random_source(), row.lesson)
            await self.decide(tx, row, seat, match.pending_questions[seat].id, choice, now)
        elif not await self.by_order(tx, row, seat, now):
            await prompts.notify(tx, row, seat)

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
        """Give an answer for a seat without a press of its player. Raises the exceptions of `Match.answer`."""
        kind = PLAYED_FOR if row.seats[seat].taken_over else "answer"
        request = ActRequest(None, kind, row.seats[seat].person_id, question, choice)
        match = load(self._context.games, row)

        def answer(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            return match.answer(seat, question, choice, idle=idle)

        await self.carry_out(tx, PlannedAct(row, match, seat, request, now, answer, present))

    async def by_order(
        self, tx: Writing, row: MatchRow, seat: int, now: int, *, present: int | None = None
    ) -> bool:
        """Answer a seat's question by one of its standing orders; return whether one did."""
        match, person = load(self._context.games, row), row.seats[seat].person_id
        answer = await prompts.order_that_answers(tx, row, match, seat)
        if answer is None:
            return False
        order, outcome = answer
        choice = outcome.drawn(self._context.random_source())
        assert choice is not None
        try:
            await self.decide(tx, row, seat, match.pending_questions[seat].id, choice, now, present=present)
        except GameError as refused:
            why = msg("I couldn't carry it out: {why}", why=refused.message)
            await prompts.end_order(tx, row, seat, order, why)
            return False
        await tx.orders.has_answered(row.id, person, order.number)
        return True


def _leave(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
    return match.leave(seat, ending=TIME.key)


def _lapse(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
    return match.lapse(seat)
