"""Numbers as people write them, wherever they write one: with the digits 0 to 9, and no others.

What Python takes for a digit besides (those of other scripts, small ones, circled ones) is none here: what is read is
what everybody reads.
"""

from __future__ import annotations

LONGEST = 18
"""Digits of a number that fits everywhere, the database included."""


def numeral(text: str, longest: int = LONGEST) -> int | None:
    """Return the number that a text is, from 0 on; None for everything else, and for one with more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None
