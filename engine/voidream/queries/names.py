"""Public names of cards."""

from __future__ import annotations

from engine.voidream.facts.terms import PublicName
from engine.voidream.queries.nouns import is_face_down
from engine.voidream.referee import Referee


def name_of(ref: Referee, card: int) -> PublicName:
    """Return what everybody may call a card that lies on the table or in a public pile."""
    state = ref.cards[card]
    if is_face_down(ref, card):
        return PublicName(state.tag, state.controller, None, ref.printed[card].value)
    return PublicName(state.tag, state.controller, state.title)


def names_of(ref: Referee, cards: list[int]) -> list[PublicName]:
    """Return the names of several cards."""
    return [name_of(ref, card) for card in cards]
