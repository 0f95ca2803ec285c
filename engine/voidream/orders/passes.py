"""Orders to pass: in this conflict, for the rest of this main phase or of this round (§4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import msg
from engine.kernel.orders.kind import Offer, OrderKind
from engine.kernel.orders.order import Ordered, Parameters
from engine.voidream.orders import terms
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import PASS

NAME = "pass"

STOPS = (
    terms.CONFLICT, terms.NEW, terms.DREAM_DAMAGE, terms.DEPTH, terms.MINE,
    terms.ARCANUM, terms.ABILITY, terms.ENTERED, terms.PASSED,
)  # fmt: skip
_USUAL = STOPS[:5]

_LABELS = {
    terms.CONFLICT: msg("Pass for the rest of this conflict"),
    terms.PHASE: msg("Pass for the rest of this main phase"),
}


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    now = terms.moment(ref, seat)
    if now.conflict:
        return [terms.CONFLICT, terms.ROUND]
    return [terms.PHASE, terms.ROUND] if now.phase else []


def _offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    named = tuple(stop for stop in STOPS if stop != terms.CONFLICT or ref.position.conflict is None)
    usual = tuple(stop for stop in named if stop in _USUAL)
    span = _spans(ref, seat)[0]
    return [
        Offer(
            Parameters(),
            _LABELS[span],
            msg("You pass whenever it is your turn, until something happens that you name."),
            usual,
            named,
            name=span,
        )
    ]


PASSING = OrderKind(
    NAME,
    Parameters,
    (terms.CONFLICT, terms.PHASE, terms.ROUND),
    STOPS,
    (Topic.ACTION,),
    _offers,
    lambda said: msg("Pass"),
    lambda ref, seat, said, question: Ordered((PASS,)),
    spans_now=_spans,
)
