"""A scenario of Voidream as data, as written: its initial position and its own cards."""

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
    """One player's side. A zone that is not written down has its default."""

    mind: str = ""
    mind_count: int | None = None
    no_bastion: bool = False


class InForce(msgspec.Struct, frozen=True):
    """An ongoing effect that is in force: where it is printed, whom it concerns, until when."""

    place: TextPlace
    title: str
    card: str
    """A reference to the card that it comes from."""
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
    """An ability that has been used in the round: where it is printed, and whose it is."""

    place: TextPlace
    title: str
    card: str
    """A reference to its card."""
    seat: int
    side: str
    line: int


class HasHappened(msgspec.Struct, frozen=True):
    """An event of the round: its key, whom it calls "you", and references to the cards, "-" for none."""

    place: TextPlace
    seat: int
    key: str
    cards: tuple[str, ...]


class VoidreamTable(TablePosition[VoidreamSide]):
    """The position in which a scenario begins."""

    round: int = 1
    phase: str = "main"
    passed: tuple[int, ...] = ()
    faced: int = -1
    conflict: str = ""
    attacker: int = -1
    nightmare: bool = False
    numbers: int = 0
    """The number of cards on the table that have been numbered."""
    in_force: list[InForce] = msgspec.field(default_factory=list[InForce])
    used: list[UsedAbility] = msgspec.field(default_factory=list[UsedAbility])
    happened: list[HasHappened] = msgspec.field(default_factory=list[HasHappened])


class VoidreamScenario(Scenario[VoidreamSituation, VoidreamTable, Card]):
    """One scenario of Voidream."""

    decks: Mapping[str, DeckList] = msgspec.field(default_factory=dict[str, DeckList])
    """Decks that are checked against the rules of deck building (§8), by name."""
    position: VoidreamTable = msgspec.field(default_factory=VoidreamTable)
