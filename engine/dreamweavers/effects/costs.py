"""Prices of abilities and additional costs of cards: whether they can be paid, and paying them (DW47, DW92)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, combinations

import msgspec

from cards.dreamweavers.language.continuous_effects import ControlsFourth
from cards.dreamweavers.language.instructions import (
    Discard,
    Forget,
    Pay,
    Price,
    ReturnToHand,
    Tap,
)
from cards.dreamweavers.language.printer import print_instruction
from cards.dreamweavers.language.selections import Chosen, TopOf
from cards.i18n import Message, line, msg, row
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.card_verbs import CardAct, perform, selection_of, would_change
from engine.dreamweavers.effects.choices import (
    YES_NO,
    Pick,
    ask_cards,
    candidates,
    chosen,
    is_secret,
    pick_among,
    purpose_of,
)
from engine.dreamweavers.facts.attacks import CostRefused
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import INTENT, ActivateAbility, CardId, DealDamage, PayPrices
from engine.dreamweavers.mutations import pay
from engine.dreamweavers.position import FEELINGS, HAND, ID, IN_PLAY, THOUGHTS
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.characteristics import most
from engine.dreamweavers.queries.room import has_room
from engine.dreamweavers.queries.selection import targets
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.errors import IllegalChoice
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind


def prices_of(ref: Referee, title: str, line: int) -> tuple[Price, ...]:
    """Return the prices of an ability, or the additional costs of a card for the effect of playing it."""
    text = ref.text(title)
    return text.additional if line == PLAYED else text.abilities[line].prices


def memory_price(prices: Sequence[Price]) -> int:
    """Return the amount of memory in prices."""
    return sum(price.n for price in prices if isinstance(price, Pay))


# ------------------------------------------------------------------------------------------------- possible payments


class Payment(msgspec.Struct):
    """One way of paying: the new zones of cards, the tapped cards, and the number taken from the top of the mind."""

    moved: dict[CardId, str] = {}
    tapped: tuple[CardId, ...] = ()
    from_mind: int = 0


def payments(ref: Referee, context: EffectContext, prices: Sequence[Price]) -> Iterator[Payment]:
    """Yield all ways of paying the prices in full; nothing if there is none.

    Memory is ignored.
    """
    yield from _payments(ref, context, prices, Payment())


def _payments(
    ref: Referee, context: EffectContext, prices: Sequence[Price], paid: Payment
) -> Iterator[Payment]:
    if not prices:
        yield paid
        return
    price, other_prices = prices[0], prices[1:]
    if not isinstance(price, CardAct):
        yield from _payments(ref, context, other_prices, paid)
        return
    for cards in _card_sets(ref, price, context, paid):
        yield from _payments(ref, context, other_prices, _with(price, cards, paid))


def _with(price: CardAct, cards: Sequence[CardId], paid: Payment) -> Payment:
    """Return a payment extended by one price."""
    match price:
        case Tap():
            return Payment(paid.moved, (*paid.tapped, *cards), paid.from_mind)
        case Forget(what=TopOf()):
            return Payment(paid.moved, paid.tapped, paid.from_mind + len(cards))
        case _:
            to = HAND if isinstance(price, ReturnToHand) else ID
            return Payment({**paid.moved, **dict.fromkeys(cards, to)}, paid.tapped, paid.from_mind)


def _card_sets(
    ref: Referee, price: CardAct, context: EffectContext, paid: Payment
) -> Iterator[Sequence[CardId]]:
    """Yield the sets of cards that can pay a price in addition to `paid`."""
    selection = selection_of(price)
    match selection:
        case Chosen(at_least=number):
            yield from combinations(_payable_with(ref, price, context, paid), number)
        case TopOf(amount, _, _):
            top_cards = targets(ref, TopOf(amount, selection.whose, selection.pile), context)
            count = getattr(amount, "n", 0)
            mind = ref.seats[context.seat].mind
            if len(mind) - paid.from_mind >= count:
                yield top_cards
        case _:
            cards = [
                card
                for card in targets(ref, selection, context)
                if card not in paid.moved and would_change(ref, price, card, context.seat, context)
            ]
            if cards and not (isinstance(price, Tap) and any(card in paid.tapped for card in cards)):
                yield cards


def _payable_with(ref: Referee, price: CardAct, context: EffectContext, paid: Payment) -> list[CardId]:
    """Return the cards that can pay a price: not the card being played, and none twice."""
    played = context.card
    return [
        card
        for card in candidates(ref, price, context.seat, context)
        if card not in paid.moved
        and not (isinstance(price, Tap) and card in paid.tapped)
        and not (card == played and ref.cards[card].zone == HAND)
        and would_change(ref, price, card, context.seat, context)
    ]


# ------------------------------------------------------------------------------------------------------- after a payment


def has_room_once_paid(
    ref: Referee, context: EffectContext, section: str, prices: Sequence[Price], memory: int
) -> bool:
    """Return whether some way of paying leaves room in a section, including changed limits (DW41)."""
    return any(
        _leaves_room(ref, context.seat, section, paid, memory) for paid in payments(ref, context, prices)
    )


def _leaves_room(ref: Referee, seat: int, section: str, paid: Payment, memory: int) -> bool:
    grants = ref.in_force(ControlsFourth)
    if any(grant.condition is not None or grant.context.card in paid.moved for grant in grants):
        with _once_paid(ref, seat, paid, memory):
            return has_room(ref, seat, section)
    remaining = [card for card in ref.zone(seat, section) if card not in paid.moved]
    return len(remaining) < most(ref, seat, section)


@contextmanager
def _once_paid(ref: Referee, seat: int, paid: Payment, memory: int) -> Generator[None]:
    """Apply a payment for the duration of the context, then undo it.

    Cards of a mind stay there, because they are unknown.
    """
    position, cards = ref.position, ref.cards
    tracker = position.tracker
    zones = [(state, zone, getattr(state, zone)) for state in ref.seats for zone in (HAND, ID, *IN_PLAY)]
    card_states = [
        (cards[card], cards[card].zone, cards[card].tapped) for card in (*paid.moved, *paid.tapped)
    ]
    position.tracker += memory if seat else -memory
    for card, to in paid.moved.items():
        state, card_state = ref.seats[cards[card].owner], cards[card]
        setattr(state, card_state.zone, [other for other in getattr(state, card_state.zone) if other != card])
        setattr(state, to, [*getattr(state, to), card])
        card_state.zone = to
    for card in paid.tapped:
        cards[card].tapped = True
    ref.texts_changed()
    try:
        yield
    finally:
        position.tracker = tracker
        for state, zone, pile in zones:
            setattr(state, zone, pile)
        for card_state, zone, tapped in reversed(card_states):
            card_state.zone, card_state.tapped = zone, tapped
        ref.texts_changed()


def why_unpayable(
    ref: Referee, seat: int, card: CardId, title: str, line_number: int, memory: int
) -> Message | None:
    """Return why the prices and this amount of memory can't all be paid; None if they can (DW25, DW47)."""
    prices = prices_of(ref, title, line_number)
    if memory + memory_price(prices) > ref.payable(seat):
        return msg("The gauge has room for {room} only.", room=ref.payable(seat))
    if not any(isinstance(price, CardAct) for price in prices):
        return None
    context = context_of(ref, seat, card, title)
    if next(payments(ref, context, prices), None) is not None:
        return None
    for price in prices:
        if next(payments(ref, context, (price,)), None) is None:
            return msg("This can't be paid: {price}.", price=_price_text(price))
    return msg("Its prices can't all be paid together.")


