"""A scenario of Voidream as data: its initial position and its own cards."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.voidream.decks import DeckList
from cards.voidream.model import Card
from engine.scenario.mistakes import Mistake, TextPlace
from engine.scenario.model import Scenario, SideLayout, TablePosition
from engine.voidream.scenario.items import Item
from engine.voidream.scenario.situation import VoidreamSituation


class VoidreamSide(SideLayout[Item]):
    """One player's side. Zones that aren't given have their defaults."""

    mind: str = ""
    mind_count: int | None = None
    no_bastion: bool = False


class InForce(msgspec.Struct, frozen=True):
    """An ongoing effect in force: its place in print, the affected cards or player, and its duration."""

    place: TextPlace
    title: str
    card: str
    """A reference to its source card."""
    seat: int
    side: str
    line: int
    instruction: int
    on: tuple[str, ...] | None
    amount: int
    until: str
    stamp: int

    def mistake(self, message: str) -> Mistake:
        """Return a mistake at the place of this line."""
        return Mistake(self.place.column, message, line=self.place.line)


class UsedAbility(msgspec.Struct, frozen=True):
    """An ability used this round: its place in print, and its controller."""

    place: TextPlace
    title: str
    card: str
    """A reference to its card."""
    seat: int
    side: str
    line: int


class HasHappened(msgspec.Struct, frozen=True):
    """An event of the round: its key, the player who is "you" in it, and references to its cards, "-" for none."""

    place: TextPlace
    seat: int
    key: str
    cards: tuple[str, ...]


class VoidreamTable(TablePosition[VoidreamSide]):
    """The initial position of a scenario."""

    round: int = 1
    phase: str = "main"
    passed: tuple[int, ...] = ()
    faced: int = -1
    conflict: str = ""
    attacker: int = -1
    nightmare: bool = False
    numbers: int = 0
    """The number of cards on the table that have a number."""
    in_force: list[InForce] = msgspec.field(default_factory=list[InForce])
    used: list[UsedAbility] = msgspec.field(default_factory=list[UsedAbility])
    happened: list[HasHappened] = msgspec.field(default_factory=list[HasHappened])


class VoidreamScenario(Scenario[VoidreamSituation, VoidreamTable, Card]):
    """One scenario of Voidream."""

    decks: Mapping[str, DeckList] = msgspec.field(default_factory=dict[str, DeckList])
    """Decks that are checked against the rules of deck building (§8), by name."""
    position: VoidreamTable = msgspec.field(default_factory=VoidreamTable)
