"""Deck building for Voidream step by step (rulebook §8): the legal options of the current deck.

The steps are those of §8: main faction, bastion, guest faction, mind card, arcana, Dream cards. They can be done in
any order; a bastion determines its faction and its major arcanum.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from cards.deck_builder import DeckStep
from cards.voidream.deck_limits import MAIN, allows_faction_of, arcanum_limit, copies, dream_limit
from cards.voidream.deck_steps import (
    FACTION,
    GUEST,
    NO_GUEST,
    arcana_step,
    bastion_step,
    dream_step,
    faction_step,
    guest_step,
    mind_step,
)
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Kind


def steps(deck: DeckList, keys: Mapping[str, str], library: Library | None = None) -> tuple[DeckStep, ...]:
    """Return the steps for the current deck.

    `keys` has a short key for each title; titles without one aren't offered.
    """
    cards = [card for card in library or the_set() if card.title in keys]
    return (
        faction_step(deck),
        bastion_step(deck, cards, keys),
        guest_step(deck),
        mind_step(deck, cards, keys),
        arcana_step(deck, cards, keys),
        dream_step(deck, cards, keys),
    )


def chosen(
    deck: DeckList,
    step: str,
    counts: Mapping[str, int],
    keys: Mapping[str, str],
    library: Library | None = None,
) -> DeckList:
    """Return the deck after a choice in a step: the number of copies by key, applied in this order within the rules.

    Choices that aren't possible leave the deck unchanged; removing a card is always possible. Repeating a choice has no
    further effect.
    """
    if step in (FACTION, GUEST):
        return _chosen_faction(deck, step, counts)
    titles = {key: title for title, key in keys.items()}
    library = library or the_set()
    for key, count in counts.items():
        title = titles.get(key, "")
        if title in library:
            deck = _with(deck, library.find(title), count, library)
    return deck.ordered()


def _chosen_faction(deck: DeckList, step: str, counts: Mapping[str, int]) -> DeckList:
    for key in counts:
        if step == GUEST and key == NO_GUEST:
            deck = replace(deck, guest=None)
        elif key in [faction.value for faction in MAIN]:
            faction = Faction(key)
            if step == GUEST:
                deck = deck if faction is deck.faction else replace(deck, guest=faction)
            elif faction is not deck.faction:
                guest = None if deck.guest is faction else deck.guest
                deck = replace(_without_bastion(deck), main=faction, guest=guest)
    return deck.ordered()


def _without_bastion(deck: DeckList) -> DeckList:
    """Return the deck without its bastion and the major arcanum that came with it."""
    major = deck.bastion.back.major if deck.bastion and deck.bastion.back else None
    return replace(deck, bastion=None, arcana=tuple(card for card in deck.arcana if card.title != major))


def _with(deck: DeckList, card: Card, count: int, library: Library) -> DeckList:
    if card.kind is Kind.BASTION:
        if not count or card == deck.bastion:
            return deck
        deck = _without_bastion(deck)
        major = card.back.major if card.back else ""
        guest = None if deck.guest is card.faction else deck.guest
        hand = (*deck.arcana, library.find(major)) if major in library else deck.arcana
        return replace(deck, bastion=card, arcana=hand, guest=guest)
    if card.kind is Kind.MIND:
        return replace(deck, mind=card) if count and allows_faction_of(deck, card) else deck
    if card.kind is Kind.ARCANUM:
        return replace(deck, arcana=_recounted(deck.arcana, card, count, arcanum_limit(deck, card)))
    return replace(deck, dream=_recounted(deck.dream, card, count, dream_limit(deck, card)))


def _recounted(cards: tuple[Card, ...], card: Card, count: int, limit: int) -> tuple[Card, ...]:
    present = copies(cards, card)
    count = max(0, count if count <= present else max(present, min(count, limit)))
    return (*(other for other in cards if other.title != card.title), *[card] * count)