def context_of(ref: Referee, seat: int, card: CardId, title: str) -> EffectContext:
    """Return the point of view for the prices of a card or an Intent."""
    return EffectContext(seat, card, 0 if card == INTENT else ref.cards[card].tag, title)


# ------------------------------------------------------------------------------------------------------------------ paying


def _prices(ref: Referee, frame: PayPrices) -> tuple[Price, ...]:
    return prices_of(ref, frame.title, frame.line)


def _context(frame: PayPrices) -> EffectContext:
    return EffectContext(frame.seat, frame.card, frame.tag, frame.title)


def look_whether_free(ref: Referee, frame: PayPrices) -> None:
    """Prepare payment. For a card revealed by damage, payment is optional; refuse it if it is impossible (DW92)."""
    # No price can mean the card being played, and its tag may not affect anything.
    frame.tag = 0 if frame.card == INTENT or frame.line == PLAYED else ref.cards[frame.card].tag
    if not frame.is_free:
        frame.step = "pay_what_is_clear"
    elif not _can_pay(ref, frame) and not _is_ability_to_pay_secret(ref, frame):
        refuse(ref, frame)


def _can_pay(ref: Referee, frame: PayPrices) -> bool:
    return why_unpayable(ref, frame.seat, frame.card, frame.title, frame.line, 0) is None


def _is_ability_to_pay_secret(ref: Referee, frame: PayPrices) -> bool:
    """Return whether only the player knows if the price can be paid: being unable to pay looks like declining (DW92)."""
    return any(
        isinstance(price, Discard) and isinstance(price.what, Chosen) and is_secret(ref, price, frame.seat)
        for price in _prices(ref, frame)
    )


