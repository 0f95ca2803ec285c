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
from engine.dreamweavers.facts.terms import called as said
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
    """Return the prices of an ability; for what a card does when it is played, its additional costs."""
    text = ref.text(title)
    return text.additional if line == PLAYED else text.abilities[line].prices


def memory_price(prices: Sequence[Price]) -> int:
    """Return how much memory prices ask for."""
    return sum(price.n for price in prices if isinstance(price, Pay))


# --------------------------------------------------------------------------------------------------------- what can be paid


class Payment(msgspec.Struct):
    """One way of paying: which cards would go where, which would be tapped, and how many come from the top of a mind."""

    moved: dict[CardId, str] = {}
    tapped: tuple[CardId, ...] = ()
    from_mind: int = 0


def payments(ref: Referee, context: EffectContext, prices: Sequence[Price]) -> Iterator[Payment]:
    """Yield the ways of paying prices one after the other, all of them in full; nothing if there is none.

    Memory is not looked at.
    """
    yield from _ways(ref, context, prices, Payment())


def _ways(ref: Referee, context: EffectContext, prices: Sequence[Price], paid: Payment) -> Iterator[Payment]:
    if not prices:
        yield paid
        return
    price, rest = prices[0], prices[1:]
    if not isinstance(price, CardAct):
        yield from _ways(ref, context, rest, paid)
        return
    for cards in _sets(ref, price, context, paid):
        yield from _ways(ref, context, rest, _with(price, cards, paid))


def _with(price: CardAct, cards: Sequence[CardId], paid: Payment) -> Payment:
    """Return a way of paying with one more price paid."""
    match price:
        case Tap():
            return Payment(paid.moved, (*paid.tapped, *cards), paid.from_mind)
        case Forget(what=TopOf()):
            return Payment(paid.moved, paid.tapped, paid.from_mind + len(cards))
        case _:
            to = HAND if isinstance(price, ReturnToHand) else ID
            return Payment({**paid.moved, **dict.fromkeys(cards, to)}, paid.tapped, paid.from_mind)


def _sets(ref: Referee, price: CardAct, context: EffectContext, paid: Payment) -> Iterator[Sequence[CardId]]:
    """Yield the cards with which a price can be paid after what is paid already."""
    selection = selection_of(price)
    match selection:
        case Chosen(at_least=number):
            yield from combinations(_payable_with(ref, price, context, paid), number)
        case TopOf(amount, _, _):
            lying = targets(ref, TopOf(amount, selection.whose, selection.pile), context)
            wanted = getattr(amount, "n", 0)
            mind = ref.seats[context.seat].mind
            if len(mind) - paid.from_mind >= wanted:
                yield lying
        case _:
            cards = [
                card
                for card in targets(ref, selection, context)
                if card not in paid.moved and would_change(ref, price, card, context.seat, context)
            ]
            if cards and not (isinstance(price, Tap) and any(card in paid.tapped for card in cards)):
                yield cards


def _payable_with(ref: Referee, price: CardAct, context: EffectContext, paid: Payment) -> list[CardId]:
    """Return the cards with which a price can be paid: not with the card that is being played, nor with any twice."""
    played = context.card
    return [
        card
        for card in candidates(ref, price, context.seat, context)
        if card not in paid.moved
        and not (isinstance(price, Tap) and card in paid.tapped)
        and not (card == played and ref.cards[card].zone == HAND)
        and would_change(ref, price, card, context.seat, context)
    ]


# ------------------------------------------------------------------------------------------------- what a payment leaves


def has_room_once_paid(
    ref: Referee, context: EffectContext, section: str, prices: Sequence[Price], memory: int
) -> bool:
    """Return whether there is a way of paying that leaves room in a section: what it does to limits counts (DW41)."""
    return any(
        _leaves_room(ref, context.seat, section, paid, memory) for paid in payments(ref, context, prices)
    )


def _leaves_room(ref: Referee, seat: int, section: str, paid: Payment, memory: int) -> bool:
    grants = ref.in_force(ControlsFourth)
    if any(grant.condition is not None or grant.context.card in paid.moved for grant in grants):
        with _once_paid(ref, seat, paid, memory):
            return has_room(ref, seat, section)
    left = [card for card in ref.zone(seat, section) if card not in paid.moved]
    return len(left) < most(ref, seat, section)


@contextmanager
def _once_paid(ref: Referee, seat: int, paid: Payment, memory: int) -> Generator[None]:
    """Judge things as they will be once this is paid, and put everything back. Cards of a mind stay: nobody knows them yet."""
    position, cards = ref.position, ref.cards
    tracker = position.tracker
    zones = [(state, zone, getattr(state, zone)) for state in ref.seats for zone in (HAND, ID, *IN_PLAY)]
    before = [(cards[card], cards[card].zone, cards[card].tapped) for card in (*paid.moved, *paid.tapped)]
    position.tracker += memory if seat else -memory
    for card, to in paid.moved.items():
        state, held = ref.seats[cards[card].owner], cards[card]
        setattr(state, held.zone, [other for other in getattr(state, held.zone) if other != card])
        setattr(state, to, [*getattr(state, to), card])
        held.zone = to
    for card in paid.tapped:
        cards[card].tapped = True
    ref.texts_changed()
    try:
        yield
    finally:
        position.tracker = tracker
        for state, zone, lying in zones:
            setattr(state, zone, lying)
        for held, zone, tapped in reversed(before):
            held.zone, held.tapped = zone, tapped
        ref.texts_changed()


