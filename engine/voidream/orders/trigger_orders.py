"""Orders about one's triggers: in which order they resolve (§6 Triggered Ability, R30)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.orders.kind import Offer, OrderKind, asked
from engine.kernel.orders.kinds import all_in_order, is_list
from engine.kernel.orders.order import Ordered, Parameters
from engine.kernel.question import PendingQuestion
from engine.voidream.orders import durations
from engine.voidream.queries.nouns import can_be_named
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "triggers"

_MOST = 25
"""The maximum number of titles in an order."""


def _offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    as_listed = Offer(
        Parameters(),
        msg("Resolve triggers as they are listed"),
        msg(
            "Whenever you are asked in which order abilities resolve, it is the order in which they are listed."
        ),
    )
    question = asked(ref, seat)
    if question is None or question.topic != Topic.TRIGGERS:
        return [as_listed]
    titles = tuple(dict.fromkeys(option.subject for option in question.options))
    if not 1 < len(titles) <= _MOST:
        return [as_listed]
    like_this = Offer(
        Parameters(listed=titles),
        msg("Resolve these triggers in an order of mine"),
        msg("Whenever you are asked about these abilities, or some of them, and no others."),
        things=tuple((each, title(each)) for each in titles),
        name="of mine",
        always=msg("Always like this"),
    )
    return [as_listed, like_this]


def _wrong(ref: Referee, seat: int, said: Parameters) -> Message | None:
    if not is_list(said, _MOST):
        return msg("This isn't an order of triggers.")
    unknown = next((each for each in said.listed if not can_be_named(ref, seat, each)), None)
    return None if unknown is None else msg("No card is called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, said: Parameters, question: PendingQuestion) -> Ordered:
    return Ordered(all_in_order(question, said))


def _words(said: Parameters) -> Message:
    if not said.listed:
        return msg("Resolve triggers as they are listed")
    return msg(
        "Resolve triggers in this order: {cards}", cards=series(*map(title, said.listed), joined="then")
    )


ARRANGING = OrderKind(
    NAME,
    Parameters,
    (durations.MATCH, durations.ROUND),
    (),
    (Topic.TRIGGERS,),
    _offers,
    _words,
    _answer,
    _wrong,
)
