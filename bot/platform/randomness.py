"""Random choices on a player's behalf, independent of the match's own randomness.

A random cut by a standing order, the bot's answers and deck, the rest of a deck: none of them may depend on a
match's seed, or on anything else that others can learn. Otherwise anyone who knows the seed later could
repeat the choice, and see that an order answered instead of a person.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.kernel.chance import Chance

RandomSource = Callable[[], Chance]
"""Returns a fresh source of randomness."""


def drawn_seed(random_source: RandomSource) -> str:
    """Return a random seed for a search. It is never stored."""
    chance = random_source()
    return f"{chance.below(1 << 62)} {chance.below(1 << 62)}"


def fresh_rng() -> Chance:
    """Return a source seeded with 256 bits of the machine's randomness, which are never stored."""
    return Chance(secrets.token_hex(32))