def ask_whether(ref: Referee, frame: PayPrices) -> None:
    """Ask whether to pay the additional costs of a card revealed by damage."""
    prices = row(*map(_price_text, _prices(ref, frame)), between=", ")
    is_payable = _can_pay(ref, frame)
    ref.ask(
        frame.seat,
        QuestionKind.ONE,  # Also for a hand that can't pay: the kind of a question is public.
        msg("{card}: pay for its fleeting effect? {price}.", card=card_name(frame.title), price=prices),
        Topic.PRICE,
        YES_NO if is_payable else YES_NO[1:],
        cause="DW92",
        subject=frame.title,
    )


def _price_text(price: Price) -> Message:
    if isinstance(price, Pay):
        return msg("Pay {n}", n=price.n)
    return line(print_instruction(price))


def hear_whether(ref: Referee, frame: PayPrices) -> None:
    """Pay, or refuse, as answered."""
    if frame.take_answer() == ["no"]:
        refuse(ref, frame)


def refuse(ref: Referee, frame: PayPrices) -> None:
    """Skip the fleeting effect, because its cost wasn't paid (DW92)."""
    damage = next(
        frame_below for frame_below in reversed(ref.position.stack) if isinstance(frame_below, DealDamage)
    )
    damage.is_paid = False
    ref.emit(CostRefused(frame.seat, frame.title), "DW92")
    frame.step = ""


def pay_what_is_clear(ref: Referee, frame: PayPrices) -> None:
    """Pay the prices in order, up to the first one with a choice."""
    prices = _prices(ref, frame)
    while frame.at < len(prices):
        price = prices[frame.at]
        if isinstance(price, Pay):
            frame.at += 1
            if (
                frame.line != PLAYED or frame.is_free
            ):  # Of a played card it is paid with its memory cost (DW47).
                pay(ref, frame.seat, price.n, frame.title)
            continue
        context = _context(frame)
        assert isinstance(price, CardAct)
        selection = selection_of(price)
        if isinstance(selection, Chosen):
            pick = _pick(ref, frame, price, context)
            if pick.is_asked:
                return
            _pay_with(ref, frame, price, pick.cards)
        else:
            _pay_with(ref, frame, price, targets(ref, selection, context))
    frame.step = ""


def _pick(ref: Referee, frame: PayPrices, price: CardAct, context: EffectContext) -> Pick:
    """Return the cards with which the next price can be paid such that the others can be paid as well."""
    card_sets = [
        cards
        for cards in _card_sets(ref, price, context, Payment())
        if _can_pay_rest(ref, frame, _with(price, cards, Payment()))
    ]
    return pick_among(ref, price, list(dict.fromkeys(chain.from_iterable(card_sets))), frame.seat)


def _can_pay_rest(ref: Referee, frame: PayPrices, paid: Payment) -> bool:
    """Return whether the remaining prices can be paid after this payment, with room for the card being played."""
    other_prices = _prices(ref, frame)[frame.at + 1 :]
    payments_left = _payments(ref, _context(frame), other_prices, paid)
    if frame.line != PLAYED or frame.is_free:
        return next(payments_left, None) is not None
    section = THOUGHTS if ref.printed(frame.card).is_thought else FEELINGS
    return any(_leaves_room(ref, frame.seat, section, payment, 0) for payment in payments_left)


def _pay_with(ref: Referee, frame: PayPrices, price: CardAct, cards: list[CardId]) -> None:
    frame.at += 1
    perform(ref, price, frame.seat, cards, _context(frame), (frame.title, frame.line, 0))
    for caller in ref.position.stack[-2:-1]:
        if isinstance(caller, ActivateAbility) and not isinstance(selection_of(price), TopOf):
            caller.it = [ref.ref(card) for card in cards]


def ask_price(ref: Referee, frame: PayPrices) -> None:
    """Ask for the cards that pay the next price."""
    price, context = _prices(ref, frame)[frame.at], _context(frame)
    assert isinstance(price, CardAct)
    purpose, quoted = purpose_of(price, frame.seat, context)
    pick = _pick(ref, frame, price, context)
    ask_cards(ref, frame, frame.seat, pick, purpose, Topic.PRICE, cause=frame.title, quoted=quoted)


def hear_price(ref: Referee, frame: PayPrices) -> None:
    """Pay with the chosen cards, and continue with the next price."""
    price = _prices(ref, frame)[frame.at]
    assert isinstance(price, CardAct)
    cards = chosen(frame)
    if len(cards) > 1 and not _can_pay_rest(ref, frame, _with(price, cards, Payment())):
        unplayable = msg("If you pay with these, you can't play {card}.", card=card_name(frame.title))
        raise IllegalChoice(unplayable, "DW41")
    _pay_with(ref, frame, price, cards)
    frame.step = "pay_what_is_clear"


PAY = Procedure[Referee](
    PayPrices, look_whether_free, ask_whether, hear_whether, pay_what_is_clear, ask_price, hear_price
)
"""The procedure of paying prices in order."""
