"""Decks: legal ones (rulebook §8), and the ready-made ones."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cards.language.errors import CardError, Problem, Where
from cards.voidream.card_ids import the_numbers
from cards.voidream.deck_schema import read_source
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, UnknownCard, the_set
from cards.voidream.model import Card, Kind

DREAM_KINDS = frozenset({Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT})
"""The kinds of cards in a Dream deck, except for the bastion (§8)."""

_ORDER = {kind: place for place, kind in enumerate(Kind)}


class DeckList(msgspec.Struct, frozen=True):
    """The content of a deck, finished or not. An unfinished deck may lack anything, and contain illegal cards.

    `arcana` is the whole hand, including the major arcanum. `dream` has each Dream card once per copy, without the
    bastion. `main` is the main faction as long as there is no bastion. `lost` has the titles in the stored deck that are
    no longer in the set, once per copy.
    """

    bastion: Card | None = None
    mind: Card | None = None
    arcana: tuple[Card, ...] = ()
    dream: tuple[Card, ...] = ()
    guest: Faction | None = None
    main: Faction | None = None
    lost: tuple[str, ...] = ()

    @property
    def faction(self) -> Faction | None:
        """The main faction: the bastion's, or the one chosen without a bastion; None if there is neither."""
        return self.bastion.faction if self.bastion else self.main

    def ordered(self) -> DeckList:
        """Return the same deck with its cards in reading order. Equal decks are then equal objects."""
        return replace(
            self,
            arcana=tuple(sorted(self.arcana, key=lambda card: (not card.major, -card.value, card.title))),
            dream=tuple(
                sorted(self.dream, key=lambda card: (_ORDER[card.kind], -card.value, card.title)),
            ),
            main=None if self.bastion else self.main,
            lost=tuple(sorted(self.lost)),
        )


class Deck(msgspec.Struct, frozen=True):
    """A player's deck, not necessarily legal (see `cards.voidream.deck_rules.violations`).

    `arcana` is the whole hand, including the major arcanum. `dream` has each Dream card once per copy, without the
    bastion.
    """

    name: str
    bastion: Card
    mind: Card
    arcana: tuple[Card, ...]
    dream: tuple[Card, ...]
    guest: Faction | None = None
    blurb: str = ""
    recommended: bool = False

    @property
    def faction(self) -> Faction:
        """The main faction, which is the bastion's."""
        return self.bastion.faction

    @property
    def list(self) -> DeckList:
        """The content of the deck."""
        return DeckList(self.bastion, self.mind, self.arcana, self.dream, self.guest)


# ------------------------------------------------------------------------------------------------ ready-made decks


def read_deck(path: Path | Traversable, library: Library) -> Deck:
    """Return the deck in a TOML file, legal or not, with cards of this library.

    Raises CardError if it can't be read.
    """
    source, guest = read_source(path)
    where = Where(path.name, line=0)
    unknown: list[Problem] = []
    for title in (source.bastion, source.mind, *source.arcana, *source.dream):
        try:
            library.find(title)
        except UnknownCard as error:
            is_former = title in the_numbers().by_title
            unknown.append(
                Problem(where, f'"{title}" is no longer in the set.' if is_former else str(error), title)
            )
    if unknown:
        raise CardError(unknown)
    return Deck(
        name=source.name,
        bastion=library.find(source.bastion),
        mind=library.find(source.mind),
        arcana=tuple(library.find(title) for title in source.arcana),
        dream=tuple(library.find(title) for title, copies in source.dream.items() for _ in range(copies)),
        guest=guest,
        blurb=source.blurb,
        recommended=source.recommended,
    )


@cache
def ready_made() -> tuple[Deck, ...]:
    """Return the ready-made decks: the recommended first deck, then the others by name."""
    folder = files("cards.voidream").joinpath("decks")
    decks = [read_deck(file, the_set()) for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(decks, key=lambda deck: (not deck.recommended, deck.name)))
