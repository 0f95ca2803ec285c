"""Orders for the defence: no shields, or the first shields of a list that are enough (DW110)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series
from cards.i18n import title as said
from engine.dreamweavers.orders import spans, stops
from engine.dreamweavers.orders.kind import END, OrderKind, listed, nothing_wrong, number_in, picked
from engine.dreamweavers.position import HAND
from engine.dreamweavers.queries.characteristics import shield_of, shields_bonus
from engine.dreamweavers.queries.matching import power
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked

NO_SHIELDS = "no shields"
NOT_FOR_THOUGHTS = "not for thoughts"
SHIELDS = "shields"

STOPS = (stops.DAMAGE, stops.LOST, stops.FEELING)
_MOST_POWER = 30
_MOST_LISTED = 24


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return spans.running(ref)


def _is_attacked(ref: Referee, seat: int) -> bool:
    """Whether a seat's Ego is attacked now."""
    attack = ref.position.attack
    return attack is not None and attack.seat != seat and attack.target is None


# ---------------------------------------------------------------------------------------------------------- no shields


def _no_shields_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    left = len(ref.seats[seat].ego)
    choices = stops.choices(STOPS, ())
    return [
        OrderForm(
            Order(NO_SHIELDS, {"n": max(1, min(left, 3))}),
            msg("No shields for the Ego"),
            msg("You let attacks on your Ego through as long as it has so many cards or more."),
            choices,
            number=(1, 10),
        )
    ]


def _no_shields_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    return None if number_in(order, 1, 10) else msg("Say how many cards your Ego must have: 1 to 10.")


def _no_shields_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.DEFEND or not _is_attacked(ref, seat):
        return Ordered()
    enough = len(ref.seats[seat].ego) >= (number_in(order, 1, 10) or 1)
    return Ordered((OptionVerb.PASS,)) if enough else Ordered()


def _no_shields_words(order: Order) -> Message:
    return msg("No shields while your Ego has {n} or more cards,", n=number_in(order, 1, 10) or 1)


def _not_for_thoughts_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    return [
        OrderForm(
            Order(NOT_FOR_THOUGHTS),
            msg("No shields for Thoughts"),
            msg("You let attacks on your Thoughts happen."),
            stops.choices(STOPS, ()),
        )
    ]


def _not_for_thoughts_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    attack = ref.position.attack
    # Who has let a Guardian step in is defending by hand.
    if question.topic != Topic.DEFEND or attack is None or attack.target is None or attack.has_stepped_in:
        return Ordered()
    return Ordered((OptionVerb.PASS,))


def _not_for_thoughts_words(order: Order) -> Message:
    return msg("No shields for Thoughts")


# ------------------------------------------------------------------------------------------------------------- shields


def _shields_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    held = [card for card in ref.seats[seat].hand if ref.printed(card).is_thought]
    held.sort(key=lambda card: (shield_of(ref, card), ref.title(card)))
    names = ref.titles(held)[:_MOST_LISTED]
    if not names:
        return []
    return [
        OrderForm(
            Order(SHIELDS, {"order": [*names, END], "n": 5}),
            msg("Shields by a list"),
            msg(
                "Against attacks on your Ego of this power or less, you discard from the top of the list until it is "
                "enough; if all of it is not, nothing. What stands behind “no other card” is kept."
            ),
            stops.choices(STOPS, (stops.DAMAGE,)),
            number=(1, _MOST_POWER),
            things=(*((name, said(name)) for name in names), (END, msg("no other card"))),
        )
    ]


def _shields_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    names = _shields_of(order)
    held = {ref.title(card) for card in ref.seats[seat].hand if ref.printed(card).is_thought}
    if not names or not set(names) <= held:
        return msg("A list of shields holds Thoughts of your hand, each once.")
    if number_in(order, 1, _MOST_POWER) is None:
        return msg("Say up to which power: 1 to {n}.", n=_MOST_POWER)
    return None


def _shields_of(order: Order) -> list[str]:
    """The shields of an order in the order in which they are discarded; none if it has no proper list."""
    return picked(listed(order, _MOST_LISTED + 1) or [])


def _enough(ref: Referee, seat: int, order: Order) -> list[str]:
    """The shields of the list that are enough against the attack in progress; none if they are not."""
    attack = ref.position.attack
    assert attack is not None
    needed = power(ref, attack.attacker[0])
    value, chosen = 0, list[str]()
    cards = {ref.title(card): card for card in ref.seats[seat].hand}
    for name in _shields_of(order):
        card = cards.get(name)
        if card is None or ref.cards[card].zone != HAND:
            continue
        value += shield_of(ref, card)
        chosen.append(name)
        if value + shields_bonus(ref, seat) >= needed:
            return chosen
    return []


def _shields_answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic not in (Topic.DEFEND, Topic.SHIELDS) or not _is_attacked(ref, seat):
        return Ordered()
    attack = ref.position.attack
    assert attack is not None
    if power(ref, attack.attacker[0]) > (number_in(order, 1, _MOST_POWER) or 0):
        return Ordered()
    chosen = _enough(ref, seat, order)
    if question.topic == Topic.SHIELDS:
        return Ordered(tuple(option.key for option in question.options if option.key in chosen))
    return Ordered((OptionVerb.SHIELDS if chosen else OptionVerb.PASS,))


def _shields_words(order: Order) -> Message:
    return msg(
        "Shield the Ego against power up to {n} with {cards},",
        n=number_in(order, 1, _MOST_POWER) or 1,
        cards=series(*(said(name) for name in _shields_of(order))),
    )


NO_SHIELDS_KIND = OrderKind(
    _no_shields_forms,
    _spans,
    _no_shields_wrong,
    _no_shields_answer,
    _no_shields_words,
    stops=STOPS,
    given=spans.given,
)
NOT_FOR_THOUGHTS_KIND = OrderKind(
    _not_for_thoughts_forms,
    _spans,
    nothing_wrong,
    _not_for_thoughts_answer,
    _not_for_thoughts_words,
    stops=STOPS,
    given=spans.given,
)
SHIELDS_KIND = OrderKind(
    _shields_forms, _spans, _shields_wrong, _shields_answer, _shields_words, stops=STOPS, given=spans.given
)
