"""Kinds of orders: their common interface, the kinds that most games need, and their ends.

An order ends after a span in any case, or early by a stop: an event that its owner has named.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from cards.i18n import Message, Series, msg, series, title
from engine.kernel.events.event import Fact, SeenEvent
from engine.kernel.machine import AnyMachine
from engine.kernel.orders.order import Order, OrderMoment, OrderOutcome, Parameters
from engine.kernel.question import Choice, PendingOption, PendingQuestion, QuestionKind

M_co = TypeVar("M_co", bound=AnyMachine, covariant=True, default=AnyMachine)
G_co = TypeVar("G_co", bound=OrderMoment, covariant=True, default=OrderMoment)
"""A game's machine, and its record of a moment.

Covariant although functions take them as arguments: as in `Game`, they only come from the game itself.
"""
M = TypeVar("M", bound=AnyMachine, default=AnyMachine)
G = TypeVar("G", bound=OrderMoment, default=OrderMoment)


class Span(msgspec.Struct, Generic[M_co, G_co], frozen=True):
    """The duration of an order.

    `until` is its name for the owner ("until the end of this round"), `within` the same in a sentence ("in this
    round"), and `ended` the reason when it is over. `began` returns the number of the current span at a moment, such
    as the round's; 0 for none. `lasts`: (machine, moment at which the order was given), whether that span is still
    running.
    """

    name: str
    until: Message
    within: Message
    ended: Message
    began: Callable[[G_co], int]
    lasts: Callable[[M_co, G_co], bool]


def whole_match() -> Span[M, G]:
    """Return the span of orders that last for the whole match."""
    until, within, ended = msg("until the end of the match"), msg("in this match"), msg("This match is over.")
    return Span(MATCH, until, within, ended, lambda given: 1, lambda machine, given: True)


TURN, NEXT, OWN, MATCH = "turn", "next", "own", "match"
"""Spans: this turn; until the owner's next turn begins; until that turn ends; the whole match."""


class InTurn(OrderMoment, frozen=True, omit_defaults=True):
    """A moment in a game with turns: the number of the turn, 0 before the first."""

    turn: int = 0


T = TypeVar("T", bound=InTurn, default=InTurn)


def turn_spans(
    turn: Callable[[M], int], until_own: Callable[[M, T], bool], until_own_ends: Callable[[M, T], bool]
) -> tuple[Span[M, T], ...]:
    """Return the spans of a game with turns.

    `turn` returns the current turn's number. The others return whether `NEXT` and `OWN` are still running.
    """
    end, own = msg("until the end of your next turn"), msg("Your turn is over.")
    return (
        Span(
            TURN,
            msg("until the end of this turn"),
            msg("in this turn"),
            msg("The turn is over."),
            began=lambda given: given.turn,
            lasts=lambda machine, given: turn(machine) == given.turn,
        ),
        Span(
            NEXT,
            msg("until your next turn begins"),
            msg("until your next turn"),
            msg("Your turn has begun."),
            began=lambda given: given.turn,
            lasts=until_own,
        ),
        Span(OWN, end, end, own, began=lambda given: given.turn, lasts=until_own_ends),
    )


Happened = Callable[[M_co, int, G_co, PendingQuestion | None, Sequence[SeenEvent]], bool]
"""(machine, seat of the order's owner, the moment at which it was given, the question if any, the events since then
as the owner saw them): return whether something has happened.
"""


class Stop(msgspec.Struct, Generic[M_co, G_co], frozen=True):
    """An event that can end an order early.

    `until` is its name after "until" and "if" ("your depth changes"), `ended` the reason when it has happened.
    """

    name: str
    until: Message
    ended: Message
    happened: Happened[M_co, G_co]


def event_seen(holds: Callable[[SeenEvent, int], bool]) -> Happened[AnyMachine, OrderMoment]:
    """Return a test for an event seen by the owner that satisfies `holds`: (event, seat of the order's owner)."""

    def happened(
        machine: AnyMachine,
        seat: int,
        given: OrderMoment,
        question: PendingQuestion | None,
        seen: Sequence[SeenEvent],
    ) -> bool:
        return any(holds(event, seat) for event in seen)

    return happened


def fact_seen(holds: Callable[[Fact, int], bool]) -> Happened[AnyMachine, OrderMoment]:
    """Return a test for a fact seen by the owner that satisfies `holds`: (fact, seat of the order's owner)."""
    return event_seen(lambda event, seat: holds(event.fact, seat))


def others_decided(seat: int, happened: Sequence[SeenEvent]) -> bool:
    """Return whether other players have made a decision that the seat couldn't foresee."""
    return any(event.decided_by not in (-1, seat) for event in happened)


P_co = TypeVar("P_co", bound=Parameters, covariant=True, default=Parameters)
"""The parameters of an order of a kind."""


def pending_question(machine: AnyMachine, seat: int) -> PendingQuestion | None:
    """Return a seat's open question."""
    return machine.position.questions.get(seat)


class OrderSpans(msgspec.Struct, Generic[M], frozen=True, kw_only=True):
    """The spans of orders of a kind.

    `spans_now`: (machine, seat), the spans that can be chosen now, the default first; none if no order can be given. If
    it is None, all spans of the kind that are running can be chosen.
    """

    spans_now: Callable[[M, int], Sequence[str]] | None = None
    is_alone: bool = False
    """Whether an order replaces the owner's other orders of its kind."""


class BaseKind(OrderSpans[M], Generic[M, P_co], frozen=True):
    """The common interface of all kinds of orders.

    `name` is its key, and `parameters` the class of its orders' parameters. `spans` are the names of its possible
    durations, the default first. `stops` are the names of its possible stop events.
    """

    name: str
    parameters: type[P_co]
    spans: tuple[str, ...]
    stops: tuple[str, ...]

    @abstractmethod
    def why_wrong(self, machine: M, seat: int, order: Order) -> Message | None:
        """Return why an order can't be given now, or None if it can."""

    @abstractmethod
    def judge(
        self, machine: M, seat: int, order: Order, question: PendingQuestion, happened: Sequence[SeenEvent]
    ) -> OrderOutcome:
        """Return the answer of an active order to a question; see `OrderBook.by_order`."""

    @abstractmethod
    def sentence(self, order: Order, stops: Series | None, span: Span[M]) -> Message:
        """Return an order in words, with its stops joined by "or" and its span."""

    def why_ended(
        self, machine: M, seat: int, order: Order, question: PendingQuestion | None
    ) -> Message | None:
        """Return why the order's purpose is gone, or None if it isn't."""
        return None

    def parameters_of(self, order: Order) -> P_co:
        """Return the parameters of an order of this kind."""
        assert isinstance(order.parameters, self.parameters)
        return order.parameters


class Offer(msgspec.Struct, Generic[P_co], frozen=True):
    """An order offered by a kind: the parts of an `OrderForm` that the order book doesn't know.

    `usual` are the stops ticked by default, `stops` those that can be chosen; None for all of the kind's.
    """

    parameters: P_co
    label: Message
    detail: Message
    usual: tuple[str, ...] = ()
    stops: tuple[str, ...] | None = None
    number: tuple[int, int] | None = None
    things: tuple[tuple[str, Message], ...] = ()
    name: str = ""
    quick: Message | None = None
    always: Message | None = None
    beside: Message | None = None


class OrderKind(BaseKind[M, P_co], frozen=True):
    """A kind of order that always answers the same way.

    `offers`: (machine, seat), the orders of this kind that the seat can give.
    `words`: (parameters), its effect at the start of a sentence, without the duration: "Pass".
    `topics` are those of the questions it answers. `answer`: (machine, seat, parameters, question), its answer.
    `wrong`: (machine, seat, parameters), why it can't be given now, or None.
    `ended`: (machine, seat, parameters, question if any), why its purpose is gone, or None.
    """

    topics: tuple[str, ...]
    offers: Callable[[M, int], Sequence[Offer[P_co]]]
    words: Callable[[P_co], Message]
    answer: Callable[[M, int, P_co, PendingQuestion], OrderOutcome]
    wrong: Callable[[M, int, P_co], Message | None] = lambda machine, seat, parameters: None
    ended: Callable[[M, int, P_co, PendingQuestion | None], Message | None] = (
        lambda machine, seat, parameters, question: None
    )

    def why_wrong(self, machine: M, seat: int, order: Order) -> Message | None:
        """Return why an order can't be given now, or None if it can."""
        return self.wrong(machine, seat, self.parameters_of(order))

    def why_ended(
        self, machine: M, seat: int, order: Order, question: PendingQuestion | None
    ) -> Message | None:
        """Return why the order's purpose is gone, or None if it isn't."""
        return self.ended(machine, seat, self.parameters_of(order), question)

    def judge(
        self, machine: M, seat: int, order: Order, question: PendingQuestion, happened: Sequence[SeenEvent]
    ) -> OrderOutcome:
        """Return an order's answer to a question; none for a question of another topic."""
        if question.topic not in self.topics:
            return OrderOutcome()
        return self.answer(machine, seat, self.parameters_of(order), question)

    def sentence(self, order: Order, stops: Series | None, span: Span[M]) -> Message:
        """Return "Pass in this main phase, until a conflict is initiated or your depth changes."."""
        effect = self.words(self.parameters_of(order))
        if stops is None:
            return msg("{what} {span}.", what=effect, span=span.within)
        return msg("{what} {span}, until {stops}.", what=effect, span=span.within, stops=stops)


def same_answer(
    name: str,
    spans: tuple[str, ...],
    stops: tuple[str, ...],
    topic: str,
    choice: Choice,
    offer: Offer[Parameters],
    applies: Callable[[M, int], bool] = lambda machine, seat: True,
) -> OrderKind[M, Parameters]:
    """Return the kind of order that gives a topic the same answer each time, if it `applies`.

    The label of its `offer` is also its description in a sentence.
    """
    return OrderKind(
        name,
        Parameters,
        spans,
        stops,
        (topic,),
        lambda machine, seat: [offer],
        lambda parameters: offer.label,
        lambda machine, seat, parameters, question: OrderOutcome(choice if applies(machine, seat) else None),
    )


END = ""
"""Marks the end of the picked items in an ordered list: items after it were not picked."""


def picked_items(parameters: Parameters) -> Sequence[str]:
    """Return the items of a list before its `END`, or all if it has none."""
    return (
        parameters.listed[: parameters.listed.index(END)] if END in parameters.listed else parameters.listed
    )


def is_list(parameters: Parameters, limit: int) -> bool:
    """Return whether an order lists different items, at most `limit`."""
    return len(set(parameters.listed)) == len(parameters.listed) <= limit


def first_listed(question: PendingQuestion, parameters: Parameters, count: int = 1) -> Choice:
    """Return the first `count` available options of a list, in the order of the options.

    An option is listed by its key or its subject. Of several with the same subject, the first is used.
    """
    keys = {
        name: option.key for option in reversed(question.options) for name in (option.subject, option.key)
    }
    keys_listed = [keys[name] for name in parameters.listed if name in keys][:count]
    return tuple(option.key for option in question.options if option.key in keys_listed)


def all_in_order(question: PendingQuestion, parameters: Parameters) -> Choice | None:
    """Return all options in the order of their subjects in the list; in the question's order for an empty list.

    None if any of them isn't listed. If the question asks only for the first, it is returned alone.
    """
    options: Sequence[PendingOption] = question.options
    if parameters.listed:
        if any(option.subject not in parameters.listed for option in options):
            return None
        options = sorted(options, key=lambda option: parameters.listed.index(option.subject))
    if question.kind is not QuestionKind.ORDER:
        options = options[:1]
    return tuple(option.key for option in options)


_MOST_TITLES = 25
"""The maximum number of titles in an order of triggers."""


def trigger_order(
    name: str, spans: tuple[str, ...], topic: str, can_be_named: Callable[[M, int, str], bool]
) -> OrderKind[M, Parameters]:
    """Return the kind of order for the resolution of triggers: as listed, or by the titles of their cards.

    It answers questions of the topic that ask for all of them in order, or for the first one.
    `can_be_named`: (machine, seat, title), whether the seat knows a card of that title.
    """

    def offers(machine: M, seat: int) -> Sequence[Offer[Parameters]]:
        as_listed = Offer(
            Parameters(),
            msg("Resolve triggers as they are listed"),
            msg("Whenever I'd ask for the order of abilities, they resolve as listed."),
        )
        question = pending_question(machine, seat)
        if question is None or question.topic != topic:
            return [as_listed]
        titles = tuple(dict.fromkeys(option.subject for option in question.options))
        if not 1 < len(titles) <= _MOST_TITLES:
            return [as_listed]
        like_this = Offer(
            Parameters(listed=titles),
            msg("Resolve these triggers in my order"),
            msg("Whenever I ask you about only these abilities, or some of them."),
            things=tuple((each, title(each)) for each in titles),
            name="of mine",
            always=msg("Always like this")
            if question.kind is QuestionKind.ORDER
            else msg("Always in this order"),
        )
        return [as_listed, like_this]

    def why_wrong(machine: M, seat: int, parameters: Parameters) -> Message | None:
        if not is_list(parameters, _MOST_TITLES):
            return msg("This isn't an order of triggers.")
        unknown = next((each for each in parameters.listed if not can_be_named(machine, seat, each)), None)
        return None if unknown is None else msg("No card is called {card}.", card=unknown)

    def words(parameters: Parameters) -> Message:
        if not parameters.listed:
            return msg("Resolve triggers as they are listed")
        return msg(
            "Resolve triggers in this order: {cards}",
            cards=series(*map(title, parameters.listed), joined="then"),
        )

    return OrderKind(
        name,
        Parameters,
        spans,
        (),
        (topic,),
        offers,
        words,
        lambda machine, seat, parameters, question: OrderOutcome(all_in_order(question, parameters)),
        why_wrong,
    )
