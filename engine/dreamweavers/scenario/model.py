"""A scenario of Dreamweavers as data: its initial position and its own cards."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import Card, Cover
from engine.dreamweavers.position import MAIN
from engine.dreamweavers.scenario.items import Item
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import Scenario, SideLayout, TablePosition


class DreamweaversSide(SideLayout[Item]):
    """One player's side."""

    notions: tuple[Notion, ...] = ()
    intent: Notion | None = None
    intent_used: bool = False
    """Whether the ability of the Intent has been used this turn."""

    @property
    def all_notions(self) -> list[Notion]:
        """The drafted notions, and the Intent's."""
        return [*self.notions, *([self.intent] if self.intent is not None else [])]


class InForce(msgspec.Struct, frozen=True):
    """An effect of a card for this turn: the owner of its text, and references to the affected cards."""

    place: TextPlace
    title: str
    seat: int
    on: tuple[str, ...]


class DreamweaversTable(TablePosition[DreamweaversSide]):
    """The initial position of a scenario."""

    phase: str = MAIN
    number: int = 1
    """The number of the turn."""
    first: int | None = None
    """The first player; None if decided by dice."""
    tracker: int = 0
    """Positive on the first seat's side, negative on the other."""
    in_force: list[InForce] = msgspec.field(default_factory=list[InForce])

    @property
    def active(self) -> int:
        """The active player."""
        return self.turn or 0


class DreamweaversScenario(Scenario[DreamweaversSituation, DreamweaversTable, Card]):
    """One scenario of Dreamweavers."""

    covers: Mapping[Notion, Cover] = msgspec.field(default_factory=dict[Notion, Cover])
    """The covers of all notions that a player can have as the Intent."""
    position: DreamweaversTable = msgspec.field(default_factory=DreamweaversTable)
