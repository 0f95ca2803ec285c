"""Orders for setup: a draft list in order of preference, and keeping the opening hand."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series
from engine.dreamweavers.orders import durations
from engine.dreamweavers.position import DRAFT
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.orders.kind import Offer, OrderKind, first_listed, is_list, same_answer
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion

DRAFTING = "draft"
KEEPING = "keep"


def _draft_spans(ref: Referee, seat: int) -> Sequence[str]:
    return [durations.SETUP] if ref.position.phase == DRAFT else []


def _draft_offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    notions = tuple(ref.position.notions)
    return [
        Offer(
            Parameters(listed=notions),
            msg("Draft by a list"),
            msg("Order the notions by preference. You draft the best ones left."),
            things=tuple((notion, msg(notion, "notion")) for notion in notions),
        )
    ]


def _draft_wrong(ref: Referee, seat: int, parameters: Parameters) -> Message | None:
    if not is_list(parameters, len(ref.pool.notions)) or not set(parameters.listed) <= set(ref.pool.notions):
        return msg("A list for the draft holds notions, each once.")
    missing = set(ref.position.notions) - set(parameters.listed)
    return msg("The list must hold every notion that is left.") if missing else None


def _draft_answer(ref: Referee, seat: int, parameters: Parameters, question: PendingQuestion) -> OrderOutcome:
    return OrderOutcome(first_listed(question, parameters, question.minimum))


def _draft_words(parameters: Parameters) -> Message:
    notions = series(*(msg(name, "notion") for name in parameters.listed))
    return msg("Draft the first that is left of {notions},", notions=notions)


DRAFT_LIST = OrderKind(
    DRAFTING,
    Parameters,
    (durations.SETUP,),
    (),
    (Topic.DRAFT,),
    _draft_offers,
    _draft_words,
    _draft_answer,
    spans_now=_draft_spans,
    wrong=_draft_wrong,
)
KEEP: OrderKind[Referee, Parameters] = same_answer(
    KEEPING,
    (durations.SETUP,),
    (),
    Topic.MULLIGAN,
    (),
    Offer(Parameters(), msg("Keep the opening hand"), msg("You exchange no cards, whatever you draw.")),
)
