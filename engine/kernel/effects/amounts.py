"""Numbers of the shared language of cards, and what a text wants them to be."""

from __future__ import annotations

from cards.language.nodes import Comparison, Test


def compare(number: float, comparison: Comparison, n: int) -> bool:
    """Return whether a number is as a text wants it."""
    if comparison is Comparison.EXACTLY:
        return number == n
    return number >= n if comparison is Comparison.OR_MORE else number <= n


def passes(number: float, test: Test) -> bool:
    """Return whether a number passes a test: "3 or lower"."""
    return compare(number, test.comparison, test.n)
