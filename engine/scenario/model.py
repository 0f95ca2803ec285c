"""A scenario as data, as it was written: places are kept so that whatever is wrong can be pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic

import msgspec
from typing_extensions import TypeVar

from engine.scenario.citations import Citation
from engine.scenario.items import Item
from engine.scenario.mistakes import TextPlace
from engine.scenario.situation import Situation

N = TypeVar("N", bound=Situation, default=Situation)
N_co = TypeVar("N_co", bound=Situation, covariant=True, default=Situation)
"""What a game's expectations are held against. Covariant although checks take one: a scenario is played by its own game."""

Check = Callable[[N], str]
"""Returns "" if what is expected holds, else what is the case instead."""


class Answering(msgspec.Struct, frozen=True):
    """A line of the script in which a player answers: "Ada plays Push"."""

    place: TextPlace
    seat: int
    words: str
    text: str


class Expecting(msgspec.Struct, Generic[N_co], frozen=True):
    """A line of the script that says what must be so now: "Then Guard is exhausted"."""

    place: TextPlace
    check: Check[N_co]
    text: str


class Side(msgspec.Struct):
    """What lies on a player's side, or in the middle. What is not written down has its default."""

    zones: dict[str, list[Any]] = msgspec.field(default_factory=dict[str, list[Any]])
    counters: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    places: dict[str, TextPlace] = msgspec.field(default_factory=dict[str, TextPlace])
    """Where each line begins, by the word before its colon."""


class TablePosition(msgspec.Struct):
    """The position in which a scenario begins. A game adds what else it says."""

    sides: list[Any] = msgspec.field(default_factory=list[Any])
    """By seat."""
    middle: Side = msgspec.field(default_factory=Side)
    """The zones that all players share."""
    turn: int | None = None

    def lying(self) -> Iterator[tuple[int, str, Item]]:
        """Yield each card that is written down: its seat, -1 in the middle, its zone, and the card."""
        for seat, side in ((-1, self.middle), *enumerate(self.sides)):
            for zone, items in side.zones.items():
                yield from ((seat, zone, item) for item in items)


class Scenario(msgspec.Struct, Generic[N_co]):
    """One scenario of a file. A game says of which class its position is."""

    file: str = ""
    title: str = ""
    place: TextPlace = TextPlace(1, 1)
    names: tuple[str, ...] = ("Ada", "Bo")
    seed: str = "scenario"
    drawn: int = 0
    """How much chance has been drawn from the seed when it begins."""
    citations: tuple[Citation, ...] = ()
    """The sections and rulings that it says it tests."""
    steps: list[Answering | Expecting[N_co]] = msgspec.field(
        default_factory=list["Answering | Expecting[N_co]"]
    )
    cards: Mapping[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """All cards that it may speak of, by title, but for plain ones."""
    position: Any = msgspec.field(default_factory=TablePosition)
