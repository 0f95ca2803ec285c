"""A player's belongings on a table, and whether something of them is lacking later."""

from __future__ import annotations

from collections import Counter

from engine.voidream.infinite_loops.continuations import PLAYER
from engine.voidream.referee import Referee


def lacks_nothing(before: Referee, now: Referee) -> bool:
    """Return whether the player has all that was there before: mind, cards where they were, and as ready as
    they were.
    """
    then, mine = before.seats[PLAYER], now.seats[PLAYER]
    if then.mind != mine.mind or (before.position.conflict is None) != (now.position.conflict is None):
        return False
    had, has = belongings(before), belongings(now)
    if any(number > has[what] for what, number in had.items()):
        return False
    return all(
        before.cards[card].damage >= now.cards[card].damage
        for card in now.active_constructs(PLAYER)
        if before.cards[card].face_up
    )


def belongings(ref: Referee) -> Counter[tuple[object, ...]]:
    """Return a player's belongings, each by its kind; the place of a card in the deck does not matter."""
    mine = ref.seats[PLAYER]
    out: Counter[tuple[object, ...]] = Counter()
    out.update(("hand", ref.title(card)) for card in mine.hand)
    out.update(("arcana", ref.title(card)) for card in (*mine.hand, *mine.arcana_discard))
    out.update(("deck", ref.title(card)) for card in mine.deck)
    out.update(("discard", ref.title(card)) for card in mine.discard)
    for card in (*mine.play, *ref.active_constructs(PLAYER)):
        state = ref.cards[card]
        out["in play", state.title] += 1
        out["ready", state.title, state.damage] += not state.exhausted
        for under in state.attached:
            below = ref.cards[under]
            out["under", state.title, below.title if below.face_up else ""] += 1
            out["ready under", state.title, below.title] += below.face_up and not below.exhausted
    return out