def why_unpayable(
    ref: Referee, seat: int, card: CardId, title: str, line_number: int, memory: int
) -> Message | None:
    """Return why prices can't be paid in full together with that much memory; None if they can (DW25, DW47)."""
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
    """Return from whose point of view the prices of a card, or of an Intent, are read."""
    return EffectContext(seat, card, 0 if card == INTENT else ref.cards[card].tag, title)


# ------------------------------------------------------------------------------------------------------------------ paying


def _prices(ref: Referee, frame: PayPrices) -> tuple[Price, ...]:
    return prices_of(ref, frame.title, frame.line)


def _context(frame: PayPrices) -> EffectContext:
    return EffectContext(frame.seat, frame.card, frame.tag, frame.title)


def look_whether_free(ref: Referee, frame: PayPrices) -> None:
    """Pay for a played card; one out of an Ego may be refused, and must be where it can't be paid (DW92)."""
    # A card that is being played lies in no place that a price could mean, and its tag is nobody's business.
    frame.tag = 0 if frame.card == INTENT or frame.line == PLAYED else ref.cards[frame.card].tag
    if not frame.is_free:
        frame.step = "pay_what_is_clear"
    elif not _can_pay(ref, frame) and not _hides_whether(ref, frame):
        refuse(ref, frame)


def _can_pay(ref: Referee, frame: PayPrices) -> bool:
    return why_unpayable(ref, frame.seat, frame.card, frame.title, frame.line, 0) is None


def _hides_whether(ref: Referee, frame: PayPrices) -> bool:
    """Return whether only the player can know that it can't be paid: who can't pay looks like who won't
    (DW92).
    """
    return any(
        isinstance(price, Discard) and isinstance(price.what, Chosen) and is_secret(ref, price, frame.seat)
        for price in _prices(ref, frame)
    )


def ask_whether(ref: Referee, frame: PayPrices) -> None:
    """Ask whether to pay the additional costs of what came out of the Ego."""
    told = row(*map(_price_text, _prices(ref, frame)), between=", ")
    is_payable = _can_pay(ref, frame)
    ref.ask(
        frame.seat,
        QuestionKind.ONE,  # For every hand: the kind of a question is public.
        msg("{card}: pay for its fleeting effect? {price}.", card=said(frame.title), price=told),
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
    """Pay, or refuse."""
    if frame.take_answer() == ["no"]:
        refuse(ref, frame)


def refuse(ref: Referee, frame: PayPrices) -> None:
    """The fleeting effect does not happen (DW92)."""
    damage = next(one for one in reversed(ref.position.stack) if isinstance(one, DealDamage))
    damage.is_paid = False
    ref.emit(CostRefused(frame.seat, frame.title), "DW92")
    frame.step = ""


def pay_what_is_clear(ref: Referee, frame: PayPrices) -> None:
    """Pay one price after the other, as far as there is nothing to choose."""
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
    """Return with which cards the next price can be paid so that the others can be paid as well."""
    ways = [
        cards
        for cards in _sets(ref, price, context, Payment())
        if _leads_on(ref, frame, _with(price, cards, Payment()))
    ]
    return pick_among(ref, price, list(dict.fromkeys(chain.from_iterable(ways))), frame.seat)


def _leads_on(ref: Referee, frame: PayPrices, paid: Payment) -> bool:
    """Return whether the rest can be paid after this, with room for the card that is being played."""
    rest = _prices(ref, frame)[frame.at + 1 :]
    ways = _ways(ref, _context(frame), rest, paid)
    if frame.line != PLAYED or frame.is_free:
        return next(ways, None) is not None
    section = THOUGHTS if ref.printed(frame.card).is_thought else FEELINGS
    return any(_leaves_room(ref, frame.seat, section, way, 0) for way in ways)


def _pay_with(ref: Referee, frame: PayPrices, price: CardAct, cards: list[CardId]) -> None:
    frame.at += 1
    perform(ref, price, frame.seat, cards, _context(frame), (frame.title, frame.line, 0))
    for used in ref.position.stack[-2:-1]:
        if isinstance(used, ActivateAbility) and not isinstance(selection_of(price), TopOf):
            used.it = [ref.ref(card) for card in cards]


def ask_price(ref: Referee, frame: PayPrices) -> None:
    """Ask with which cards the next price is paid."""
    price, context = _prices(ref, frame)[frame.at], _context(frame)
    assert isinstance(price, CardAct)
    purpose, quoted = purpose_of(price, frame.seat, context)
    pick = _pick(ref, frame, price, context)
    ask_cards(ref, frame, frame.seat, pick, purpose, Topic.PRICE, cause=frame.title, quoted=quoted)


def hear_price(ref: Referee, frame: PayPrices) -> None:
    """Pay with these cards, and go on with the next price."""
    price = _prices(ref, frame)[frame.at]
    assert isinstance(price, CardAct)
    cards = chosen(frame)
    if len(cards) > 1 and not _leads_on(ref, frame, _with(price, cards, Payment())):
        unplayable = msg("If you pay with these, you can't play {card}.", card=said(frame.title))
        raise IllegalChoice(unplayable, "DW41")
    _pay_with(ref, frame, price, cards)
    frame.step = "pay_what_is_clear"


PAY = Procedure[Referee](
    PayPrices, look_whether_free, ask_whether, hear_whether, pay_what_is_clear, ask_price, hear_price
)
"""Paying prices, one after the other."""
