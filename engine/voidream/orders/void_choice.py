"""The order for the arcanum that goes to the Void when entering Nightmare (§4 Entering Nightmare, R20)."""

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
    """Return the arcana that could go there, in hand order, including the discarded ones, which will have returned."""
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
            things=tuple((card_title, title(card_title)) for card_title in titles),
        )
    ]


def _wrong(ref: Referee, seat: int, parameters: Parameters) -> Message | None:
    if not parameters.listed or not is_list(parameters, MOST):
        return msg("This isn't a list of arcana.")
    arcana = _arcana(ref, seat)
    unknown = next((card_title for card_title in parameters.listed if card_title not in arcana), None)
    return None if unknown is None else msg("You hold no arcanum called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, parameters: Parameters, question: PendingQuestion) -> OrderOutcome:
    listed_choice = first_listed(question, parameters)
    return (
        OrderOutcome(listed_choice)
        if listed_choice
        else OrderOutcome(ended=msg("None of the listed arcana is in your hand."))
    )


def _words(parameters: Parameters) -> Message:
    return msg(
        "When I enter Nightmare, void the first of {cards}",
        cards=series(*map(title, parameters.listed), joined="or"),
    )


VOIDING = OrderKind(NAME, Parameters, durations.LONG, (), (Topic.VOIDED,), _offers, _words, _answer, _wrong)
