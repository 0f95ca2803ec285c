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
from bot.match.apply import ActExecutor, ActRequest, PlannedAct
from bot.match.context import MatchContext, check_there
from bot.match.practice import PracticeMatches
from bot.match.prompts import apply_orders, last_order
from bot.platform import logs
from bot.platform.places import run_in_thread
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.orders import NO_DRAFT, OrderDraft, OrderState, StandingOrder
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
from engine.kernel.order_preview import choice_in_words, has_answered, latest_answers, rehearse
from engine.kernel.orders.order import Order, OrderForm, PastQuestion, StoredOrder
from engine.kernel.orders.plan import PlanForm, PlannedStep, PlanStep, ReadyPlan, with_lines
from engine.kernel.sheet import SheetResult, carry_out

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.orders")

MOST = 10
"""The maximum number of a person's orders in a match at the same time."""


def in_words(game: Game, order: StoredOrder) -> Message:
    """Return an order as a sentence for its owner.

    An order from an older version that can no longer be read gets a generic sentence: it must never keep its owner
    from playing.
    """
    try:
        book = orders_of(game)
        return book.words(book.read(order))
    except Exception as error:
        logs.failure(_log, "order_unreadable", error)
        return msg("An order I can no longer read.")


class GivenOrder(msgspec.Struct, frozen=True):
    """A standing order: its stored data, and the order in words."""

    stored: StandingOrder
    words: Message


class Book(msgspec.Struct, frozen=True):
    """A player's orders in a match, and the orders available now: forms by name (`form_name`)."""

    table: MatchTable
    orders: tuple[GivenOrder, ...]
    forms: dict[str, OrderForm]
    is_asked: bool
    """Whether the player has an open question."""
    plans: bool = False
    """Whether the player can draft a plan step by step."""
    lines: Message | None = None
    """The label of an order made of the player's own lines, if they can give one."""
    plans_ahead: bool = False
    """Whether the player can draft their next decision in advance."""


PLAN = "plan"
"""The form name of every plan, so that a new plan replaces the old one."""
LINES = "lines"
"""The form name of orders made of the player's own lines."""


class PlanDraft(msgspec.Struct, frozen=True):
    """A plan while its owner drafts it.

    `read` are its steps in words with their state, by line. `wrong` is why it can't be given yet. `now` is its answer
    to the current question. `replaces` is whether it would replace an active plan.
    """

    table: MatchTable
    form: PlanForm
    draft: OrderDraft
    read: Sequence[Sequence[PlannedStep]]
    wrong: Message | None
    now: Message | None
    replaces: bool
    latest_answers: Sequence[PastQuestion] = ()
    """Its answers to the latest past questions."""

    @property
    def order(self) -> Order:
        """The order that this draft describes."""
        return drafted(self.table.game.kernel, self.form, self.draft)


class OrderResult(msgspec.Struct, frozen=True):
    """The result of giving an order.

    `answered` is whether it answered the open question, `repeated` whether this interaction had already given it.
    """

    order: GivenOrder
    table: MatchTable
    answered: bool = False
    repeated: bool = False


def form_name(form: OrderForm) -> str:
    """Return a short stable name for an order form. Ids of controls contain it."""
    return blake2s(f"{form.order.kind} {form.name}".encode(), digest_size=4).hexdigest()


