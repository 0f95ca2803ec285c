"""Orders about answers: not to answer, and traps that play a Feeling when a certain card is named (DW110)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series
from cards.i18n import title as said
from engine.dreamweavers.orders import spans, stops
from engine.dreamweavers.orders.kind import END, OrderKind, listed, picked
from engine.dreamweavers.position import HAND, ID, IN_PLAY
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import play_key
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked

PASSING = "pass"
TRAP = "trap"

STOPS = (stops.NAMED, stops.LOST, stops.DAMAGE)
_MOST_AWAITED = 24
_MOST_TRAPS = 16


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return spans.running(ref)


def _awaited(ref: Referee, seat: int) -> list[str]:
    """Return the opponent's cards that could be on standby yet, those in play first: all of it is public (DW5)."""
    found = [
        (held.zone not in IN_PLAY, held.title)
        for held in ref.cards
        if held.owner != seat
        and held.zone != ID
        and (PLAYED in ref.text(held.title).programs or ref.text(held.title).abilities)
    ]
    return [title for _, title in sorted(found)[:_MOST_AWAITED]]


def _pass_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    usual = (stops.NAMED,)
    cards = _awaited(ref, seat)
    things = ((END, msg("no other card")), *((title, said(title)) for title in cards)) if cards else ()
    return [
        OrderForm(
            Order(PASSING, {"order": [END, *cards]} if cards else {}, usual),
            msg("Don't answer"),
            msg(
                "You let your opponent's effects happen, until something happens that you name. If you pick cards, "
                "you are asked when one of them is on standby."
            ),
            stops.choices(STOPS, usual),
            things=things,
        )
    ]


def _pass_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    if "order" not in order.said:
        return None
    names = listed(order, _MOST_AWAITED + 1)
    if names is None or not all(stops.owner_of(ref, name) == ref.other(seat) for name in picked(names)):
        return msg("What you wait for are cards of your opponent, each once.")
    return None


def _pass_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered((OptionVerb.PASS,)) if question.topic == Topic.ANSWER else Ordered()


def _pass_ended(ref: Referee, seat: int, order: Order, question: Asked | None) -> Message | None:
    """Return that a card has come for which its owner waited: what is on standby lies open."""
    if question is None or question.topic != Topic.ANSWER or question.subject not in _waits_for(order):
        return None
    return msg("{card} is on standby.", card=said(question.subject))


def _waits_for(order: Order) -> list[str]:
    return picked(listed(order, _MOST_AWAITED + 1) or [])


def _pass_words(order: Order) -> Message:
    cards = _waits_for(order)
    if not cards:
        return msg("Don't answer")
    return msg(
        "Don't answer until {cards} is on standby,",
        cards=series(*(said(name) for name in cards), joined="or"),
    )


# ---------------------------------------------------------------------------------------------------------------- traps


def _trap_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    state = ref.seats[seat]
    feelings = sorted(ref.title(card) for card in state.hand if not ref.printed(card).is_thought)
    guarded = [ref.title(card) for card in (*state.thoughts, *state.feelings)]
    traps = [
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
        for card in guarded
        for feeling in feelings
    ]
    return traps[:_MOST_TRAPS]


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
    _pass_forms,
    _spans,
    _pass_wrong,
    _pass_answer,
    _pass_words,
    ended=_pass_ended,
    stops=STOPS,
    given=spans.given,
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
