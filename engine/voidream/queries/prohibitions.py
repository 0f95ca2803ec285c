"""Prohibitions in force: for cards, and for players (§2, §6)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import (
    Ban,
    KeywordName,
    Prohibition,
)
from engine.voidream.queries.characteristics import in_force, keyword, reaches
from engine.voidream.queries.nouns import is_face_down
from engine.voidream.referee import Referee
from engine.voidream.sources import ContinuousEffect


def is_banned(ref: Referee, card: int, ban: Ban) -> bool:
    """Return whether an effect in force says that a card cannot do this, or have it done to it."""
    if ban is Ban.DESTROYED and not is_face_down(ref, card):
        if keyword(ref, card, KeywordName.INDESTRUCTIBLE) is not None:
            return True
    return any(
        isinstance(effect.op, tree.CannotBe) and reaches(ref, effect, effect.op.what, card)
        for effect in ref.continuous_effects(ban)
    )


def who_forbids(ref: Referee, seat: int, what: Prohibition) -> ContinuousEffect | None:
    """Return the effect in force that forbids something to a player, or None."""
    for effect in ref.continuous_effects(what):
        op = effect.op
        if isinstance(op, tree.Cannot) and in_force(ref, effect):
            if seat in ref.players(effect.context, op.who):
                return effect
    return None


def is_forbidden(ref: Referee, seat: int, what: Prohibition) -> bool:
    """Return whether something is forbidden to a player."""
    return who_forbids(ref, seat, what) is not None
