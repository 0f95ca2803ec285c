"""Lists of cards in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cards.i18n import Series, Value, msg, msg_plural, series

LISTED = 4
"""Titles of a list; of a longer one the last are counted."""


def listed(titles: Sequence[Value], most: int = LISTED) -> Series:
    """Return a list of cards, alike ones counted; of a long one the first, and how many more there are.

    With `most` 1 it is only said how many there are, if there are several; with 0, also of one.
    """
    counts = Counter(titles)
    things = [one if n == 1 else msg("{card} ×{n}", card=one, n=n) for one, n in counts.items()]
    if len(things) <= most:
        return series(*things)
    if most <= 1:
        return series(msg_plural("{n} card", "{n} cards", len(titles)))
    rest = sum(list(counts.values())[most - 1 :])
    return series(*things[: most - 1], msg("{n} more", n=rest))
