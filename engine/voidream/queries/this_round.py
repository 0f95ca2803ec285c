"""The memory of the current round: used abilities, and events (R116, R117)."""

from __future__ import annotations

from cards.voidream.language import tree
from engine.voidream.position import AbilityUse
from engine.voidream.program import remembered
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def is_used(ref: Referee, seat: int, card: int, side: str, index: int) -> bool:
    """Return whether an ability has been used this round (card -1: a mind's)."""
    return bool(ref.position.used) and AbilityUse(seat, card, side, index) in ref.position.used


def use(ref: Referee, seat: int, card: int, side: str, index: int) -> None:
    """Record the use of a once-a-round ability."""
    ref.position.used.append(AbilityUse(seat, card, side, index))


def times(ref: Referee, context: EffectContext, event: tree.TriggerEvent) -> int:
    """Return the number of times that an event has occurred this round."""
    is_each = event.who is tree.Player.EACH and context.performer >= 0
    by_seat = ref.position.happened.get(remembered(event).key)
    if by_seat is None:
        return 0
    cards = by_seat[context.performer if is_each else context.seat]
    match event.what:
        case tree.This():
            return sum(card == context.card for card in cards) if context.card >= 0 else 0
        case tree.Host():
            host = ref.cards[context.card].host if context.card >= 0 else -1
            return sum(card == host for card in cards) if host >= 0 else 0
        case tree.Filter(traits=traits) if tree.Trait.ANOTHER in traits:
            return sum(card != context.card for card in cards)
        case _:
            return len(cards)


def forget(ref: Referee, card: int) -> None:
    """Forget the uses of a card that changes zones: if it returns, it counts as another card."""
    position = ref.position
    if position.used:
        position.used = [use for use in position.used if use.card != card]
    for by_seat in position.happened.values():
        for cards in by_seat:
            cards[:] = [-1 if use == card else use for use in cards]


def clear_round(ref: Referee) -> None:
    """Clear the memory of the previous round."""
    ref.position.used.clear()
    ref.position.happened.clear()
