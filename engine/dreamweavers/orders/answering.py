"""Orders about answers: not to answer, and traps that play a Feeling when a certain card is named (DW110)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from cards.i18n import title as said
from engine.dreamweavers.orders import spans, stops
from engine.dreamweavers.orders.kind import OrderKind, nothing_wrong
from engine.dreamweavers.position import HAND
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import play_key
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked

PASSING = "pass"
TRAP = "trap"

STOPS = (stops.NAMED, stops.LOST, stops.DAMAGE)


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return spans.running(ref)


def _pass_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    usual = (stops.NAMED,)
    return [
        OrderForm(
            Order(PASSING, {}, usual),
            msg("Don't answer"),
            msg("You let your opponent's effects happen, until something happens that you name."),
            stops.choices(STOPS, usual),
        )
    ]


def _pass_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered((OptionVerb.PASS,)) if question.topic == Topic.ANSWER else Ordered()


def _pass_words(order: Order) -> Message:
    return msg("Don't answer")


# ---------------------------------------------------------------------------------------------------------------- traps


def _trap_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    state = ref.seats[seat]
    feelings = sorted(ref.title(card) for card in state.hand if not ref.printed(card).is_thought)
    guarded = [ref.title(card) for card in (*state.thoughts, *state.feelings)]
    return [
        OrderForm(
            Order(TRAP, {"card": card, "play": feeling}),
            msg("{feeling} for {card}", feeling=said(feeling), card=said(card)),
            msg(
                "When an effect of your opponent names {card}, you answer with {feeling}.",
                card=said(card),
                feeling=said(feeling),
            ),
            stops.choices((stops.LOST, stops.DAMAGE), ()),
            name=f"{feeling} {card}",
        )
        for feeling in feelings[:3]
        for card in guarded[:4]
    ]


def _trap_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    state = ref.seats[seat]
    if order.said.get("play") not in [
        ref.title(card) for card in state.hand if not ref.printed(card).is_thought
    ]:
        return msg("A trap plays a Feeling that you hold.")
    if order.said.get("card") not in [ref.title(card) for card in (*state.thoughts, *state.feelings)]:
        return msg("A trap waits for a card of yours in play.")
    return None


def _trap_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.ANSWER:
        return Ordered()
    named = [
        ref.title(card)
        for refs in ref.position.standby[-1].named.values()
        for card, _ in refs
        if card >= 0 and ref.cards[card].zone != HAND
    ]
    if order.said["card"] not in named:
        return Ordered()
    key = play_key(order.said["play"])
    if any(option.key == key for option in question.options):
        return Ordered((key,))
    return Ordered((OptionVerb.PASS,))


def _trap_words(order: Order) -> Message:
    return msg(
        "Answer with {feeling} when {card} is named,",
        feeling=said(str(order.said["play"])),
        card=said(str(order.said["card"])),
    )


PASS_KIND = OrderKind(
    _pass_forms, _spans, nothing_wrong, _pass_answer, _pass_words, stops=STOPS, given=spans.given
)
TRAP_KIND = OrderKind(
    _trap_forms,
    _spans,
    _trap_wrong,
    _trap_answer,
    _trap_words,
    stops=(stops.LOST, stops.DAMAGE),
    given=spans.given,
)
