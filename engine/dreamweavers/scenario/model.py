"""A scenario of Dreamweavers as data, as it was written: the position in which it begins, and the cards that it brings along."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import Card, Cover
from engine.dreamweavers.position import MAIN
from engine.dreamweavers.scenario.items import Item
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.scenario.mistakes import TextPlace
from engine.scenario.model import Scenario


class SidePosition(msgspec.Struct):
    """One player's side. A zone that is not written down has its default."""

    notions: tuple[Notion, ...] = ()
    intent: Notion | None = None
    intent_used: bool = False
    """Whether the ability of the Intent has been used this turn."""
    zones: dict[str, list[Item]] = msgspec.field(default_factory=dict[str, list[Item]])
    places: dict[str, TextPlace] = msgspec.field(default_factory=dict[str, TextPlace])


class InForce(msgspec.Struct, frozen=True):
    """What a card has begun for this turn: whose text it is, and references to the cards that it was laid upon."""

    place: TextPlace
    title: str
    seat: int
    on: tuple[str, ...]


class TablePosition(msgspec.Struct):
    """The position in which a scenario begins."""

    sides: tuple[SidePosition, SidePosition] = msgspec.field(
        default_factory=lambda: (SidePosition(), SidePosition())
    )
    phase: str = MAIN
    turn: int = 0
    """Whose turn it is."""
    number: int = 1
    """The number of the turn."""
    first: int | None = None
    """The first player; None: the dice say it."""
    tracker: int = 0
    """Above 0 on the side of the first seat, below 0 on that of the other."""
    in_force: tuple[InForce, ...] = ()


class DreamweaversScenario(Scenario[DreamweaversSituation]):
    """One scenario of Dreamweavers."""

    cards: Mapping[str, Card] = msgspec.field(default_factory=dict[str, Card])
    """All cards that it may speak of, by title, but for plain ones."""
    covers: Mapping[Notion, Cover] = msgspec.field(default_factory=dict[Notion, Cover])
    """The covers of all notions that can be an Intent."""
    position: TablePosition = msgspec.field(default_factory=TablePosition)
