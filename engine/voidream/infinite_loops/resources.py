"""Resources of a loop, and the best result of a number of instructions (§6, §7)."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain

import msgspec

from cards.voidream.language import tree
from cards.voidream.language.tree import Noun, Player, TriggerType, Zone
from cards.voidream.model import Card, Kind

ANY_CARD = "any card"
"""Under this stands how many cards a step readies, whichever they are."""

IN_DECK = "in the deck: "
"""The prefix of a card's title: that it is in play."""

ANY_THOUGHT = f"{IN_DECK}any thought"
"""The key for the number of thoughts a step puts there, of any kind."""

MANY = 9
"""More than anyone could use of a thing without a number."""


class Resource(StrEnum):
    """A resource: it runs out, unless something gives it back."""

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
"""A resource, or the title of a card that must be ready itself; a thought's in the deck."""

_READY = {Kind.ENTITY: Resource.ENTITIES, Kind.MEMORY: Resource.MEMORIES}
"""The resource of a ready card; of any other kind, constructs."""

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
    """The maximum number of cards moved between one's own zones."""

    def add(self, resource: Spent, number: int) -> None:
        """Add an amount of a resource; take it, if that is negative."""
        self.change[resource] = max(-MANY, min(MANY, self.change.get(resource, 0) + number))

    def ready(self, card: Card, what: tree.Selection) -> None:
        """Return the most that readying these cards gives."""
        size = size_of(what)
        if isinstance(what, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), 1)
            self.add(card.title, 1)
            return
        wanted = filter_of(what) if not isinstance(what, tree.Host) else _host(card)
        nouns = (Noun.CARD,) if wanted is None else (wanted.noun, wanted.or_noun or wanted.noun)
        for kind in {kind for noun in nouns for kind in _NOUNS.get(noun, tuple(READIED))}:
            self.add(kind, size)
        self.add(ANY_CARD, size)
        if not isinstance(what, tree.Host):
            self.add(card.title, size)

    def exhaust(self, card: Card, what: tree.Selection) -> None:
        """Return the least that exhausting these cards takes."""
        if isinstance(what, tree.This):
            self.add(_READY.get(card.kind, Resource.CONSTRUCTS), -1)
            self.add(card.title, -1)
            return
        wanted = filter_of(what) if not isinstance(what, tree.Host) else _host(card)
        if wanted is not None and wanted.or_noun is None and wanted.whose in (Player.YOU, Player.EACH):
            kinds = _NOUNS.get(wanted.noun, ())
            if len(kinds) == 1:
                self.add(kinds[0], -fewest(what))


READIED = (Resource.ENTITIES, Resource.MEMORIES, Resource.CONSTRUCTS)


# ---------------------------------------------------------------------------------------------------------- how many


def least(amount: tree.Amount) -> int:
    """Return the minimum of an amount."""
    return amount.n if isinstance(amount, tree.Number) else 0


def most(amount: tree.Amount) -> int:
    """Return the maximum of an amount."""
    return amount.n if isinstance(amount, tree.Number) else MANY


def fewest(what: tree.Selection) -> int:
    """Return the minimum number of cards taken."""
    match what:
        case tree.Chosen() | tree.OfThem():
            return what.at_least
        case tree.TopOf(amount, _):
            return least(amount)
        case tree.All() | tree.Others():
            return 0
        case _:
            return 1


def size_of(what: tree.Selection) -> int:
    """Return the maximum number of cards taken."""
    match what:
        case tree.Chosen() | tree.OfThem():
            return MANY if what.at_most is None else what.at_most
        case tree.TopOf(amount, _):
            return most(amount)
        case tree.All() | tree.It() | tree.Others():
            return MANY
        case _:
            return 1


def filter_of(what: tree.Selection) -> tree.Filter | None:
    """Return which cards can be chosen; None where that is not said."""
    return what.filter if isinstance(what, tree.Chosen | tree.All) else None


def _host(card: Card) -> tree.Filter | None:
    """To what a card is attached, if its text says so."""
    for ability in card.text:
        if isinstance(ability, tree.Line):
            for instruction in chain.from_iterable(ability.effect):
                if isinstance(instruction, tree.Attach) and isinstance(instruction.what, tree.This):
                    return filter_of(instruction.to)
    return None


def place_of(what: tree.Selection) -> Resource | None:
    """Return the zone it is taken from; None if that is unknown, or nothing of one's own need be taken."""
    match what:
        case tree.TopOf() | tree.BottomOf():
            return Resource.DECK if what.whose in (Player.YOU, Player.EACH) else None
        case tree.This() | tree.Host():
            return Resource.TABLE
        case tree.It() | tree.OfThem() | tree.Others():
            return None
        case _:
            pass
    wanted = what.filter
    if wanted.zone is Zone.HAND:
        return Resource.HAND
    if wanted.zone is Zone.DISCARD:
        return None if wanted.noun is Noun.ARCANUM else Resource.DISCARD
    if wanted.zone is Zone.VOID:
        return None
    if wanted.noun is Noun.ARCANUM:
        return Resource.HAND
    if wanted.whose in (None, Player.OPPONENT) and wanted.attached_to is None:
        return None
    return Resource.CHARGES if wanted.noun is Noun.CHARGE else Resource.TABLE
