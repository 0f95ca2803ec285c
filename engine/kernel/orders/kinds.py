"""Kinds of orders that most games need: the same answer each time, and things in an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.orders.durations import M
from engine.kernel.orders.kind import Offer, OrderKind, asked
from engine.kernel.orders.order import Ordered, Parameters
from engine.kernel.question import Choice, PendingOption, PendingQuestion, QuestionKind


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

    None if any of them is not listed. Where only the first one is asked for, it is returned alone.
    """
    options: Sequence[PendingOption] = question.options
    if said.listed:
        if any(option.subject not in said.listed for option in options):
            return None
        options = sorted(options, key=lambda option: said.listed.index(option.subject))
    if question.kind is not QuestionKind.ORDER:
        options = options[:1]
    return tuple(option.key for option in options)


_MOST_TITLES = 25
"""The maximum number of titles in an order of triggers."""


def trigger_order(
    name: str, spans: tuple[str, ...], topic: str, can_be_named: Callable[[M, int, str], bool]
) -> OrderKind[M, Parameters]:
    """Return the kind of order that says in which order triggers resolve: as they are listed, or by the titles of their cards.

    It answers questions of the topic that ask for all of them in order, or for the one that resolves first.
    `can_be_named`: (machine, seat, title), whether the seat knows a card of that title.
    """

    def offers(machine: M, seat: int) -> Sequence[Offer[Parameters]]:
        as_listed = Offer(
            Parameters(),
            msg("Resolve triggers as they are listed"),
            msg("Whenever I'd ask for the order of abilities, they resolve as listed."),
        )
        question = asked(machine, seat)
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

    def why_wrong(machine: M, seat: int, said: Parameters) -> Message | None:
        if not is_list(said, _MOST_TITLES):
            return msg("This isn't an order of triggers.")
        unknown = next((each for each in said.listed if not can_be_named(machine, seat, each)), None)
        return None if unknown is None else msg("No card is called {card}.", card=unknown)

    def words(said: Parameters) -> Message:
        if not said.listed:
            return msg("Resolve triggers as they are listed")
        return msg(
            "Resolve triggers in this order: {cards}", cards=series(*map(title, said.listed), joined="then")
        )

    return OrderKind(
        name,
        Parameters,
        spans,
        (),
        (topic,),
        offers,
        words,
        lambda machine, seat, said, question: Ordered(all_in_order(question, said)),
        why_wrong,
    )
