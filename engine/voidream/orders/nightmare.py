"""Orders about Nightmare: avoid it by discarding a certain arcanum, or never avoid it (§4 Nightmare phase, R20)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, title
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion
from engine.voidream.orders import durations
from engine.voidream.queries.nouns import can_be_named
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "Nightmare"


class Nightmare(Parameters, frozen=True):
    """The arcanum to discard in order to avoid Nightmare; "" to enter it."""

    discard: str = ""


def _offers(ref: Referee, seat: int) -> Sequence[Offer[Nightmare]]:
    avoid = [
        Offer(
            Nightmare(discard=ref.title(card)),
            msg("Avoid Nightmare by discarding {card}", card=title(ref.title(card))),
            msg("If you face Nightmare, you discard it. The order ends if it's no longer in your hand."),
            name=ref.title(card),
        )
        for card in ref.hand(seat)
    ]
    enter = Offer(Nightmare(), msg("Never avoid Nightmare"), msg("If you face Nightmare, you enter it."))
    return [*avoid, enter]


def _wrong(ref: Referee, seat: int, parameters: Nightmare) -> Message | None:
    card = parameters.discard
    if not card or any(ref.title(hand_card) == card for hand_card in ref.seats[seat].hand):
        return None
    if can_be_named(ref, seat, card):
        return msg("{card} is not in your hand.", card=title(card))
    return msg("You don't have that arcanum in your hand.")


def _answer(ref: Referee, seat: int, parameters: Nightmare, question: PendingQuestion) -> OrderOutcome:
    for option in question.options:
        if option.subject == parameters.discard:
            return OrderOutcome((option.key,))
    return OrderOutcome(ended=msg("{card} is no longer in your hand.", card=title(parameters.discard)))


def _ended(
    ref: Referee, seat: int, parameters: Nightmare, question: PendingQuestion | None
) -> Message | None:
    card = parameters.discard
    if card and any(ref.title(voided) == card for voided in ref.seats[seat].void):
        return msg("{card} is in the Void.", card=title(card))
    return None


def _words(parameters: Nightmare) -> Message:
    if not parameters.discard:
        return msg("Never avoid Nightmare")
    return msg("Avoid Nightmare by discarding {card}", card=title(parameters.discard))


AVOIDING = OrderKind(
    NAME, Nightmare, durations.LONG, (), (Topic.NIGHTMARE,), _offers, _words, _answer, _wrong, _ended
)
