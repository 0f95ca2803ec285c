"""A player's resources in their turn: LP, FAME, and remaining actions (DD11, DD91)."""

from __future__ import annotations

from cards.i18n import Message, msg, row, series
from engine.dreams_of_dystopia.views.types import DystopiaView


def tally(view: DystopiaView) -> Message | None:
    """Return the viewer's resources and remaining actions, or None if it isn't their turn."""
    if view.viewer is None or view.viewer != view.active:
        return None
    mine, allowed = view.players[view.viewer], view.allowed
    counts = (
        (msg("Ability", "allowance"), allowed.abilities * (not view.is_acquiring)),
        (msg("Deed", "allowance"), allowed.deeds * (not view.is_acquiring)),
        (msg("Combat", "allowance"), allowed.combats * (not view.is_acquiring)),
        (msg("Acquire", "allowance"), allowed.acquisitions + allowed.recruits + allowed.purchases),
    )
    left = [word if n == 1 else msg("{n} times {word}", word=word, n=n) for word, n in counts if n]
    has = msg("{lp} LP, FAME {fame}.", lp=mine.lp, fame=mine.fame)
    return row(has, msg("Left: {things}.", things=series(*left))) if left else has
