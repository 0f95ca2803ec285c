"""Orders about cuts: refuse all, or cut at one place or a random one (§3, §7, R9)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion
from engine.voidream.orders import durations
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "cut"

NEVER, AT, DRAWN = "never", "at", "drawn"

_USUAL_PLACE = 10


class CutChoice(Parameters, frozen=True):
    """The cut of decks: never, at a random place, or after `n` cards."""

    how: str = ""


def _offers(ref: Referee, seat: int) -> Sequence[Offer[CutChoice]]:
    deepest = len(ref.seats[1 - seat].deck) - 1
    refuse = Offer(
        CutChoice(how=NEVER),
        msg("Never cut"),
        msg("You refuse every cut you can. The cut before the match is required."),
        name=NEVER,
    )
    if deepest < 1:
        return [refuse]
    at_random = Offer(
        CutChoice(how=DRAWN),
        msg("Always cut at random"),
        msg("You make every cut, at a random place."),
        name=DRAWN,
    )
    place = Offer(
        CutChoice(how=AT, n=min(_USUAL_PLACE, deepest)),
        msg("Always cut at the same place"),
        msg("This number of cards goes from the top to the bottom. The order ends if the deck is too small."),
        number=(1, deepest),
        name=AT,
    )
    return [refuse, at_random, place]


def _wrong(ref: Referee, seat: int, parameters: CutChoice) -> Message | None:
    can_be_cut = 1 <= parameters.n < max(2, len(ref.seats[1 - seat].deck))
    if parameters.how in (NEVER, DRAWN) or (parameters.how == AT and can_be_cut):
        return None
    return msg("A deck can't be cut like that.")


def _answer(ref: Referee, seat: int, parameters: CutChoice, question: PendingQuestion) -> OrderOutcome:
    if parameters.how == NEVER:
        return OrderOutcome(("0",)) if question.minimum == 0 else OrderOutcome()
    low, high = max(1, question.minimum), question.maximum
    if parameters.how == DRAWN:
        return OrderOutcome(random_choices=tuple((str(place),) for place in range(low, high + 1)))
    if not low <= parameters.n <= high:
        return OrderOutcome(ended=msg("The deck is too small to cut at {n}.", n=parameters.n))
    return OrderOutcome((str(parameters.n),))


def _words(parameters: CutChoice) -> Message:
    match parameters.how:
        case "never":
            return msg("Never cut")
        case "drawn":
            return msg("Always cut at random")
        case _:
            return msg("Always cut at {n}", n=parameters.n)


CUTTING = OrderKind(
    NAME, CutChoice, (durations.MATCH, durations.ROUND), (), (Topic.CUT,), _offers, _words, _answer, _wrong
)
