"""The order which arcanum goes to the Void when Nightmare is entered (§4 Entering Nightmare, R20)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.orders.kind import Offer, OrderKind, first_listed, is_list
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion
from engine.voidream.orders import durations
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "void"

MOST = 25
"""The maximum number of arcana in an order."""


def _arcana(ref: Referee, seat: int) -> list[str]:
    """The arcana that could go, in the order in which a hand holds them: the discarded ones will be back by then."""
    state = ref.seats[seat]
    cards = [*state.hand, *state.arcana_discard]
    cards.sort(key=lambda card: (ref.printed[card].value, ref.title(card)))
    return list(dict.fromkeys(ref.title(card) for card in cards))[:MOST]


def _offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    titles = _arcana(ref, seat)
    if not titles:
        return []
    return [
        Offer(
            Parameters(listed=tuple(titles)),
            msg("When I enter Nightmare, void the first of these"),
            msg("The first of them that is in your hand then goes to the Void."),
            things=tuple((each, title(each)) for each in titles),
        )
    ]


def _wrong(ref: Referee, seat: int, said: Parameters) -> Message | None:
    if not said.listed or not is_list(said, MOST):
        return msg("This isn't a list of arcana.")
    held = _arcana(ref, seat)
    unknown = next((each for each in said.listed if each not in held), None)
    return None if unknown is None else msg("You hold no arcanum called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, said: Parameters, question: PendingQuestion) -> OrderOutcome:
    wanted = first_listed(question, said)
    return (
        OrderOutcome(wanted)
        if wanted
        else OrderOutcome(ended=msg("None of the listed arcana is in your hand."))
    )


def _words(said: Parameters) -> Message:
    return msg(
        "When I enter Nightmare, void the first of {cards}",
        cards=series(*map(title, said.listed), joined="or"),
    )


VOIDING = OrderKind(NAME, Parameters, durations.LONG, (), (Topic.VOIDED,), _offers, _words, _answer, _wrong)
