"""Give, withdraw and rehearse standing orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2s

import msgspec
import structlog
from msgspec import structs
from msgspec.structs import replace

from bot.errors import AlreadyDecided, LimitReached, NotFound
from bot.match import sheets
from bot.match.apply import ActRequest, Applier, PlannedAct
from bot.match.context import MatchContext, check_there
from bot.match.practice import PracticeMatches
from bot.match.prompts import apply_orders, last_order
from bot.platform import logs
from bot.platform.places import beside
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft, OrderState, StandingOrder
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views.build_views import table_of
from bot.views.load_match import load
from bot.views.types import MatchTable
from cards.i18n import Message, msg
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event
from engine.kernel.game import Game, orders_of
from engine.kernel.match import Match
from engine.kernel.order_preview import choice_in_words, latest_answers, rehearse
from engine.kernel.orders.order import Order, OrderForm, PastQuestion, StoredOrder
from engine.kernel.orders.plan import PlanForm, PlannedStep, PlanStep, ReadyPlan, with_lines
from engine.kernel.sheet import SheetResult, carry_out

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.orders")

MOST = 10
"""The maximum number of a person's orders in a match at the same time."""


def in_words(game: Game, order: StoredOrder) -> Message:
    """Return an order in a sentence for its owner, including one from an older version that can no longer be read.

    An old order must never keep its owner from playing.
    """
    try:
        book = orders_of(game)
        return book.words(book.read(order))
    except Exception as error:
        logs.failure(_log, "order_unreadable", error)
        return msg("An order I can no longer read.")


class GivenOrder(msgspec.Struct, frozen=True):
    """A standing order in words, with its stored data."""

    stored: StandingOrder
    words: Message


class Book(msgspec.Struct, frozen=True):
    """A person's orders in a match, and the orders available now: forms by name (`form_name`)."""

    table: MatchTable
    standing: tuple[GivenOrder, ...]
    forms: dict[str, OrderForm]
    is_asked: bool
    """Whether they are asked something now."""
    plans: bool = False
    """Whether they can plan ahead, step by step."""
    lines: Message | None = None
    """The name of an order with its owner's lines, if they can give one."""
    plans_ahead: bool = False
    """Whether they can draft their next decision in advance."""


PLAN = "plan"
"""The form of every plan: one takes the place of another."""
LINES = "lines"
"""The form of orders of lines that their owners have written."""


class PlanDraft(msgspec.Struct, frozen=True):
    """A plan while its owner drafts it.

    `read` are its steps in words with their state. `wrong` is why it can't be given yet. `now` is its answer to the
    current question. `replaces`: it would replace an active plan.
    """

    table: MatchTable
    form: PlanForm
    draft: OrderDraft
    read: Sequence[Sequence[PlannedStep]]
    wrong: Message | None
    now: Message | None
    replaces: bool
    latest_answers: Sequence[PastQuestion] = ()
    """The answers that it would have given the last times."""

    @property
    def order(self) -> Order:
        """The order that it would be if it were given now."""
        return drafted(self.table.game.kernel, self.form, self.draft)


class OrderResult(msgspec.Struct, frozen=True):
    """The result of giving an order. `answered`: it has answered the open question. `repeated`: it was done before."""

    order: GivenOrder
    table: MatchTable
    answered: bool = False
    repeated: bool = False


def form_name(form: OrderForm) -> str:
    """Return a short name for an order form, the same in every place."""
    return blake2s(f"{form.order.kind} {form.name}".encode(), digest_size=4).hexdigest()