class Orders:
    """Standing orders. They never change anything that others can see of a match.

    Methods that change something take the id of the interaction and act once per interaction. All can raise NotFound,
    NotYourMatch and AlreadyDecided.
    """

    def __init__(self, context: MatchContext, practice_matches: PracticeMatches) -> None:
        self._context = context
        self._practice_matches = practice_matches
        self._act_executor = ActExecutor(context)

    async def book(self, match_id: int, person: int) -> Book:
        """Return a player's orders in a match, and the orders available now."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            seat = row.own_seat(person)
            match = self._load(row)
            outcomes = await apply_orders(store, row, match, seat)
        # An expired order ends at the next question. Until then it isn't shown as active.
        active = [order for order, outcome in outcomes if outcome.ended is None or outcome.unless_answered]
        active.sort(key=lambda order: order.number)
        given_orders = tuple(_given_order(match, order) for order in active)
        forms = {form_name(form): form for form in match.order_forms(seat)}
        plan, is_asked = match.plan_form(seat), seat in row.awaited
        plans, ahead = (
            plan is not None and not plan.at_once,
            plan is not None and plan.at_once and not is_asked,
        )
        lines = match.lines_form(seat)
        label = None if lines is None else lines.label
        return Book(self._table(row), given_orders, forms, is_asked, plans, label, ahead)

    async def rehearse(self, match_id: int, person: int, order: Order) -> tuple[PastQuestion, ...] | None:
        """Return the answers an order would have given in the last round; None if there was no question yet."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        seat = row.own_seat(person)
        # This replays the whole match: run it beside the event loop, so that other players' moves aren't delayed.
        return await run_in_thread(person, _rehearsed, self._load(row), seat, order)

    async def give(
        self, interaction: int, match_id: int, person: int, form: str, order: Order
    ) -> OrderResult:
        """Give an order. It replaces one of the same form, and answers the open question if it covers it.

        That answer counts as the player's own, given by the same press. Raises GameError, LimitReached.
        """
        try:
            result = await self._give(interaction, match_id, person, form, order)
            if result.answered:
                seat = next(n for n, player in enumerate(result.table.people) if player.id == person)
                await self._practice_matches.idle.settle(match_id, seat)
                await self._practice_matches.go_on(match_id)
            return result
        finally:
            self._context.wake()

    @retried(known=True)
    async def _give(
        self, interaction: int, match_id: int, person: int, form: str, order: Order
    ) -> OrderResult:
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            seat, match = row.own_seat(person), self._load(row)
            earlier = await tx.orders.given_by(interaction)
            if earlier is not None:
                return OrderResult(_given_order(match, earlier), self._table(row), repeated=True)
            check_there(row, seat)
            match.check_order(seat, order)
            active = [
                each for each in await tx.orders.of(match_id, person) if each.state is OrderState.STANDING
            ]
            replaced = [each for each in active if _is_replaced(match, each, form, order)]
            for each in replaced:
                await tx.orders.end(match_id, person, each.number, ended_by=interaction)
            if len(active) - len(replaced) >= MOST:
                raise LimitReached(
                    msg("You have {n} standing orders in this match. Withdraw one first.", n=MOST)
                )
            now = self._context.clock.now()
            number = await tx.orders.add(match_id, person, form, order, row.rev, now, interaction)
            given = StandingOrder(number, form, order.stored, row.rev, now, interaction)
            if form in (PLAN, LINES):
                await tx.orders.put_draft(match_id, person, NO_DRAFT)
            after = row
            choice = (
                match.by_order(seat, order).drawn(self._context.random_source())
                if seat in row.awaited
                else None
            )
            if choice is not None:
                # The order's first answer may end the order itself, or lead to a question that it answers too.
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
                    after, _ = await self._act_executor.carry_out(tx, planned)
            return OrderResult(_given_order(match, given), self._table(after), answered=choice is not None)

    async def _give_sheet(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRequest, number: int, order: Order
    ) -> MatchRow:
        """Give all answers of a sheet in one act, up to the first interruption. Return the match after it.

        If the interruption is another seat's decision, the rest of the sheet continues as a plan. Otherwise it ends.
        """
        results: list[SheetResult] = []

        def play(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            results.append(carry_out(match, seat, order))
            return results[-1].events

        async def save_rest() -> None:
            [result] = results
            if result.order is not None:
                await tx.orders.go_on(row.id, act.person, number, result.order)
            else:
                await tx.orders.end(row.id, act.person, number, result.ended)

        seat, now = row.own_seat(act.person), self._context.clock.now()
        planned = PlannedAct(row, match, seat, act, now, play, then=save_rest)
        after, _ = await self._act_executor.carry_out(tx, planned)
        return after

    async def plan(
        self,
        match_id: int,
        person: int,
        change: Callable[[OrderDraft], OrderDraft] | None = None,
        digest: str = "",
    ) -> PlanDraft | None:
        """Return a player's draft of a plan, after an optional change; None if nothing can be planned.

        With `digest`, the change applies only if the draft still has that digest.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            seat, match = row.own_seat(person), self._load(row)
            form = _form_of(match, seat)
            if form is None:
                return None
            stored = await store.orders.draft(match_id, person)
            draft = stored if stored.until else _blank(form, stored)
            applied = await apply_orders(store, row, match, seat)
        if change is not None and digest in ("", draft.digest):
            draft = await self._redraft(match_id, person, draft, change(draft))
        order = drafted(match.game, form, draft)
        wrong: Message | None = None
        current_answer: Message | None = None
        try:
            match.check_order(seat, order)
        except GameError as refused:
            wrong = refused.message
        else:
            choice = match.by_order(seat, order).choice if seat in row.awaited else None
            current_answer = (
                None if choice is None else choice_in_words(match.pending_questions[seat], choice)
            )
        name = PLAN if form.label is None else LINES
        replaces = any(
            _is_replaced(match, each, name, order) and (not outcome.ended or outcome.unless_answered)
            for each, outcome in applied
        )
        read = match.read_plan(seat, order, draft.lines)
        can_be_tried = wrong is None and form.topics
        past = (
            await run_in_thread(person, latest_answers, match, seat, order, form.topics)
            if can_be_tried
            else ()
        )
        return PlanDraft(self._table(row), form, draft, read, wrong, current_answer, replaces, past)

    @retried(known=True)
    async def _redraft(
        self, match_id: int, person: int, expected: OrderDraft, replacement: OrderDraft
    ) -> OrderDraft:
        """Store a draft unless the stored one is no longer the expected one. Return the current draft."""
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            if row.status is MatchStatus.OVER:
                raise AlreadyDecided(msg("This match is over."))
            current = await tx.orders.draft(match_id, person)
            if current.until and current.digest != expected.digest:
                return current
            await tx.orders.put_draft(match_id, person, replacement)
            return replacement

    @retried(known=True)
    async def throw_away(self, match_id: int, person: int) -> None:
        """Delete a player's draft of a plan, but keep their draft of a turn."""
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id)
            row.own_seat(person)
            draft = await tx.orders.draft(match_id, person)
            sheet = OrderDraft(begins=draft.begins, answers=draft.answers, pressed=draft.pressed)
            await tx.orders.put_draft(match_id, person, sheet if sheet.begins else NO_DRAFT)

    async def was_given(self, interaction: int) -> bool:
        """Return whether an interaction has given an order."""
        async with self._context.store.read() as store:
            return await store.orders.given_by(interaction) is not None

    async def give_again(self, interaction: int, match_id: int, person: int) -> OrderResult:
        """Give a player's latest order of an exclusive kind again. Raises NotFound."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            earlier = await store.orders.given_by(interaction)
            latest = await last_order(store, row, self._load(row), row.own_seat(person))
        if earlier is None and latest is None:
            raise NotFound(msg("You can't order that any more. Check your orders again."))
        form, order = latest or (LINES, self._load(row).stored_order(earlier.order) if earlier else Order(""))
        return await self.give(interaction, match_id, person, form, order)

    async def give_ready(self, interaction: int, match_id: int, person: int, plan: ReadyPlan) -> OrderResult:
        """Give a ready-made plan. Raises GameError if nothing can be planned now."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        form = self._load(row).plan_form(row.own_seat(person))
        if form is None:
            raise GameError(msg("You can't order that now."))
        return await self.give(interaction, match_id, person, PLAN, with_lines(form.order, (plan.line,)))

    async def give_ahead(self, interaction: int, match_id: int, person: int, digest: str) -> OrderResult:
        """Give the plan that a player drafted in advance, if it still has that digest.

        Raises AlreadyDecided, and GameError if no plan can express it.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            draft = await store.orders.draft(match_id, person)
            is_repeated = await store.orders.given_by(interaction) is not None
        seat, match = row.own_seat(person), self._load(row)
        if not is_repeated and draft.digest != digest:
            raise AlreadyDecided(msg("That has changed."))
        order = await run_in_thread(person, sheets.planned_order, match, seat, draft)
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
        if row.status is MatchStatus.OVER:
            raise AlreadyDecided(msg("This match is over."))
        if row.data is None:
            raise NotFound(msg("This match hasn't begun."))
        return load(self._context.games, row)


def _rehearsed(match: Match, seat: int, order: Order) -> tuple[PastQuestion, ...] | None:
    return rehearse(match, seat, order) if has_answered(match, seat) else None


def _given_order(match: Match, order: StandingOrder) -> GivenOrder:
    return GivenOrder(order, in_words(match.game, order.order))


def _form_of(match: Match, seat: int) -> PlanForm | None:
    """Return the form that a player can draft step by step, or None.

    It is a plan; in games that draft plans on the panel, an order of lines.
    """
    form = match.plan_form(seat)
    return form if form is not None and not form.at_once else match.lines_form(seat) or form


def _is_replaced(match: Match, old: StandingOrder, form: str, order: Order) -> bool:
    """Return whether a new order replaces `old`: it has the same form, or a kind of which only one is possible."""
    return old.form == form or (old.order.kind == order.kind and orders_of(match.game).is_alone(order.kind))


def drafted(game: Game, form: PlanForm, draft: OrderDraft) -> Order:
    """Return the order that a draft describes, even if parts are still missing."""
    stops = tuple(stop.name for stop in form.stops if stop.name in draft.stops)
    untils = [name for name, _ in form.untils]
    until = draft.until if draft.until in untils else form.order.until
    return structs.replace(orders_of(game).with_lines(form.order, draft.lines), stops=stops, until=until)


def _blank(form: PlanForm, stored: OrderDraft) -> OrderDraft:
    """Return an empty plan that keeps the player's draft of a sheet."""
    return structs.replace(
        stored,
        lines=((PlanStep(""),),),
        stops=form.order.stops,
        until=form.order.until,
        is_choosing_else=False,
    )
