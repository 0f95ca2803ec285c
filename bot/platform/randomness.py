"""Random choices made on a player's behalf, apart from the match's own chance.

A standing order that cuts at random, the bot's answers and deck, the rest of a deck: none of it may
follow from a match's seed, nor from anything else that others learn. Anyone who later knows the seed could repeat
the draw, and tell that an order had answered and not a person.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.kernel.chance import Chance

Lot = Callable[[], Chance]
"""Gives a source of chance that has not been used for anything."""


def drawn_seed(lot: Lot) -> str:
    """Return a random seed for a search, which is stored nowhere."""
    drawn = lot()
    return f"{drawn.below(1 << 62)} {drawn.below(1 << 62)}"


def fresh_lot() -> Chance:
    """Return chance out of 256 bits of the machine's own randomness, which are kept nowhere."""
    return Chance(secrets.token_hex(32))