class Orders:
    """Standing orders. They never change anything that others can see of a match.

    Methods that change something take the id of the interaction, and act once per interaction. All can raise
    NotFound, NotYourMatch and AlreadyDecided.
    """

    def __init__(self, context: MatchContext, practising: PracticeMatches) -> None:
        self._context = context
        self._practising = practising
        self._deciding = Applier(context)

    async def book(self, match_id: int, person: int) -> Book:
        """Return a person's orders in a match, and the orders available now."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            seat = row.own_seat(person)
            match = self._load(row)
            said = await apply_orders(store, row, match, seat)
        # An expired order ends at the next question. Until then it isn't shown as active.
        stands = [one for one, now in said if now.ended is None or now.unless_answered]
        kept = sorted(stands, key=lambda one: one.number)
        standing = tuple(_given_order(match, one) for one in kept)
        forms = {form_name(form): form for form in match.order_forms(seat)}
        plan, is_asked = match.plan_form(seat), seat in row.awaited
        plans, ahead = (
            plan is not None and not plan.at_once,
            plan is not None and plan.at_once and not is_asked,
        )
        lines = match.lines_form(seat)
        label = None if lines is None else lines.label
        return Book(self._table(row), standing, forms, is_asked, plans, label, ahead)

    async def rehearse(self, match_id: int, person: int, order: Order) -> tuple[PastQuestion, ...]:
        """Return the answers an order would have given in the last round."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        seat = row.own_seat(person)
        # Replays the whole match, so don't hold up moves with it.
        return await beside(person, rehearse, self._load(row), seat, order)

    async def give(
        self, interaction: int, match_id: int, person: int, form: str, order: Order
    ) -> OrderResult:
        """Give an order. It replaces one of the same form, and answers at once what it can.

        That answer counts as the person's own, given by the same press. Raises GameError, LimitReached.
        """
        try:
            gave = await self._give(interaction, match_id, person, form, order)
            if gave.answered:
                present = next(n for n, one in enumerate(gave.table.people) if one.id == person)
                await self._practising.idle.settle(match_id, present)
                await self._practising.go_on(match_id)
            return gave
        finally:
            self._context.wake()

    @retried(known=True)
    async def _give(
        self, interaction: int, match_id: int, person: int, form: str, order: Order
    ) -> OrderResult:
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            seat, match = row.own_seat(person), self._load(row)
            before = await tx.orders.given_by(interaction)
            if before is not None:
                return OrderResult(_given_order(match, before), self._table(row), repeated=True)
            check_there(row, seat)
            match.check_order(seat, order)
            kept = [one for one in await tx.orders.of(match_id, person) if one.state is OrderState.STANDING]
            for one in kept:
                if _gives_way(match, one, form, order):
                    await tx.orders.end(match_id, person, one.number, ended_by=interaction)
            if len([one for one in kept if not _gives_way(match, one, form, order)]) >= MOST:
                raise LimitReached(
                    msg("You have {n} standing orders in this match. Withdraw one first.", n=MOST)
                )
            now = self._context.clock.now()
            number = await tx.orders.add(match_id, person, form, order, row.rev, now, interaction)
            given = StandingOrder(number, form, order.stored, row.rev, now, interaction)
            if form in (PLAN, LINES):
                await tx.orders.put_draft(match_id, person, None)
            after = row
            choice = match.by_order(seat, order).drawn(self._context.lot()) if seat in row.awaited else None
            if choice is not None:
                # Its own answer may end the order, or lead to a question that it answers too.
                ordered = replace(row.seats[seat], ordered=True)
                row = replace(row, seats=(*row.seats[:seat], ordered, *row.seats[seat + 1 :]))
                question = match.questions[seat].id
                act = ActRequest(interaction, "answer", person, question, choice)
                plans = match.plan_form(seat) if form == PLAN else None
                if plans is not None and plans.at_once:
                    after = await self._give_sheet(tx, row, match, act, number, order)
                else:
                    planned = PlannedAct(
                        row, match, seat, act, now, lambda m, _, s: m.answer(s, question, choice)
                    )
                    after, _ = await self._deciding.carry_out(tx, planned)
            return OrderResult(_given_order(match, given), self._table(after), answered=choice is not None)

    async def _give_sheet(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRequest, number: int, order: Order
    ) -> MatchRow:
        """Give all answers of a sheet in one act, up to the first interruption. Return the match after it.

        If another seat decides then, the rest continues as a plan; otherwise it ends.
        """
        done: list[SheetResult] = []

        def play(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            done.append(carry_out(match, seat, order))
            return done[-1].events

        async def keep() -> None:
            [came] = done
            if came.order is not None:
                await tx.orders.go_on(row.id, act.person, number, came.order)
            else:
                await tx.orders.end(row.id, act.person, number, came.ended)

        seat, now = row.own_seat(act.person), self._context.clock.now()
        planned = PlannedAct(row, match, seat, act, now, play, then=keep)
        after, _ = await self._deciding.carry_out(tx, planned)
        return after

    async def plan(
        self,
        match_id: int,
        person: int,
        change: Callable[[OrderDraft], OrderDraft] | None = None,
        mark: str = "",
    ) -> PlanDraft | None:
        """Return a person's draft of a plan, after an optional change; None if nothing can be planned.

        With `mark`, the change only applies if the draft still has that mark.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            seat, match = row.own_seat(person), self._load(row)
            form = _form_of(match, seat)
            if form is None:
                return None
            kept = await store.orders.draft(match_id, person)
            draft = _blank(form, kept) if kept is None or not kept.until else kept
            standing = await apply_orders(store, row, match, seat)
        if change is not None and mark in ("", draft.mark):
            draft = await self._redraft(match_id, person, draft, change(draft))
        order = drafted(match.game, form, draft)
        wrong: Message | None = None
        now: Message | None = None
        try:
            match.check_order(seat, order)
        except GameError as refused:
            wrong = refused.message
        else:
            choice = match.by_order(seat, order).choice if seat in row.awaited else None
            now = None if choice is None else choice_in_words(match.pending_questions[seat], choice)
        name = PLAN if form.label is None else LINES
        replaces = any(
            _gives_way(match, one, name, order) and (not said.ended or said.unless_answered)
            for one, said in standing
        )
        read = match.read_plan(seat, order, draft.lines)
        can_be_tried = wrong is None and form.topics
        past = await beside(person, latest_answers, match, seat, order, form.topics) if can_be_tried else ()
        return PlanDraft(self._table(row), form, draft, read, wrong, now, replaces, past)

    @retried(known=True)
    async def _redraft(self, match_id: int, person: int, was: OrderDraft, new: OrderDraft) -> OrderDraft:
        """Store a draft unless it has changed in the meantime. Return the current draft."""
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if row.standing is MatchStatus.OVER:
                raise AlreadyDecided(msg("This match is over."))
            now = await tx.orders.draft(match_id, person)
            if now is not None and now.mark != was.mark:
                return now
            await tx.orders.put_draft(match_id, person, new)
            return new

    @retried(known=True)
    async def throw_away(self, match_id: int, person: int) -> None:
        """Drop a person's draft of a plan."""
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            row.own_seat(person)
            draft = await tx.orders.draft(match_id, person) or OrderDraft()
            sheet = OrderDraft(begins=draft.begins, answers=draft.answers, pressed=draft.pressed)
            await tx.orders.put_draft(match_id, person, sheet if sheet.begins else None)

    async def was_given(self, interaction: int) -> bool:
        """Return whether an interaction has given an order."""
        async with self._context.store.read() as store:
            return await store.orders.given_by(interaction) is not None

    async def give_again(self, interaction: int, match_id: int, person: int) -> OrderResult:
        """Repeat a person's latest order of an exclusive kind. Raises NotFound."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            before = await store.orders.given_by(interaction)
            found = await last_order(store, row, self._load(row), row.own_seat(person))
        if before is None and found is None:
            raise NotFound(msg("You can't order that any more. Check your orders again."))
        form, order = found or (LINES, self._load(row).stored_order(before.order) if before else Order(""))
        return await self.give(interaction, match_id, person, form, order)

    async def give_ready(self, interaction: int, match_id: int, person: int, plan: ReadyPlan) -> OrderResult:
        """Give a plan that was made out already. Raises GameError where nothing can be planned."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        form = self._load(row).plan_form(row.own_seat(person))
        if form is None:
            raise GameError(msg("You can't order that now."))
        return await self.give(interaction, match_id, person, PLAN, with_lines(form.order, (plan.line,)))

    async def give_ahead(self, interaction: int, match_id: int, person: int, mark: str) -> OrderResult:
        """Give the plan that a person has drafted in advance, if it still has that mark.

        Raises AlreadyDecided, and GameError if no plan can express it.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
            is_repeated = await store.orders.given_by(interaction) is not None
        seat, match = row.own_seat(person), self._load(row)
        if not is_repeated and (draft is None or draft.mark != mark):
            raise AlreadyDecided(msg("That has changed."))
        order = await beside(person, sheets.planned, match, seat, draft)
        form = match.plan_form(seat)
        if (order is None and not is_repeated) or form is None:
            raise GameError(msg("A plan can't include that. Answer a card's question when it comes up."))
        return await self.give(interaction, match_id, person, PLAN, order or form.order)

    @retried(known=True)
    async def withdraw(
        self, interaction: int, match_id: int, person: int, number: int, given_at: int | None = None
    ) -> GivenOrder:
        """Withdraw an order. With `given_at`, only if it was given at that moment.

        Raises NotFound, or AlreadyDecided for an order that is no longer active.
        """
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            row.own_seat(person)
            match = self._load(row)
            order = await tx.orders.order(match_id, person, number)
            if order is None:
                raise NotFound(msg("That order doesn't exist."))
            if given_at is not None and order.at != given_at:
                raise AlreadyDecided(msg("This order is no longer active."))
            if order.state is OrderState.STANDING:
                await tx.orders.end(match_id, person, number, ended_by=interaction)
            elif order.ended_by != interaction:
                raise AlreadyDecided(msg("This order is no longer active."))
            return _given_order(match, order)

    def _table(self, row: MatchRow) -> MatchTable:
        return table_of(row, self._context.games.find(row.game))

    def _load(self, row: MatchRow) -> Match:
        if row.standing is MatchStatus.OVER:
            raise AlreadyDecided(msg("This match is over."))
        if row.data is None:
            raise NotFound(msg("This match hasn't begun."))
        return load(self._context.games, row)


def _given_order(match: Match, order: StandingOrder) -> GivenOrder:
    return GivenOrder(order, in_words(match.game, order.order))


def _form_of(match: Match, seat: int) -> PlanForm | None:
    """Return the form a person can draft step by step: a plan, or an order of lines in games that draft plans in the
    panel.
    """
    form = match.plan_form(seat)
    return form if form is not None and not form.at_once else match.lines_form(seat) or form


def _gives_way(match: Match, one: StandingOrder, form: str, order: Order) -> bool:
    """Return whether an order ends when another is given."""
    return one.form == form or (one.order.kind == order.kind and orders_of(match.game).is_alone(order.kind))


def drafted(game: Game, form: PlanForm, draft: OrderDraft) -> Order:
    """Return the order that a plan would be if it were given now, however much of it is still missing."""
    stops = tuple(stop.name for stop in form.stops if stop.name in draft.stops)
    untils = [name for name, _ in form.untils]
    until = draft.until if draft.until in untils else form.order.until
    return structs.replace(orders_of(game).with_lines(form.order, draft.lines), stops=stops, until=until)


def _blank(form: PlanForm, kept: OrderDraft | None) -> OrderDraft:
    """Return an empty plan, keeping the draft of a sheet."""
    sheet = kept or OrderDraft()
    return structs.replace(
        sheet,
        lines=((PlanStep(""),),),
        stops=form.order.stops,
        until=form.order.until,
        is_choosing_else=False,
    )
