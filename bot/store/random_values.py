"""The store's random values, which must never repeat, even after a restored backup.

Counters repeat when a backup replaces the database: revisions, questions, ids. Random values do not.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

Draw = Callable[[], int]
"""Returns an unpredictable number of 48 bits."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PAIRS = [low + high for high in _DIGITS for low in _DIGITS]
"""Pairs of digits by value, the lower digit first."""
_BASE = len(_PAIRS)
TOKEN_LENGTH = 8
"""Characters of a revision token: 47 bits."""


def draw() -> int:
    """Return an unpredictable number of 48 bits."""
    return secrets.randbits(48)


def revision_token(drawn: int) -> str:
    """Return the token of a revision: digits and letters, for the ids of controls."""
    token = ""
    for _ in range(TOKEN_LENGTH // 2):
        token += _PAIRS[drawn % _BASE]
        drawn //= _BASE
    return token


def deck_id(drawn: int) -> int:
    """Return the id of a deck, above 0 and of at most 13 digits."""
    return (drawn & ((1 << 40) - 1)) + 1
