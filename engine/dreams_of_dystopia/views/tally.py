"""A player's resources in their turn: LP, FAME, and remaining actions (DD11, DD91)."""

from __future__ import annotations

from cards.i18n import Message, msg, row, series
from engine.dreams_of_dystopia.views.types import DystopiaView


def main_phase(view: DystopiaView) -> list[tuple[Message, int]]:
    """Return how many Abilities, Deeds and Combats are left of the turn."""
    one = view.allowed
    left = (0, 0, 0) if view.is_acquiring else (one.abilities, one.deeds, one.combats)
    words = msg("Ability", "allowance"), msg("Deed", "allowance"), msg("Combat", "allowance")
    return list(zip(words, left, strict=True))


def tally(view: DystopiaView) -> Message | None:
    """Return the viewer's resources and remaining actions, or None if it isn't their turn."""
    if view.viewer is None or view.viewer != view.active:
        return None
    mine, allowed = view.players[view.viewer], view.allowed
    more = allowed.acquisitions + allowed.recruits + allowed.purchases
    counts = (*main_phase(view), (msg("Acquire", "allowance"), more))
    left = [word if n == 1 else msg("{n} × {word}", word=word, n=n) for word, n in counts if n]
    has = msg("{lp} LP, FAME {fame}.", lp=mine.lp, fame=mine.fame)
    return row(has, msg("Left: {things}.", things=series(*left))) if left else has
