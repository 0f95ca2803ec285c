"""The comparison of a player's belongings at two times."""

from __future__ import annotations

from collections import Counter

from engine.voidream.infinite_loops.continuations import PLAYER
from engine.voidream.referee import Referee


def lacks_nothing(earlier: Referee, later: Referee) -> bool:
    """Return whether the player still has everything as before: the mind, the cards in their zones, and as many ready ones."""
    earlier_seat, mine = earlier.seats[PLAYER], later.seats[PLAYER]
    if earlier_seat.mind != mine.mind or (earlier.position.conflict is None) != (
        later.position.conflict is None
    ):
        return False
    had, has = belongings(earlier), belongings(later)
    if any(number > has[item] for item, number in had.items()):
        return False
    return all(
        earlier.cards[card].damage >= later.cards[card].damage
        for card in later.active_constructs(PLAYER)
        if earlier.cards[card].face_up
    )


def belongings(ref: Referee) -> Counter[tuple[object, ...]]:
    """Return a player's belongings by kind. The order of the deck doesn't matter."""
    mine = ref.seats[PLAYER]
    result: Counter[tuple[object, ...]] = Counter()
    result.update(("hand", ref.title(card)) for card in mine.hand)
    result.update(("arcana", ref.title(card)) for card in (*mine.hand, *mine.arcana_discard))
    result.update(("deck", ref.title(card)) for card in mine.deck)
    result.update(("discard", ref.title(card)) for card in mine.discard)
    for card in (*mine.play, *ref.active_constructs(PLAYER)):
        state = ref.cards[card]
        result["in play", state.title] += 1
        result["ready", state.title, state.damage] += not state.exhausted
        for attachment in state.attached:
            attached_state = ref.cards[attachment]
            result["under", state.title, attached_state.title if attached_state.face_up else ""] += 1
            result["ready under", state.title, attached_state.title] += (
                attached_state.face_up and not attached_state.exhausted
            )
    return result
