"""Numbers of cards: the numbers in a position, and in what seats know, must not show which card is which."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.kernel.card_ids import UNTAGGED, mentioned, renumber
from engine.kernel.cards.state import CardPosition
from engine.kernel.cards.zones import CardLayout

LOST = -2
"""In place of a card that these seats can no longer find: it has moved to where they can't follow it."""


def number(position: CardPosition[Any], order: Sequence[int]) -> None:
    """Give all cards the numbers that they have in `order`."""
    new = {card: at for at, card in enumerate(order)}
    position.cards = [position.cards[card] for card in order]
    renumber(position, lambda card, tag: (new.get(card, card), tag))


def number_by_place(
    layout: CardLayout[Any], position: CardPosition[Any], hidden: Collection[int], backs: Mapping[int, str]
) -> dict[int, int]:
    """Number all cards by where they are, as seats could that don't know the `hidden` ones; return the new numbers.

    `backs` are what is on the backs of hidden cards that can be seen. A hidden card loses its tag, which would show since
    when it is there; a reference to it as it was somewhere else becomes `LOST`.
    """
    cards, unseen = position.cards, set(hidden)
    tags = {card: getattr(cards[card], "tag", UNTAGGED) for card in unseen}
    order = _by_place(layout, position, unseen, backs, _mentions(layout, position, tags))
    new = {card: at for at, card in enumerate(order)}
    for card, tag in tags.items():
        if tag != UNTAGGED:
            cards[card].tag = 0
    position.cards = [cards[card] for card in order]

    def numbered(card: int, tag: int) -> tuple[int, int]:
        if tags.get(card, UNTAGGED) == UNTAGGED:
            return new.get(card, card), tag
        return (new[card], 0) if tag in (UNTAGGED, tags[card]) else (LOST, tag)

    renumber(position, numbered)
    return new


def _mentions(
    layout: CardLayout[Any], position: CardPosition[Any], tags: Mapping[int, int]
) -> dict[int, int]:
    """Return the hidden cards that something in progress refers to as they are now, numbered in the order of reference."""
    mentions: dict[int, int] = {}
    for card, tag in mentioned(layout.without_zones(position)):
        if card in tags and tag in (UNTAGGED, tags[card]):
            mentions.setdefault(card, len(mentions))
    return mentions


def _by_place(
    layout: CardLayout[Any],
    position: CardPosition[Any],
    unseen: Collection[int],
    backs: Mapping[int, str],
    mentions: Mapping[int, int],
) -> list[int]:
    """Return all cards by their places, and sort the places that have no order by what is seen of the cards."""
    cards = position.cards

    def rank(card: int) -> tuple[object, ...]:
        return (
            card in unseen,
            layout.face(cards[card]),
            backs.get(card, ""),
            mentions.get(card, -1),
            cards[card].known,
        )

    order: list[int] = []
    for place in layout.places(position):
        if not place.zone.ordered:
            place.cards.sort(key=rank)
        order += place.cards
    elsewhere = set(range(len(cards))) - set(order)
    return [*order, *sorted(elsewhere, key=rank)]
