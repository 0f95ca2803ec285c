"""Random choices on a player's behalf, independent of the match's own randomness.

A random cut by a standing order, the bot's answers and deck, the rest of a deck: none of them may depend on a match's
seed, or on anything else that others learn. Otherwise anyone who knows the seed later could repeat the choice, and
tell that an order had answered and not a person.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.kernel.chance import Chance

RandomSource = Callable[[], Chance]
"""Gives a source of chance that has not been used for anything."""


def drawn_seed(lot: RandomSource) -> str:
    """Return a random seed for a search, which is stored nowhere."""
    drawn = lot()
    return f"{drawn.below(1 << 62)} {drawn.below(1 << 62)}"


def fresh_lot() -> Chance:
    """Return chance out of 256 bits of the machine's own randomness, which are kept nowhere."""
    return Chance(secrets.token_hex(32))
