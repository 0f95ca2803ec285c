"""Card numbers: numbers in a position, or in knowledge, must not reveal a card's identity."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, cast

import msgspec

from engine.kernel.card_ids import UNTAGGED, mentioned, renumber
from engine.kernel.cards.state import CardPosition, CardState
from engine.kernel.cards.zones import CardLayout, P, SeenBy
from engine.kernel.position import Frame

_ENCODER = msgspec.msgpack.Encoder()

LOST = -2
"""Replaces a card that these seats can no longer track, because it moved where they can't follow it."""


class _Tagged(Protocol):
    tag: int


def number(position: CardPosition[Frame], order: Sequence[int]) -> None:
    """Renumber all cards by their place in `order`."""
    new = {card: index for index, card in enumerate(order)}
    position.cards = [position.cards[card] for card in order]
    renumber(position, lambda card, tag: (new.get(card, card), tag))


def number_by_place(
    layout: CardLayout[P], position: P, hidden: Collection[int], backs: Mapping[int, str]
) -> tuple[dict[int, int], list[list[int]]]:
    """Number all cards by place, as seats could that don't know the `hidden` ones.

    Return the new numbers and, for each ordered closed zone, its loose cards (`_take_loose`). `backs` are the visible
    backs of hidden cards. A card in a closed zone loses its tag, which would reveal when it arrived. A reference to a
    hidden card in an earlier place becomes `LOST`.
    """
    cards, unseen = position.cards, set(hidden)
    tagged = cast("Sequence[_Tagged]", cards)
    tags = {card: tagged[card].tag for card in _closed(layout, position)} if layout.has_tags else {}
    mentions = _mentions(layout, position, {card: tags.get(card, UNTAGGED) for card in unseen})
    loose = [_take_loose(cards, place.cards) for place in layout.closed(position)]

    def rank(card: int) -> tuple[object, ...]:
        state = cards[card]
        face = layout.face(state)
        return card in unseen, state.owner, face, backs.get(card, ""), mentions.get(card, -1), state.known

    order: list[int] = []
    for place in layout.places(position):
        if not place.zone.ordered:
            place.cards.sort(key=rank)
        order += [card for card in place.cards if card >= 0]
    for pile in loose:
        order += sorted(pile, key=rank)
    elsewhere = set(range(len(cards))) - set(order)
    order += sorted(elsewhere, key=lambda card: (rank(card), _ENCODER.encode(cards[card])))
    new = {card: index for index, card in enumerate(order)}
    for card in tags:
        tagged[card].tag = 0
    position.cards = [cards[card] for card in order]

    def numbered(card: int, tag: int) -> tuple[int, int]:
        if card not in tags:
            return new.get(card, card), tag
        if tag in (UNTAGGED, tags[card]):
            return new[card], 0
        return (LOST, tag) if card in unseen else (new[card], tag or LOST)

    renumber(position, numbered if tags else lambda card, tag: (new.get(card, card), tag))
    return new, [sorted(new[card] for card in pile) for pile in loose]


def _closed(layout: CardLayout[P], position: P) -> list[int]:
    """Return the cards in zones that aren't public."""
    closed = (place for place in layout.places(position) if place.zone.seen_by is not SeenBy.EVERYBODY)
    return [card for place in closed for card in place.cards]


def _take_loose(cards: Sequence[CardState], pile: list[int]) -> list[int]:
    """Remove and return the cards of a closed zone whose places no one knows.

    Their places become -1. A procedure in progress may refer to one of them in its earlier place, so its number must
    not reveal its new place.
    """
    loose = [card for card in pile if not cards[card].known]
    if loose:
        pile[:] = [card if cards[card].known else -1 for card in pile]
    return loose


def _mentions(layout: CardLayout[P], position: P, tags: Mapping[int, int]) -> dict[int, int]:
    """Return the hidden cards that procedures in progress refer to, numbered in order of reference."""
    mentions: dict[int, int] = {}
    for card, tag in mentioned(layout.without_zones(position)):
        if card in tags and tag in (UNTAGGED, tags[card]):
            mentions.setdefault(card, len(mentions))
    return mentions
