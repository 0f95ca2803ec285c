"""The room of a deck for copies of a card, and the cards of a deck that break a rule (§8)."""

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
    """The deck less what breaks a rule by being in it: foreign cards, too many copies, too many guests, too much."""
    if deck.guest in (deck.faction, Faction.NEUTRAL):
        deck = replace(deck, guest=None)
    if deck.mind is not None and (deck.mind.kind is not Kind.MIND or not welcomes(deck, deck.mind)):
        deck = replace(deck, mind=None)
    kept = replace(deck, arcana=(), dream=(), lost=()).ordered()
    for card in deck.arcana:
        if arcanum_limit(kept, card) > copies(kept.arcana, card):
            kept = replace(kept, arcana=(*kept.arcana, card))
    for card in deck.dream:
        if dream_limit(kept, card) > copies(kept.dream, card):
            kept = replace(kept, dream=(*kept.dream, card))
    return kept.ordered()


def misfits(deck: DeckList) -> int:
    """Return how many cards `without_misfits` would take out."""
    kept = without_misfits(deck)
    return sum(len(was) - len(now) for was, now in ((deck.arcana, kept.arcana), (deck.dream, kept.dream))) + (
        len(deck.lost) + (deck.mind != kept.mind)
    )


def arcanum_limit(deck: DeckList, card: Card) -> int:
    """Return how many copies of the arcanum the hand may have, the rest being as it is."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind is not Kind.ARCANUM:
        return 0
    if card.major:
        return int(back is not None and back.major == card.title)
    if not welcomes(deck, card):
        return 0
    others = [one for one in deck.arcana if back is None or one.title != back.major]
    return min(1, _room(deck, card, others, back.arcana if back else None))


def dream_limit(deck: DeckList, card: Card) -> int:
    """Return how many copies of the Dream card the deck may have, the rest being as it is."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind not in DREAM_KINDS or not welcomes(deck, card):
        return 0
    number = Proportions(back.dream.total - 1, back.dream.guest) if back else None
    return min(MAX_COPIES, _room(deck, card, deck.dream, number))


def _room(deck: DeckList, card: Card, there: Sequence[Card], number: Proportions | None) -> int:
    """Return how many copies of a card there may be among these, by their number alone; all are allowed while none is known."""
    if number is None:
        return MAX_COPIES
    others = [one for one in there if one.title != card.title]
    room = number.total - len(others)
    if deck.guest is not None and card.faction is deck.guest:
        room = min(room, number.guest - sum(one.faction is deck.guest for one in others))
    return max(0, room)


def welcomes(deck: DeckList, card: Card) -> bool:
    """Return whether cards of its faction may be in the deck at all."""
    return deck.faction is not None and card.faction in allowed_factions(deck)


def copies(cards: Iterable[Card], card: Card) -> int:
    """Return how many copies of a card there are."""
    return sum(one.title == card.title for one in cards)
