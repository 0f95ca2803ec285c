"""Terms of sentences: cards, zones, places on the gauge, effects of a printed line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cards.i18n import Message, Series, Value, msg, series, title
from engine.dreamweavers.position import EGO, FEELINGS, HAND, ID, MIND, REVEALED, THOUGHTS
from engine.dreamweavers.program import NOTIONS
from engine.kernel.events.card_lists import listed
from engine.kernel.events.entries import Names
from engine.kernel.events.registry import Slots

Seat = int

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


def called(name: str) -> Message:
    """Return the name of a card, or of a notion for the text of its cover."""
    return Message(name, context="notion") if name in NOTIONS else title(name)


def titles(cards: Iterable[str]) -> Series:
    """Return cards, or notions, as a series in a sentence."""
    return series(*map(called, cards))


def place(side: int | None, number: int, names: Names) -> Value:
    """Return a place on the gauge: "Ada's 2", or "0"."""
    if side is None:
        return "0"
    return msg("{who}'s {n}", who=names[side], n=number)


def effect_of(text: str) -> str:
    """Return the effect in a printed line, without what stands in front of it: a label, a price, an event."""
    if "(A)" in text:
        return text.partition("(A)")[2].partition(": ")[2]
    if "(!)" in text:
        return text.partition(" - ")[2]
    return text.removeprefix("When played: ").removeprefix("Fleeting: ")


def cards_of(cards: Sequence[str]) -> Series:
    """Return a list of cards; of a long one the first, and how many more there are."""
    return listed(list(map(called, cards)))


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "attacker", "target", "gone"), called),
        **dict.fromkeys(("cards", "notions"), titles),
        "zone": ZONES.__getitem__,
    },
    in_story={"notions": cards_of},
    cause=called,
    card=called,
)
"""The printers of fields in sentences."""
