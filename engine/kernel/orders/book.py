"""The order book of a game: its kinds of orders, and how they are offered, checked, stored, applied and described."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from msgspec.structs import replace

from cards.i18n import Message, msg, series
from engine.kernel.decoder import LazyDecoder, json_reader
from engine.kernel.errors import GameError
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.kind import BaseKind, G, G_co, M, OrderKind, Span, Stop, pending_question
from engine.kernel.orders.order import Order, OrderForm, OrderOutcome, Parameters, StopChoice, StoredOrder
from engine.kernel.orders.plan import (
    LinesKind,
    PlanForm,
    PlanKind,
    PlanLines,
    PlannedStep,
    PlanParameters,
    ReadyPlan,
    with_lines,
)
from engine.kernel.question import Choice, PendingQuestion


class OrderBook(Generic[M, G_co]):
    """All kinds of orders of a game, most useful first, with their spans and stops.

    `moment`: (machine, seat), the record of the moment at which an order is given. `witness`: (machine, seat, that
    record), the record with the data for the game's stops, for kinds with stops. `moment_type` is the class of both.

    Raises ValueError for a kind with an unknown span or stop, or without a span.
    """

    def __init__(
        self,
        kinds: Sequence[BaseKind[M]],
        spans: Sequence[Span[M, G_co]],
        stops: Sequence[Stop[M, G_co]],
        moment_type: type[G_co],
        moment: Callable[[M, int], G_co],
        witness: Callable[[M, int, G_co], G_co] | None = None,
    ) -> None:
        self.kinds: Mapping[str, BaseKind[M]] = {kind.name: kind for kind in kinds}
        self.spans: Mapping[str, Span[M, G_co]] = {span.name: span for span in spans}
        self.stops: Mapping[str, Stop[M, G_co]] = {stop.name: stop for stop in stops}
        self._untils = {span.name: (span.name, span.until) for span in spans}
        self._choices = {stop.name: StopChoice(stop.name, stop.until) for stop in stops}
        self._plan: PlanKind[M] | None = next((kind for kind in kinds if isinstance(kind, PlanKind)), None)
        self.moment_type = moment_type
        self.moment = moment
        self.witness = witness
        self._moments: LazyDecoder[G_co] = json_reader(moment_type)
        self._parameters: dict[str, LazyDecoder[Parameters]] = {
            kind.name: json_reader(kind.parameters) for kind in kinds
        }
        self.topics = frozenset(
            topic for kind in kinds if isinstance(kind, OrderKind) for topic in kind.topics
        )
        """The topics of the questions that its kinds of orders answer, except plans."""
        for kind in kinds:
            self._check_kind(kind)

    def _check_kind(self, kind: BaseKind[M]) -> None:
        place = f"the order “{kind.name}”"
        if not kind.spans:
            raise ValueError(f"{place} names no span, so that nothing would end it.")
        for span in kind.spans:
            if span not in self.spans:
                raise ValueError(f"{place} lasts until “{span}”, which is no span of this game.")
        for stop in kind.stops:
            if stop not in self.stops:
                raise ValueError(f"{place} ends at “{stop}”, which is no stop of this game.")
        both = set(kind.parameters.__struct_encode_fields__) & set(self.moment_type.__struct_encode_fields__)
        if both:
            raise ValueError(f"{place} says “{min(both)}”, which is kept of the moment at which it is given.")

    # -- offering and checking

    def forms(self, machine: M, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now, those that would answer its open question first."""
        answering, others = list[OrderForm](), list[OrderForm]()
        question = pending_question(machine, seat)
        plain = replace(self.moment(machine, seat), asked=0 if question is None else question.id)
        witnessed: G_co | None = None
        for kind in self.kinds.values():
            if not isinstance(kind, OrderKind):
                continue
            spans = _spans_at(kind, self.spans, machine, seat, plain)
            if not spans:
                continue
            moment = plain
            if kind.stops and self.witness is not None:
                moment = witnessed = witnessed or self.witness(machine, seat, plain)
            untils, is_its_topic = self.untils(spans), question is not None and question.topic in kind.topics
            for offer in kind.offers(machine, seat):
                order = Order(kind.name, offer.parameters, moment, offer.usual, spans[0])
                answers_now = is_its_topic and self.by_order(machine, seat, order, ()).answers
                (answering if answers_now else others).append(
                    OrderForm(
                        order,
                        offer.label,
                        offer.detail,
                        self.choices(kind.stops if offer.stops is None else offer.stops),
                        untils,
                        answers_now,
                        offer.number,
                        offer.things,
                        offer.name,
                        offer.quick,
                        offer.always,
                        offer.beside,
                    )
                )
        return (*answering, *others)

    def plan_form(self, machine: M, seat: int) -> PlanForm | None:
        """Return the form for a plan that the seat could make now; None if nothing can be planned."""
        kind = self._plan
        spans = () if kind is None else self.spans_of(kind, machine, seat)
        if kind is None or not spans:
            return None
        return PlanForm(
            Order(kind.name, PlanParameters(), self.now(kind, machine, seat), kind.usual, spans[0], past=0),
            tuple(kind.whens(machine, seat)),
            self.choices(kind.stops),
            self.untils(spans),
            kind.most_lines,
            kind.most_steps,
            bool(kind.at_once),
        )

    def is_alone(self, kind: str) -> bool:
        """Return whether an order of a kind replaces the owner's other orders of that kind."""
        return kind in self.kinds and self.kinds[kind].is_alone

    def lines_form(self, machine: M, seat: int) -> PlanForm | None:
        """Return the form for lines that the seat could write now (`LinesKind`); None if there is none."""
        kind = next(
            (each_kind for each_kind in self.kinds.values() if isinstance(each_kind, LinesKind)), None
        )
        spans = () if kind is None else self.spans_of(kind, machine, seat)
        if kind is None or not spans:
            return None
        order = Order(kind.name, kind.of_lines(()), self.now(kind, machine, seat), until=spans[0])
        whens, stops, most = tuple(kind.whens(machine, seat)), self.choices(kind.stops), kind.most_lines
        return PlanForm(
            order, whens, stops, self.untils(spans), most, most, label=kind.title, topics=kind.topics[:1]
        )

    def with_lines(self, order: Order, lines: PlanLines) -> Order:
        """Return a plan, or an order of lines, with these lines."""
        kind = self.kinds[order.kind]
        if isinstance(kind, LinesKind):
            return replace(order, parameters=kind.of_lines(lines))
        return with_lines(order, lines)

    def ready_plans(self, machine: M, seat: int) -> Sequence[ReadyPlan]:
        """Return the ready-made plans that a seat can give now."""
        kind = self._plan
        return () if kind is None or not self.spans_of(kind, machine, seat) else kind.ready(machine, seat)

    @property
    def plans_ahead(self) -> bool:
        """Whether a draft made before the question becomes a plan."""
        return self._plan is not None and bool(self._plan.at_once)

    def begins_sheet(self, question: PendingQuestion) -> bool:
        """Return whether answers to a question are collected on a sheet."""
        return self._plan is not None and question.topic in self._plan.at_once

    def planned(self, order: Order, decided: Sequence[tuple[PendingQuestion, Choice]]) -> Order | None:
        """Return a plan equivalent to a sheet; None if there is none. `order` is an empty plan."""
        line = () if self._plan is None else self._plan.line_of(decided)
        return with_lines(order, (line,)) if line else None

    def read_plan(
        self, machine: M, seat: int, order: Order, lines: PlanLines = ()
    ) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan, or an order's lines, in words, with their status as far as the owner knows."""
        kind = self.kinds[order.kind]
        if isinstance(kind, LinesKind):
            return tuple(tuple(PlannedStep(kind.line_words(step)) for step in line) for line in lines)
        return () if self._plan is None else self._plan.read(machine, seat, order)

    def spans_of(self, kind: BaseKind[M], machine: M, seat: int) -> Sequence[str]:
        """Return the possible durations of an order of a kind now, the default first; none if none can be given."""
        return _spans_at(kind, self.spans, machine, seat, self.moment(machine, seat))

    def untils(self, spans: Sequence[str]) -> tuple[tuple[str, Message], ...]:
        """Return spans as choices: name and label."""
        return tuple(map(self._untils.__getitem__, spans))

    def choices(self, stops: Sequence[str]) -> tuple[StopChoice, ...]:
        """Return stops as choices."""
        return tuple(map(self._choices.__getitem__, stops))

    def now(self, kind: BaseKind[M], machine: M, seat: int) -> G_co:
        """Return the record of this moment for an order of a kind."""
        question = pending_question(machine, seat)
        moment = self.moment(machine, seat)
        if kind.stops and self.witness is not None:
            moment = self.witness(machine, seat, moment)
        return replace(moment, asked=0 if question is None else question.id)

    def check(self, machine: M, seat: int, order: Order) -> None:
        """Raise GameError if a seat can't give an order now."""
        kind = self.kinds.get(order.kind)
        if kind is None:
            raise GameError(msg("That order doesn't exist."))
        spans = self.spans_of(kind, machine, seat)
        if not spans:
            raise GameError(msg("You can't order that now."))
        unknown = next((stop for stop in order.stops if stop not in kind.stops), None)
        if unknown is not None:
            raise GameError(msg("This order can't end at “{stop}”.", stop=unknown))
        if order.until not in self.spans:
            raise GameError(msg("An order can't last until “{span}”.", span=order.until))
        if order.until not in spans or not self._is_of_now(machine, seat, order):
            raise GameError(msg("You can't order that any more. Check your orders again."))
        wrong = kind.why_wrong(machine, seat, order)
        if wrong is not None:
            raise GameError(wrong)

    def _is_of_now(self, machine: M, seat: int, order: Order) -> bool:
        """Return whether an order's span began with the current one."""
        moment, span = order.given, self.spans[order.until]
        return isinstance(moment, self.moment_type) and span.began(moment) == span.began(
            self.moment(machine, seat)
        )

    def given_now(self, machine: M, seat: int, order: Order) -> Order | None:
        """Return an order as if given now, or None if it can't be given now."""
        kind = self.kinds[order.kind]
        if order.until not in self.spans_of(kind, machine, seat):
            return None
        if kind.why_wrong(machine, seat, order) is not None:
            return None
        return replace(order, given=self.now(kind, machine, seat))

    # -- while it lasts

    def read(self, stored: StoredOrder) -> Order:
        """Return an order from its stored form. Raises KeyError or ValueError if this book doesn't know it."""
        parameters = self._parameters[stored.kind].read(stored.said)
        return Order(
            stored.kind, parameters, self._moments.read(stored.said), stored.stops, stored.until, stored.past
        )

    def by_order(self, machine: M, seat: int, order: Order, happened: Sequence[SeenEvent]) -> OrderOutcome:
        """Apply an order to a seat's open question; see `Match.by_order`."""
        kind, moment, question = self.kinds[order.kind], order.given, pending_question(machine, seat)
        assert isinstance(moment, self.moment_type)
        span = self.spans[order.until]
        if not span.lasts(machine, moment):
            return OrderOutcome(ended=span.ended, is_over=not isinstance(kind, PlanKind))
        for stop in order.stops:
            if self.stops[stop].happened(machine, seat, moment, question, happened):
                return OrderOutcome(ended=self.stops[stop].ended)
        ended = kind.why_ended(machine, seat, order, question)
        if ended is not None:
            return OrderOutcome(ended=ended)
        return OrderOutcome() if question is None else kind.judge(machine, seat, order, question, happened)

    def words(self, order: Order) -> Message:
        """Return an order in a sentence for its owner."""
        until = [self.stops[stop].until for stop in order.stops]
        stops = series(*until, joined="or") if until else None
        return self.kinds[order.kind].sentence(order, stops, self.spans[order.until])


def _spans_at(
    kind: BaseKind[M], spans: Mapping[str, Span[M, G]], machine: M, seat: int, moment: G
) -> Sequence[str]:
    if kind.spans_now is not None:
        return kind.spans_now(machine, seat)
    return [span for span in kind.spans if spans[span].began(moment)]
