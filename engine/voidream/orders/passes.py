"""Orders to pass: in this conflict, or for the rest of this main phase or round (§4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import msg
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.voidream.orders import durations
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import PASS

NAME = "pass"

STOPS = (
    durations.CONFLICT, durations.NEW, durations.DREAM_DAMAGE, durations.DEPTH, durations.MINE,
    durations.ARCANUM, durations.ABILITY, durations.ENTERED, durations.PASSED,
)  # fmt: skip
_USUAL = STOPS[:5]

_LABELS = {
    durations.CONFLICT: msg("Pass for the rest of this conflict"),
    durations.PHASE: msg("Pass for the rest of this main phase"),
}


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    current = durations.moment(ref, seat)
    if current.conflict:
        return [durations.CONFLICT, durations.ROUND]
    return [durations.PHASE, durations.ROUND] if current.phase else []


def _offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    # During a conflict, no other one can be initiated.
    first = 0 if ref.position.conflict is None else 1
    span = _spans(ref, seat)[0]
    return [
        Offer(
            Parameters(),
            _LABELS[span],
            msg("You pass whenever it's your turn, until an event you choose."),
            _USUAL[first:],
            STOPS[first:],
            name=span,
            beside=msg("Autopass"),
        )
    ]


PASSING = OrderKind(
    NAME,
    Parameters,
    (durations.CONFLICT, durations.PHASE, durations.ROUND),
    STOPS,
    (Topic.ACTION,),
    _offers,
    lambda said: msg("Pass"),
    lambda ref, seat, said, question: OrderOutcome((PASS,)),
    spans_now=_spans,
)
