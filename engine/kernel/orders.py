"""Standing orders: what a seat wants answered for it, secretly, until something happens.

An order is plain data and says nothing by itself; the game says which orders a seat can give, and whether one answers a
question. It is judged by what its seat knows, never by the whole position: the question, the seat's view, and the
events since it was given as that seat saw them. So an order does what its owner would have done, and no more.

A *plan* is an order of several steps: if this happens, do that; then, if … It waits at one step after another, and
ends with the first question that it does not foresee. `PlanForm` says what one can be made of.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.i18n import Message
from engine.kernel.chance import Chance
from engine.kernel.decoding import converted
from engine.kernel.events.event import Facts, Seen
from engine.kernel.question import Choice


class Order(msgspec.Struct, frozen=True, array_like=True):
    """A standing order, as it is kept.

    `kind` is the game's word for it. `said` is what the order is about, and what was so when it was given: keys of cards,
    an amount, a round. It holds what its owner knows and nobody else, so it is as secret as the order.
    `stops` are the names of the events at which it ends and its owner is asked; `until` is when it ends in any case, by
    name.
    """

    kind: str
    said: Facts = {}
    stops: tuple[str, ...] = ()
    until: str = ""
    past: int | None = None
    """How many of the events since it was given it has left behind, for an order that goes on from answer to answer; None
    for one that answers alike each time, and looks at events for its stops only."""


class Stop(msgspec.Struct, frozen=True):
    """An event at which an order can end: its name, how it is called, and whether it is ticked to begin with."""

    name: str
    label: Message
    usual: bool = False


class OrderForm(msgspec.Struct, frozen=True):
    """An order that a seat could give now.

    `order` is the order as it would usually be given; its `said` is complete. `label` names it in a menu, `detail` explains
    it in a sentence. `stops` and `untils` are what its owner can choose from (`untils`: name and label, the usual one
    first). `answers_now`: given now, it would answer the question that its owner is asked.

    `number`, if there is one, is the lowest and the highest number that may be put in place of `said["n"]`. `things`, if
    there are any, may be put into another order: their keys in `said["order"]`. `name` is a key that tells apart the forms
    of one kind, and stays the same as long as they mean the same.
    """

    order: Order
    label: Message
    detail: Message
    stops: tuple[Stop, ...] = ()
    untils: tuple[tuple[str, Message], ...] = ()
    answers_now: bool = False
    number: tuple[int, int] | None = None
    things: tuple[tuple[str, Message], ...] = ()
    name: str = ""


class PlanStep(msgspec.Struct, frozen=True, array_like=True):
    """A step of a plan: what it waits for, what is done then, and with what, by the keys of a `PlanForm`."""

    when: str
    act: str = ""
    things: tuple[str, ...] = ()


PlanLines = tuple[tuple[PlanStep, ...], ...]
"""The lines of a plan: the first one whose first step comes true is followed, the others are dropped."""


class PlanAct(msgspec.Struct, frozen=True):
    """Something that a plan can have done: its key, and how it is called in a menu ("defend with …").

    `things`, if there are any, are what it can be done with, by key and name: from `least` to `most` of them.
    """

    key: str
    label: Message
    things: tuple[tuple[str, Message], ...] = ()
    least: int = 0
    most: int = 0


class PlanWhen(msgspec.Struct, frozen=True):
    """Something that a plan can wait for: its key, how it is called after "if", and what can be done then."""

    key: str
    label: Message
    acts: tuple[PlanAct, ...]


class PlanForm(msgspec.Struct, frozen=True):
    """What a seat could make a plan of now.

    `order` is a plan without lines, as it would usually be given; the lines come into `said["lines"]` as plain data
    (`with_lines`). `stops` and `untils` are as in an `OrderForm`. A plan has at most `lines` lines, and `steps` steps in all.
    """

    order: Order
    whens: tuple[PlanWhen, ...]
    stops: tuple[Stop, ...] = ()
    untils: tuple[tuple[str, Message], ...] = ()
    lines: int = 1
    steps: int = 1


class PlannedStep(msgspec.Struct, frozen=True):
    """A step of a plan for its owner's eyes: in words, as a sentence, and how it stands now.

    `why_not` is why it could not be carried out as things stand, None if it could, or if nothing can be said about it yet
    (`is_known`).
    """

    words: Message
    why_not: Message | None = None
    is_known: bool = False


def others_decided(seat: int, happened: Sequence[Seen]) -> bool:
    """Return whether other players have decided anything that a seat could not foresee."""
    return any(event.decided_by not in (-1, seat) for event in happened)


def with_lines(order: Order, lines: PlanLines) -> Order:
    """Return a plan with these lines."""
    return msgspec.structs.replace(order, said={**order.said, "lines": msgspec.to_builtins(lines)})


def lines_in(order: Order) -> PlanLines | None:
    """Return the lines of a plan; None if what it says is none."""
    try:
        return converted(order.said.get("lines"), PlanLines)
    except msgspec.ValidationError:
        return None


class Ordered(msgspec.Struct, frozen=True):
    """The result of holding an order against a question: an answer, or its end with the reason for its owner.

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
    where it is drawn by lot, that it is.
    If it would have ended here, `ordered` is None and `ended` is the reason; nothing follows.
    """

    purpose: Message
    answered: Message
    ordered: Message | None = None
    ended: Message | None = None
