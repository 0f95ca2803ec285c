"""Names of cards in sentences, by what everyone may know of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.i18n import Message, Series, msg, series, title
from cards.voidream.language.tree import ConflictKind
from engine.kernel.events.card_lists import listed
from engine.kernel.events.registry import Slots
from engine.voidream.facts.terms import PublicName


def called(card: PublicName | str) -> Message:
    """Return what to call a card: its title, or what its back shows."""
    if isinstance(card, str):
        return title(card)
    if card.title is not None:
        return title(card.title)
    return msg("a face-down card of value {value}", value=value_of(card))


def first_card(card: PublicName | str) -> Message:
    """Return what to call a card where a sentence begins with it."""
    if isinstance(card, str) or card.title is not None:
        return called(card)
    return msg("A face-down card of value {value}", value=value_of(card))


def value_of(card: PublicName) -> int:
    """Return the value of a card, 0 if it is not known."""
    return 0 if card.value is None else card.value


def card_series(cards: Iterable[PublicName | str]) -> Series:
    """Return cards as a series in a sentence."""
    return series(*map(called, cards))


def first_cards(cards: Sequence[PublicName | str]) -> Series:
    """Return cards as a series with which a sentence begins."""
    return series(*map(first_card, cards[:1]), *map(called, cards[1:]))


def cards_of(cards: Sequence[PublicName | str]) -> Series:
    """Return a list of cards; of a long one the first, and how many more there are."""
    return listed([called(card) for card in cards])


_CONFLICTS = {ConflictKind.DAWN: msg("dawn", "conflict"), ConflictKind.DUSK: msg("dusk", "conflict")}
_A_CONFLICT = {ConflictKind.DAWN: msg("a dawn conflict"), ConflictKind.DUSK: msg("a dusk conflict")}


def a_conflict(kind: ConflictKind | None) -> Message:
    """Return what the story calls a conflict, of a kind if it is known."""
    return msg("a conflict") if kind is None else _A_CONFLICT[kind]


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "host", "was", "bastion", "mind"), called),
        "cards": card_series,
        "conflict": _CONFLICTS.__getitem__,
    },
    opening={**dict.fromkeys(("card", "host"), first_card), "cards": first_cards},
    in_story={"conflict": a_conflict},
    card=called,
    causes={"§4 Damage": msg("the conflict")},
)
"""The printers of fields in sentences."""
