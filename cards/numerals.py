"""Numbers typed by people, with the digits 0 to 9 only.

Other characters that Python accepts as digits (of other scripts, superscripts, circled ones) are not accepted, so
that everyone reads the same number.
"""

from __future__ import annotations

LONGEST = 18
"""Digits of a number that fits everywhere, the database included."""


def numeral(text: str, longest: int = LONGEST) -> int | None:
    """Return the number that a text is, from 0 on; None for everything else, and for one with more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= longest else None
