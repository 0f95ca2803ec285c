"""A player's LP, FAME and remaining actions during their turn (DD11, DD91)."""

from __future__ import annotations

from cards.i18n import Message, msg, row, series
from engine.dreams_of_dystopia.views.types import DystopiaView


def main_phase(view: DystopiaView) -> list[tuple[Message, int]]:
    """Return the numbers of Abilities, Deeds and Combats left this turn, with their names."""
    allowed = view.allowed
    left = (0, 0, 0) if view.is_acquiring else (allowed.abilities, allowed.deeds, allowed.combats)
    words = msg("Ability", "allowance"), msg("Deed", "allowance"), msg("Combat", "allowance")
    return list(zip(words, left, strict=True))


def tally(view: DystopiaView) -> Message | None:
    """Return the viewer's LP, FAME and remaining actions, or None if it isn't their turn."""
    if view.viewer is None or view.viewer != view.active:
        return None
    mine, allowed = view.players[view.viewer], view.allowed
    more = allowed.acquisitions + allowed.recruits + allowed.purchases
    counts = (*main_phase(view), (msg("Acquire", "allowance"), more))
    left = [word if n == 1 else msg("{n} × {word}", word=word, n=n) for word, n in counts if n]
    has = msg("{lp} LP, FAME {fame}.", lp=mine.lp, fame=mine.fame)
    return row(has, msg("Left: {things}.", things=series(*left))) if left else has
