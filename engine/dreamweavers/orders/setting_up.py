"""Orders for the set-up: a list of wishes that drafts for its owner, and keeping the opening hand."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series
from engine.dreamweavers.orders import spans
from engine.dreamweavers.orders.kind import OrderKind, listed, nothing_wrong
from engine.dreamweavers.position import DRAFT
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked

DRAFTING = "draft"
KEEPING = "keep"


def _draft_spans(ref: Referee, seat: int) -> Sequence[str]:
    return [spans.SETUP] if ref.position.phase == DRAFT else []


def _keep_spans(ref: Referee, seat: int) -> Sequence[str]:
    return [spans.SETUP] if spans.is_setting_up(ref) else []


def _draft_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    notions = list(ref.position.notions)
    return [
        OrderForm(
            Order(DRAFTING, {"order": notions}),
            msg("Draft by a list"),
            msg(
                "Put the notions in the order in which you like them. You draft the best ones that are left."
            ),
            things=tuple((notion, msg(notion, "notion")) for notion in notions),
        )
    ]


def _draft_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    wished = listed(order, len(ref.pool.notions))
    if wished is None or not set(wished) <= set(ref.pool.notions):
        return msg("A list for the draft holds notions, each once.")
    missing = set(ref.position.notions) - set(wished)
    return msg("The list must hold every notion that is left.") if missing else None


def _draft_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.DRAFT:
        return Ordered()
    left = [option.key for option in question.options]
    wished = [notion for notion in listed(order, len(ref.pool.notions)) or () if notion in left]
    taken = wished[: question.minimum]
    return Ordered(tuple(key for key in left if key in taken))


def _draft_words(order: Order) -> Message:
    wished = listed(order, 99) or []
    return msg(
        "Draft the first that is left of {notions},", notions=series(*(msg(one, "notion") for one in wished))
    )


def _keep_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    return [
        OrderForm(
            Order(KEEPING),
            msg("Keep the opening hand"),
            msg("You exchange no cards, whatever you draw."),
        )
    ]


def _keep_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered(()) if question.topic == Topic.MULLIGAN else Ordered()


def _keep_words(order: Order) -> Message:
    return msg("Keep the opening hand")


DRAFT_LIST = OrderKind(
    _draft_forms, _draft_spans, _draft_wrong, _draft_answer, _draft_words, given=spans.given
)
KEEP = OrderKind(_keep_forms, _keep_spans, nothing_wrong, _keep_answer, _keep_words, given=spans.given)
