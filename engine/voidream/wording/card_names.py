"""What cards are called in sentences, by what everybody may know of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.i18n import Message, Series, msg, series, title
from engine.voidream.facts.terms import Named

Names = Sequence[str]
"""What the players are called, by seat."""


def called(card: Named | str) -> Message:
    """Return what to call a card: its title, or what its back shows."""
    if isinstance(card, str):
        return title(card)
    if card.title is not None:
        return title(card.title)
    return msg("a face-down card of value {value}", value=value_of(card))


def first_card(card: Named) -> Message:
    """Return what to call a card where a sentence begins with it."""
    if card.title is not None:
        return title(card.title)
    return msg("A face-down card of value {value}", value=value_of(card))


def value_of(card: Named) -> int:
    """Return the value of a card, 0 if it is not known."""
    return 0 if card.value is None else card.value


def title_series(titles: Iterable[str]) -> Series:
    """Return titles as a series in a sentence."""
    return series(*map(title, titles))


def card_series(cards: Iterable[Named]) -> Series:
    """Return cards as a series in a sentence."""
    return series(*map(called, cards))


def first_cards(cards: Sequence[Named]) -> Series:
    """Cards as a sentence begins with them."""
    return series(*map(first_card, cards[:1]), *map(called, cards[1:]))
