"""The cards of Dreams of Dystopia as data, with the parsed text of their sides."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

import msgspec

from cards.dreams_of_dystopia.language.lines import Text
from cards.dreams_of_dystopia.language.words import Faction, Noun


class Kind(StrEnum):
    """The kind of a card, the same on both sides."""

    MASTER = "Master"
    MINION = "Minion"
    STARTING_MINION = "Starting Minion"
    WEAPON = "Weapon"
    CURSE = "Curse"
    DEED = "Heroic Deed"

    @property
    def noun(self) -> Noun | None:
        """The noun of such a card in texts; None for a Master, which isn't a card of a deck."""
        if self is Kind.MASTER:
            return None
        return Noun.MINION if self is Kind.STARTING_MINION else Noun(self.value)

    @property
    def has_sides(self) -> bool:
        """Whether such a card has a Divine and a Demonic side: all but Curses and Heroic Deeds (DD4)."""
        return self not in (Kind.CURSE, Kind.DEED)


class Side(msgspec.Struct, frozen=True):
    """One printed side of a card.

    Numbers that it doesn't have are 0. `skl` is the SKL of a Minion, or the SKL that a Weapon requires. `text` is the
    meaning of each printed line. `reminder` only repeats a rule for readers. `art` is the recipe of its picture.
    """

    title: str
    faction: Faction | None
    text: Text = ()
    lp: int = 0
    loyalty: int = 0
    atk: int = 0
    defence: int = 0
    skl: int = 0
    reminder: str = ""
    flavour: str = ""
    art: str = ""


class Card(msgspec.Struct, frozen=True):
    """A card: its Divine and its Demonic side, or its only side."""

    kind: Kind
    sides: tuple[Side, ...]

    def side(self, faction: Faction) -> Side:
        """Return the side of a faction, or the only side of a card without factions."""
        return next((side for side in self.sides if side.faction is faction), self.sides[0])


class CardSet(msgspec.Struct, frozen=True, dict=True):
    """All different cards, each once, in the order of the files."""

    cards: tuple[Card, ...]

    def of(self, kind: Kind) -> tuple[Card, ...]:
        """Return the cards of a kind."""
        return tuple(card for card in self.cards if card.kind is kind)

    @cached_property
    def by_title(self) -> dict[str, Card]:
        """The cards by the titles of their sides."""
        return {side.title: card for card, side in self.sides()}

    def sides(self) -> Iterator[tuple[Card, Side]]:
        """Yield every side, with its card."""
        for card in self.cards:
            for side in card.sides:
                yield card, side
