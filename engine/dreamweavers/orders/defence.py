"""Orders for the defence: no shields, or the first shields of a list that suffice (DW110)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.dreamweavers.orders import durations
from engine.dreamweavers.position import HAND
from engine.dreamweavers.queries.characteristics import shield_of, shields_bonus
from engine.dreamweavers.queries.filters import power
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.kernel.orders.kind import END, Offer, OrderKind, is_list, picked_items, same_answer
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion

NO_SHIELDS = "no shields"
NOT_FOR_THOUGHTS = "not for thoughts"
SHIELDS = "shields"

STOPS = (durations.DAMAGE, durations.LOST, durations.FEELING)
_MOST_EGO = 10
_MOST_POWER = 30
_MOST_LISTED = 24


def _is_attacked(ref: Referee, seat: int) -> bool:
    """Return whether a seat's Ego is being attacked."""
    attack = ref.position.attack
    return attack is not None and attack.seat != seat and attack.target is None


def _is_thought_attacked(ref: Referee, seat: int) -> bool:
    """Return whether a Thought is being attacked.

    A player who lets a Guardian step in then defends without orders.
    """
    attack = ref.position.attack
    return attack is not None and attack.target is not None and not attack.has_stepped_in


# ---------------------------------------------------------------------------------------------------------- no shields


def _no_shields_offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    return [
        Offer(
            Parameters(n=max(1, min(len(ref.seats[seat].ego), 3))),
            msg("No shields for the Ego"),
            msg("You let attacks on your Ego through as long as it has this number of cards or more."),
            number=(1, _MOST_EGO),
            beside=msg("Ego: no shields"),
        )
    ]


def _no_shields_wrong(ref: Referee, seat: int, parameters: Parameters) -> Message | None:
    return None if 1 <= parameters.n <= _MOST_EGO else msg("Say how many cards your Ego must have: 1 to 10.")


def _no_shields_answer(
    ref: Referee, seat: int, parameters: Parameters, question: PendingQuestion
) -> OrderOutcome:
    has_enough_ego = _is_attacked(ref, seat) and len(ref.seats[seat].ego) >= parameters.n
    return OrderOutcome((OptionVerb.PASS,)) if has_enough_ego else OrderOutcome()


NO_SHIELDS_KIND = OrderKind(
    NO_SHIELDS,
    Parameters,
    durations.RUNNING,
    STOPS,
    (Topic.DEFEND,),
    _no_shields_offers,
    lambda said: msg("No shields while your Ego has {n} or more cards,", n=said.n),
    _no_shields_answer,
    _no_shields_wrong,
)
NOT_FOR_THOUGHTS_KIND = same_answer(
    NOT_FOR_THOUGHTS,
    durations.RUNNING,
    STOPS,
    Topic.DEFEND,
    (OptionVerb.PASS,),
    Offer(
        Parameters(),
        msg("No shields for Thoughts"),
        msg("You let attacks on your Thoughts happen."),
        beside=msg("Thoughts: no shield"),
    ),
    _is_thought_attacked,
)


# ------------------------------------------------------------------------------------------------------------- shields


def _shields_offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    thoughts = [card for card in ref.seats[seat].hand if ref.printed(card).is_thought]
    thoughts.sort(key=lambda card: (shield_of(ref, card), ref.title(card)))
    names = ref.titles(thoughts)[:_MOST_LISTED]
    if not names:
        return []
    return [
        Offer(
            Parameters(listed=(*names, END), n=5),
            msg("Shields by a list"),
            msg(
                "Against attacks on your Ego with at most this power, you discard from the "
                "top of the list until it's enough. If the whole list isn't enough, you "
                "discard nothing. Cards after “no other card” stay in your hand."
            ),
            number=(1, _MOST_POWER),
            things=(*((name, title(name)) for name in names), (END, msg("no other card"))),
        )
    ]


def _shields_wrong(ref: Referee, seat: int, parameters: Parameters) -> Message | None:
    names = picked_items(parameters)
    thoughts = {ref.title(card) for card in ref.seats[seat].hand if ref.printed(card).is_thought}
    if not names or not is_list(parameters, _MOST_LISTED + 1) or not set(names) <= thoughts:
        return msg("A list of shields holds Thoughts of your hand, each once.")
    if not 1 <= parameters.n <= _MOST_POWER:
        return msg("Say up to which power: 1 to {n}.", n=_MOST_POWER)
    return None


def _enough(ref: Referee, seat: int, parameters: Parameters, power: int) -> list[str]:
    """Return shields of the list that suffice against an attack of this power; none if they don't."""
    value, chosen = 0, list[str]()
    cards = {ref.title(card): card for card in ref.seats[seat].hand}
    for name in picked_items(parameters):
        card = cards.get(name)
        if card is None or ref.cards[card].zone != HAND:
            continue
        value += shield_of(ref, card)
        chosen.append(name)
        if value + shields_bonus(ref, seat) >= power:
            return chosen
    return []


def _shields_answer(
    ref: Referee, seat: int, parameters: Parameters, question: PendingQuestion
) -> OrderOutcome:
    attack = ref.position.attack
    if attack is None or not _is_attacked(ref, seat):
        return OrderOutcome()
    attack_power = power(ref, attack.attacker[0])
    if attack_power > parameters.n:
        return OrderOutcome()
    chosen = _enough(ref, seat, parameters, attack_power)
    if question.topic == Topic.SHIELDS:
        return OrderOutcome(tuple(option.key for option in question.options if option.key in chosen))
    return OrderOutcome((OptionVerb.SHIELDS if chosen else OptionVerb.PASS,))


def _shields_words(parameters: Parameters) -> Message:
    return msg(
        "Shield the Ego against power up to {n} with {cards},",
        n=parameters.n,
        cards=series(*map(title, picked_items(parameters))),
    )


SHIELDS_KIND = OrderKind(
    SHIELDS,
    Parameters,
    durations.RUNNING,
    STOPS,
    (Topic.DEFEND, Topic.SHIELDS),
    _shields_offers,
    _shields_words,
    _shields_answer,
    _shields_wrong,
)
