"""Resources of a loop, and the best possible result of a number of instructions (§6, §7)."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain

import msgspec

from cards.voidream.language import tree
from cards.voidream.language.tree import Noun, Player, TriggerType, Zone
from cards.voidream.model import Card, Kind

ANY_CARD = "any card"
"""The key for the number of cards that a step readies, of any title."""

IN_DECK = "in the deck: "
"""The key prefix for a card in the deck."""

ANY_THOUGHT = f"{IN_DECK}any thought"
"""The key for the number of thoughts that a step puts into the deck, of any title."""

MANY = 9
"""A number that is larger than anyone could use."""


class Resource(StrEnum):
    """A resource that runs out unless it is returned."""

    ENTITIES = "ready entities"
    MEMORIES = "ready memories"
    CONSTRUCTS = "ready constructs"
    MIND = "mind"
    HAND = "arcana in hand"
    ARCANA = "arcana outside the Void"
    DECK = "Dream cards in the deck"
    TOP = "what lies on top of the deck making room for what is beneath"
    TABLE = "cards in play"
    CHARGES = "charges"
    DISCARD = "Dream cards in the discard pile"


Spent = Resource | str
"""A resource, or a certain card by title: ready, or for a thought in the deck."""

_READY = {Kind.ENTITY: Resource.ENTITIES, Kind.MEMORY: Resource.MEMORIES}
"""The resource of a ready card, by kind; constructs for all others."""

_NOUNS = {
    Noun.ENTITY: (Resource.ENTITIES,),
    Noun.MEMORY: (Resource.MEMORIES,),
    Noun.ATTACHMENT: (Resource.MEMORIES,),
    Noun.CONSTRUCT: (Resource.CONSTRUCTS,),
}

Cause = tuple[TriggerType, Player | None, Noun | None]
"""An event with its player and kind of card; None: unknown, or irrelevant."""


class ResourceBalance(msgspec.Struct):
    """The result of some instructions."""

    change: dict[Spent, int] = msgspec.field(default_factory=dict[Spent, int])
    causes: set[Cause] = msgspec.field(default_factory=set[Cause])
    moved: int = 1
    """The maximum number of cards moved between the player's own zones."""

    def add(self, resource: Spent, number: int) -> None:
        """Add an amount of a resource, which may be negative."""
        self.change[resource] = max(-MANY, min(MANY, self.change.get(resource, 0) + number))

    def ready(self, card: Card, selection: tree.Selection) -> None:
        """Add the maximum gain of readying these cards."""
        size = size_of(selection)
        if isinstance(selection, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), 1)
            self.add(card.title, 1)
            return
        described = filter_of(selection) if not isinstance(selection, tree.Host) else _host(card)
        nouns = (Noun.CARD,) if described is None else (described.noun, described.or_noun or described.noun)
        for kind in {kind for noun in nouns for kind in _NOUNS.get(noun, tuple(READIED))}:
            self.add(kind, size)
        self.add(ANY_CARD, size)
        if not isinstance(selection, tree.Host):
            self.add(card.title, size)

    def exhaust(self, card: Card, selection: tree.Selection) -> None:
        """Add the minimum cost of exhausting these cards."""
        if isinstance(selection, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), -1)
            self.add(card.title, -1)
            return
        described = filter_of(selection) if not isinstance(selection, tree.Host) else _host(card)
        if (
            described is not None
            and described.or_noun is None
            and described.whose in (Player.YOU, Player.EACH)
        ):
            kinds = _NOUNS.get(described.noun, ())
            if len(kinds) == 1:
                self.add(kinds[0], -fewest(selection))


READIED = (Resource.ENTITIES, Resource.MEMORIES, Resource.CONSTRUCTS)


# ---------------------------------------------------------------------------------------------------------- how many


def least(amount: tree.Amount) -> int:
    """Return the minimum of an amount."""
    return amount.n if isinstance(amount, tree.Number) else 0


def most(amount: tree.Amount) -> int:
    """Return the maximum of an amount."""
    return amount.n if isinstance(amount, tree.Number) else MANY


def fewest(selection: tree.Selection) -> int:
    """Return the minimum number of cards taken."""
    match selection:
        case tree.Chosen() | tree.OfThem():
            return selection.at_least
        case tree.TopOf(amount, _):
            return least(amount)
        case tree.All() | tree.Others():
            return 0
        case _:
            return 1


def size_of(selection: tree.Selection) -> int:
    """Return the maximum number of cards taken."""
    match selection:
        case tree.Chosen() | tree.OfThem():
            return MANY if selection.at_most is None else selection.at_most
        case tree.TopOf(amount, _):
            return most(amount)
        case tree.All() | tree.It() | tree.Others():
            return MANY
        case _:
            return 1


def filter_of(selection: tree.Selection) -> tree.Filter | None:
    """Return the filter of a selection; None if it has none."""
    return selection.filter if isinstance(selection, tree.Chosen | tree.All) else None


def _host(card: Card) -> tree.Filter | None:
    """Return the filter for a card's host, according to its text."""
    for ability in card.text:
        if isinstance(ability, tree.Line):
            for instruction in chain.from_iterable(ability.effect):
                if isinstance(instruction, tree.Attach) and isinstance(instruction.what, tree.This):
                    return filter_of(instruction.to)
    return None


def place_of(selection: tree.Selection) -> Resource | None:
    """Return the zone that the cards come from; None if it is unknown, or needn't be the player's own."""
    match selection:
        case tree.TopOf() | tree.BottomOf():
            return Resource.DECK if selection.whose in (Player.YOU, Player.EACH) else None
        case tree.This() | tree.Host():
            return Resource.TABLE
        case tree.It() | tree.OfThem() | tree.Others():
            return None
        case _:
            pass
    described = selection.filter
    if described.zone is Zone.HAND:
        return Resource.HAND
    if described.zone is Zone.DISCARD:
        return None if described.noun is Noun.ARCANUM else Resource.DISCARD
    if described.zone is Zone.VOID:
        return None
    if described.noun is Noun.ARCANUM:
        return Resource.HAND
    if described.whose in (None, Player.OPPONENT) and described.attached_to is None:
        return None
    return Resource.CHARGES if described.noun is Noun.CHARGE else Resource.TABLE
