"""Equivalence of simultaneous triggers: which of them a player could tell apart (§6 Triggered Ability, R30, R61)."""

from __future__ import annotations

from functools import lru_cache

from cards.language.parts import parts_of
from cards.voidream.language import tree
from engine.voidream.program import Program
from engine.voidream.queries.nouns import is_open
from engine.voidream.referee import Referee

THIS, IT, COUNT, WHOSE = "this", "it", "count", "whose"
"""The references of a text: its own card, the trigger's cards, their number, and the trigger's player."""


@lru_cache(maxsize=1024)
def references_of(program: Program) -> frozenset[str]:
    """Return the references (THIS, IT, COUNT, WHOSE) in the operations of a line."""
    return frozenset(word for part in parts_of(program) for word in _word(part))


def _word(part: object) -> tuple[str, ...]:
    match part:
        case tree.This() | tree.Host() | tree.Trait.ANOTHER | tree.Modify(to=None):
            return (THIS,)
        case tree.It() | tree.OfThem() | tree.Others() | tree.Player.ITS_CONTROLLER:
            return (IT,)
        case tree.Prevent() | tree.PreventEvent():
            return (IT, COUNT, WHOSE)
        case tree.ThatMany() | tree.Result():
            return (COUNT,)
        case _:
            return ()


def looks(ref: Referee, card: int) -> object:
    """Return a key that is equal for two cards that look the same in their places.

    A face-down card has a unique key.
    """
    if card < 0 or not is_open(ref, card):
        return card
    state = ref.cards[card]
    attached = [
        number
        for number, effect in enumerate(ref.position.ongoing)
        if effect.locked and card in effect.locked
    ]
    return [
        state.title, state.owner, state.controller, state.zone, state.exhausted, state.damage, state.host,
        state.attached, state.role, state.offering, attached,
    ]  # fmt: skip
