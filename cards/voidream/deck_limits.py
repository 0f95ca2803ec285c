"""The maximum number of copies of a card in a deck, and the removal of cards that break a rule (§8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from cards.voidream.deck_rules import MAX_COPIES, allowed_factions
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind, Proportions

MAIN = tuple(faction for faction in Faction if faction is not Faction.NEUTRAL)
"""The factions that can be a deck's main or guest faction."""


def without_misfits(deck: DeckList) -> DeckList:
    """Return the deck without cards that break a rule: wrong factions, and too many copies, guests or cards."""
    if deck.guest in (deck.faction, Faction.NEUTRAL):
        deck = replace(deck, guest=None)
    if deck.mind is not None and (deck.mind.kind is not Kind.MIND or not allows_faction_of(deck, deck.mind)):
        deck = replace(deck, mind=None)
    legal = replace(deck, arcana=(), dream=(), lost=()).ordered()
    for card in deck.arcana:
        if arcanum_limit(legal, card) > copies(legal.arcana, card):
            legal = replace(legal, arcana=(*legal.arcana, card))
    for card in deck.dream:
        if dream_limit(legal, card) > copies(legal.dream, card):
            legal = replace(legal, dream=(*legal.dream, card))
    return legal.ordered()


def misfits(deck: DeckList) -> int:
    """Return the number of cards that `without_misfits` would remove."""
    legal = without_misfits(deck)
    return sum(
        len(before) - len(after) for before, after in ((deck.arcana, legal.arcana), (deck.dream, legal.dream))
    ) + (len(deck.lost) + (deck.mind != legal.mind))


def arcanum_limit(deck: DeckList, card: Card) -> int:
    """Return the maximum number of copies of an arcanum in the hand, given the rest of the deck."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind is not Kind.ARCANUM:
        return 0
    if card.major:
        return int(back is not None and back.major == card.title)
    if not allows_faction_of(deck, card):
        return 0
    others = [other for other in deck.arcana if back is None or other.title != back.major]
    return min(1, _copies_limit(deck, card, others, back.arcana if back else None))


def dream_limit(deck: DeckList, card: Card) -> int:
    """Return the maximum number of copies of a Dream card, given the rest of the deck."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind not in DREAM_KINDS or not allows_faction_of(deck, card):
        return 0
    number = Proportions(back.dream.total - 1, back.dream.guest) if back else None
    return min(MAX_COPIES, _copies_limit(deck, card, deck.dream, number))


def _copies_limit(deck: DeckList, card: Card, present: Sequence[Card], number: Proportions | None) -> int:
    """Return the maximum number of copies of a card among `present`, by the total alone; unlimited without a bastion."""
    if number is None:
        return MAX_COPIES
    others = [other for other in present if other.title != card.title]
    room = number.total - len(others)
    if deck.guest is not None and card.faction is deck.guest:
        room = min(room, number.guest - sum(other.faction is deck.guest for other in others))
    return max(0, room)


def allows_faction_of(deck: DeckList, card: Card) -> bool:
    """Return whether cards of this faction are allowed in the deck."""
    return deck.faction is not None and card.faction in allowed_factions(deck)


def copies(cards: Iterable[Card], card: Card) -> int:
    """Return the number of copies of a card among these."""
    return sum(other.title == card.title for other in cards)
