"""Orders as data: their parameters, the moment they were given, the forms to give them, and their outcomes."""

from __future__ import annotations

import msgspec

from cards.i18n import Message
from engine.kernel.chance import Chance
from engine.kernel.question import Choice


class Parameters(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parameters of an order. A kind of order with more parameters has its own class.

    `n` and `listed` can be set in any order whose form allows it: a number, and keys of things in order. They can
    contain private knowledge of the owner, and are as secret as the order.
    """

    n: int = 0
    listed: tuple[str, ...] = msgspec.field(default=(), name="order")


class OrderMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The situation in which an order was given. Games whose spans or stops need more data have their own class.

    `asked` is the id of the question that its owner had at the time, 0 for none.
    """

    asked: int = 0


class Order(msgspec.Struct, frozen=True):
    """A standing order.

    `kind` is the name of a kind in the game's order book, which also defines the class of `parameters`. `stops` are the
    names of events that end it early, so that its owner is asked. `until` is the name of the span after which it ends.
    """

    kind: str
    parameters: Parameters = Parameters()
    given: OrderMoment = OrderMoment()
    stops: tuple[str, ...] = ()
    until: str = ""
    past: int | None = None
    """The number of events, since it was given, that a plan has processed. None for an order that always answers alike
    and uses events only for its stops."""

    def with_number(self, n: int) -> Order:
        """Return the order with another number."""
        return msgspec.structs.replace(self, parameters=msgspec.structs.replace(self.parameters, n=n))

    def with_listed(self, listed: tuple[str, ...]) -> Order:
        """Return the order with these items in this order."""
        return msgspec.structs.replace(
            self, parameters=msgspec.structs.replace(self.parameters, listed=listed)
        )

    @property
    def stored(self) -> StoredOrder:
        """The order in its stored form."""
        merged = msgspec.to_builtins(self.given) | msgspec.to_builtins(self.parameters)
        return StoredOrder(
            self.kind, msgspec.Raw(msgspec.json.encode(merged)), self.stops, self.until, self.past
        )


class StoredOrder(msgspec.Struct, frozen=True, array_like=True):
    """A stored order, for `OrderBook.read`. `said` is a JSON object of its parameters and its moment."""

    kind: str
    said: msgspec.Raw = msgspec.Raw(b"{}")
    stops: tuple[str, ...] = ()
    until: str = ""
    past: int | None = None


class StopChoice(msgspec.Struct, frozen=True):
    """An event that can end an order, as a choice: its key, and its name after "until"."""

    name: str
    label: Message


class OrderForm(msgspec.Struct, frozen=True):
    """An order that a seat can give now.

    `order` is the order with default settings. `label` is its name in a menu, `detail` explains it in a sentence.
    `stops` and `untils` are the choices of the owner (`untils`: name and label, the default first). `answers_now`:
    given now, it would answer its owner's open question.

    `number`, if any, is the range of its number (`Order.with_number`). `things`, if any, can be put into a different
    order (`Order.with_listed`). `name` is a key that distinguishes the forms of one kind, and is stable as long as
    their meaning is.
    """

    order: Order
    label: Message
    detail: Message
    stops: tuple[StopChoice, ...] = ()
    untils: tuple[tuple[str, Message], ...] = ()
    answers_now: bool = False
    number: tuple[int, int] | None = None
    things: tuple[tuple[str, Message], ...] = ()
    name: str = ""
    quick: Message | None = None
    """The label of a button that gives it with default settings while its owner waits; None for no button."""
    always: Message | None = None
    """The label of a button below its question that gives it with default settings."""
    beside: Message | None = None
    """The label of the button that leads to it, beside the answers, if `label` is too long for that."""


class OrderOutcome(msgspec.Struct, frozen=True):
    """The result of applying an order to a question: an answer, or its end with the reason for its owner.

    The answer is `choice`, or one of `random_choices`, drawn when it is given (`drawn`). If all are empty, the order doesn't
    apply to this question and stays. Never both an answer and an end: an order that has ended answers nothing.

    `after` is the order's state after this question, if it answers. An order that has ended `unless_answered` stays
    if another order of its owner answers this question.
    """

    choice: Choice | None = None
    ended: Message | None = None
    random_choices: tuple[Choice, ...] = ()
    after: Order | None = None
    unless_answered: bool = False
    is_over: bool = False
    """Whether it has ended as intended: its duration is over, and nothing is left to do."""

    @property
    def answers(self) -> bool:
        """Whether it answers the question."""
        return self.choice is not None or bool(self.random_choices)

    def drawn(self, rng: Chance) -> Choice | None:
        """Return the answer, or None.

        `rng` must not depend on the match's seed: otherwise anyone who knows the seed later could distinguish a random
        answer from a person's.
        """
        return rng.pick(list(self.random_choices)) if self.random_choices else self.choice


class PastQuestion(msgspec.Struct, frozen=True):
    """A past question to which an order would have applied, for its owner.

    `purpose` is the question, `answered` the actual answer, and `ordered` the order's answer, or a note that it is
    random. If the order would have ended here, `ordered` is None and `ended` is the reason; nothing follows.
    """

    purpose: Message
    answered: Message
    ordered: Message | None = None
    ended: Message | None = None
