"""Kinds of orders that most games need: the same answer each time, and things in an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.orders.durations import M
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import Ordered, Parameters
from engine.kernel.question import Choice, PendingOption, PendingQuestion


def same_answer(
    name: str,
    spans: tuple[str, ...],
    stops: tuple[str, ...],
    topic: str,
    choice: Choice,
    offer: Offer[Parameters],
    applies: Callable[[M, int], bool] = lambda machine, seat: True,
) -> OrderKind[M, Parameters]:
    """Return the kind of order that gives a topic the same answer each time, as far as it `applies`.

    The label of its `offer` is also what it does in a sentence.
    """
    return OrderKind(
        name,
        Parameters,
        spans,
        stops,
        (topic,),
        lambda machine, seat: [offer],
        lambda said: offer.label,
        lambda machine, seat, said, question: Ordered(choice if applies(machine, seat) else None),
    )


END = ""
"""In a list of things to be put in order: what stands behind it was not picked."""


def picked(said: Parameters) -> Sequence[str]:
    """Return the items of a list before its `END`; all of it if it has none."""
    return said.listed[: said.listed.index(END)] if END in said.listed else said.listed


def is_list(said: Parameters, most: int) -> bool:
    """Return whether what an order lists are different things, and not too many."""
    return len(set(said.listed)) == len(said.listed) <= most


def first_listed(question: PendingQuestion, said: Parameters, count: int = 1) -> Choice:
    """Return the first available options of a list, at most `count`, in the order of the options.

    An option is listed by its key or by its subject; of several with one subject the first is meant.
    """
    keys = {of: option.key for option in reversed(question.options) for of in (option.subject, option.key)}
    wanted = [keys[each] for each in said.listed if each in keys][:count]
    return tuple(option.key for option in question.options if option.key in wanted)


def all_in_order(question: PendingQuestion, said: Parameters) -> Choice | None:
    """Return all options in the order in which their subjects are listed, as they stand for an empty list.

    None if any of them is not listed.
    """
    options: Sequence[PendingOption] = question.options
    if said.listed:
        if any(option.subject not in said.listed for option in options):
            return None
        options = sorted(options, key=lambda option: said.listed.index(option.subject))
    return tuple(option.key for option in options)
