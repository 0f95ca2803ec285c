"""Orders as data: what one says, when it was given, how it can be given, and what it answers."""

from __future__ import annotations

import msgspec

from cards.i18n import Message
from engine.kernel.chance import Chance
from engine.kernel.question import Choice


class Parameters(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parameters of an order. A kind of order with more parameters has its own class.

    `n` and `listed` are what a person can put into any order whose form allows it: a number, and keys of things in order.
    It holds what its owner knows and nobody else, so it is as secret as the order.
    """

    n: int = 0
    listed: tuple[str, ...] = msgspec.field(default=(), name="order")


class OrderMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The situation in which an order was given. A game whose spans or stops compare with more has its own class.

    `asked` is the id of the question that its owner was asked then, 0 for none.
    """

    asked: int = 0


class Order(msgspec.Struct, frozen=True):
    """A standing order.

    `kind` is the name of a kind in the game's order book, whose parameters these are. `stops` are the names of the events at
    which it ends and its owner is asked; `until` is the name of the span after which it ends in any case.
    """

    kind: str
    parameters: Parameters = Parameters()
    given: OrderMoment = OrderMoment()
    stops: tuple[str, ...] = ()
    until: str = ""
    past: int | None = None
    """The number of events since it was given that a plan has left behind; None for an order that answers alike each time, and
    looks at events for its stops only."""

    def with_number(self, n: int) -> Order:
        """Return it with another number."""
        return msgspec.structs.replace(self, parameters=msgspec.structs.replace(self.parameters, n=n))

    def with_listed(self, listed: tuple[str, ...]) -> Order:
        """Return it with these things in this order."""
        return msgspec.structs.replace(
            self, parameters=msgspec.structs.replace(self.parameters, listed=listed)
        )

    @property
    def kept(self) -> KeptOrder:
        """The order as it is stored."""
        merged = msgspec.to_builtins(self.given) | msgspec.to_builtins(self.parameters)
        return KeptOrder(
            self.kind, msgspec.Raw(msgspec.json.encode(merged)), self.stops, self.until, self.past
        )


class KeptOrder(msgspec.Struct, frozen=True, array_like=True):
    """An order as it is stored, for `OrderBook.read`: `said` is one JSON object of its parameters and of its moment."""

    kind: str
    said: msgspec.Raw = msgspec.Raw(b"{}")
    stops: tuple[str, ...] = ()
    until: str = ""
    past: int | None = None


class StopChoice(msgspec.Struct, frozen=True):
    """An event at which an order can end, for choosing: its name, and what it is called after "until"."""

    name: str
    label: Message


class OrderForm(msgspec.Struct, frozen=True):
    """An order that a seat can give now.

    `order` is the order as it would usually be given. `label` names it in a menu, `detail` explains it in a sentence.
    `stops` and `untils` are what its owner can choose from (`untils`: name and label, the usual one first). `answers_now`:
    given now, it would answer the question that its owner is asked.

    `number`, if there is one, is the lowest and the highest number that can be put into it (`Order.with_number`). `things`, if
    there are any, can be put into another order (`Order.with_listed`). `name` is a key that tells apart the forms of one
    kind, and stays the same as long as they mean the same.
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
    """The label of a button that gives it as it is, wherever its owner waits for others; None for none."""
    always: Message | None = None
    """The label of a button that gives it as it is, below the question that it answers."""
    beside: Message | None = None
    """The label of the button that leads to it, beside the answers, where `label` is too long for that."""


class Ordered(msgspec.Struct, frozen=True):
    """The result of applying an order to a question: an answer, or its end with the reason for its owner.

    The answer is `choice`, or one of `lots`, to be drawn where it is given (`drawn`). Nothing at all: the order has
    nothing to say to this question and stays. Never an answer and an end: an order that has ended answers nothing.

    `after` is the order as it stands once this question has been answered: as it says, if it answers. One that has
    ended `unless_answered` stays if another order of its owner's answers this question.
    """

    choice: Choice | None = None
    ended: Message | None = None
    lots: tuple[Choice, ...] = ()
    after: Order | None = None
    unless_answered: bool = False
    is_over: bool = False
    """Whether it has ended as its owner wanted: it has lasted as long as it was to, and leaves nothing undone."""

    @property
    def answers(self) -> bool:
        """Whether the order answers the question."""
        return self.choice is not None or bool(self.lots)

    def drawn(self, lot: Chance) -> Choice | None:
        """Return the answer; None if there is none.

        `lot` must not follow from the match's seed: who knows the seed afterwards could tell a drawn answer from one that
        a person gave.
        """
        return lot.pick(list(self.lots)) if self.lots else self.choice


class Rehearsed(msgspec.Struct, frozen=True):
    """One question of the past to which an order would have had something to say, for its owner's eyes.

    `purpose` is what was asked, `answered` what was really answered, and `ordered` what the order would have answered:
    where it is random, that it is.
    If it would have ended here, `ordered` is None and `ended` is the reason; nothing follows.
    """

    purpose: Message
    answered: Message
    ordered: Message | None = None
    ended: Message | None = None
