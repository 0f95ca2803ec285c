"""Standing orders: what a seat wants answered for it, secretly, until something happens.

An order is plain data and says nothing by itself; the game says which orders a seat can give, and whether one answers a
question. It is judged by what its seat knows, never by the whole position: the question, the seat's view, and the
events since it was given as that seat saw them. So an order does what its owner would have done, and no more.
"""

from __future__ import annotations

import msgspec

from cards.locales import Phrase
from engine.kernel.chance import Chance
from engine.kernel.event import Facts
from engine.kernel.question import Choice


class Order(msgspec.Struct, frozen=True, array_like=True):
    """A standing order, as it is kept.

    `kind` is the game's word for it. `said` is what the order is about, and what was so when it was given: keys of cards,
    an amount, a round. It holds what its owner knows and nobody else, so it is as secret as the order.
    `stops` are the names of the happenings at which it ends and its owner is asked; `until` is when it ends in any case, by
    name.
    """

    kind: str
    said: Facts = {}
    stops: tuple[str, ...] = ()
    until: str = ""


class Stop(msgspec.Struct, frozen=True):
    """A happening at which an order can end: its name, how it is called, and whether it is ticked to begin with."""

    name: str
    label: Phrase
    usual: bool = False


class OrderForm(msgspec.Struct, frozen=True):
    """An order that a seat could give now.

    `order` is the order as it would usually be given; its `said` is complete. `label` names it in a menu, `detail` explains
    it in a sentence. `stops` and `untils` are what its owner can choose from (`untils`: name and label, the usual one
    first). `answers_now`: given now, it would answer the question that its owner is asked.

    `number`, if there is one, is the lowest and the highest number that may be put in place of `said["n"]`. `things`, if
    there are any, may be put into another order: their keys in `said["order"]`.
    """

    order: Order
    label: Phrase
    detail: Phrase
    stops: tuple[Stop, ...] = ()
    untils: tuple[tuple[str, Phrase], ...] = ()
    answers_now: bool = False
    number: tuple[int, int] | None = None
    things: tuple[tuple[str, Phrase], ...] = ()


class Ordered(msgspec.Struct, frozen=True):
    """What came of an order that was held against a question: an answer, or its end with the reason for its owner.

    The answer is `choice`, or one of `lots`, to be drawn where it is given (`drawn`). Nothing at all: the order has
    nothing to say to this question and stays. Never an answer and an end: an order that has ended answers nothing.
    """

    choice: Choice | None = None
    ended: Phrase | None = None
    lots: tuple[Choice, ...] = ()

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

    purpose: Phrase
    answered: Phrase
    ordered: Phrase | None = None
    ended: Phrase | None = None
