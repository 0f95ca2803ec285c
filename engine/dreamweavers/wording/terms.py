"""What things are called in sentences: cards, zones, places on the gauge, effects of a printed line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cards.i18n import Message, Series, Value, msg, series, title
from engine.dreamweavers.position import EGO, FEELINGS, HAND, ID, MIND, REVEALED, THOUGHTS

Names = Sequence[str]
"""What the players are called, by seat."""

ZONES: Mapping[str, Message] = {
    MIND: msg("the mind"),
    HAND: msg("the hand"),
    EGO: msg("the Ego"),
    ID: msg("the Id"),
    THOUGHTS: msg("the Thoughts"),
    FEELINGS: msg("the Feelings"),
    REVEALED: msg("the Ego"),
}
"""Zones by their keys; what damage has revealed came out of an Ego."""


def titles(cards: Iterable[str]) -> Series:
    """Return titles as a series in a sentence."""
    return series(*map(title, cards))


def place(side: int | None, number: int, names: Names) -> Value:
    """Return a place on the gauge: "Ada's 2", or "0"."""
    if side is None:
        return "0"
    return msg("{who}'s {n}", who=names[side], n=number)


def effect_of(text: str) -> str:
    """Return the effect in a printed line of an ability or a trigger, without what stands in front of it."""
    if "(A)" in text:
        return text.partition("(A)")[2].partition(": ")[2]
    if "(!)" in text:
        return text.partition(" - ")[2]
    return text
