"""Scenarios as data, as written, with the places of their parts for error messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, cast

import msgspec
from typing_extensions import TypeVar

from engine.scenario.citations import Citation
from engine.scenario.items import Item
from engine.scenario.mistakes import TextPlace
from engine.scenario.situation import Situation

N = TypeVar("N", bound=Situation, default=Situation)
N_co = TypeVar("N_co", bound=Situation, covariant=True, default=Situation)
"""The situation that a game's expectations check. Covariant because a scenario is only played by its own game."""

I_co = TypeVar("I_co", bound=Item, covariant=True, default=Item)
"""A card in a list of a side, with the game's notes about it."""

Check = Callable[[N], str]
"""Returns "" if the expectation is true, otherwise the actual state."""


class AnswerLine(msgspec.Struct, frozen=True):
    """A line in which a player answers: "Ada plays Push"."""

    place: TextPlace
    seat: int
    words: str
    text: str


class ExpectationLine(msgspec.Struct, Generic[N_co], frozen=True):
    """A line with an expectation: "Then Guard is exhausted"."""

    place: TextPlace
    check: Check[N_co]
    text: str


class SideLayout(msgspec.Struct, Generic[I_co]):
    """The cards on a player's side, or in the middle. Parts not written have their defaults."""

    zones: dict[str, list[I_co]] = msgspec.field(default_factory=dict[str, list[I_co]])
    counters: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    places: dict[str, TextPlace] = msgspec.field(default_factory=dict[str, TextPlace])
    """The place of each line, by the word before its colon."""


D = TypeVar("D", bound=SideLayout, default=SideLayout)
D_co = TypeVar("D_co", bound=SideLayout, covariant=True, default=SideLayout)
"""A side of a game."""


class TablePosition(msgspec.Struct, Generic[D_co]):
    """The position in which a scenario begins. A game adds its own parts."""

    sides: list[D_co] = msgspec.field(default_factory=list[D_co])
    """By seat."""
    middle: SideLayout = msgspec.field(default_factory=SideLayout)
    """The zones that all players share."""
    turn: int | None = None

    def placed_cards(self) -> Iterator[tuple[int, str, Item]]:
        """Yield each written card: its seat (-1 in the middle), its zone, and the card."""
        for seat, side in ((-1, self.middle), *enumerate(self.sides)):
            for zone, items in side.zones.items():
                yield from ((seat, zone, item) for item in items)


T_co = TypeVar("T_co", bound=TablePosition, covariant=True, default=TablePosition)
"""The position of a game's scenario."""
C_co = TypeVar("C_co", covariant=True, default=object)
"""A game's printed card."""


class Scenario(msgspec.Struct, Generic[N_co, T_co, C_co]):
    """One scenario of a file. A game specifies the class of its position."""

    file: str = ""
    title: str = ""
    place: TextPlace = TextPlace(1, 1)
    names: tuple[str, ...] = ("Ada", "Bo")
    seed: str = "scenario"
    drawn: int = 0
    """The amount of randomness drawn from the seed at the beginning."""
    citations: tuple[Citation, ...] = ()
    """The sections and rulings that it declares to test."""
    steps: list[AnswerLine | ExpectationLine[N_co]] = msgspec.field(
        default_factory=list["AnswerLine | ExpectationLine[N_co]"]
    )
    cards: Mapping[str, C_co] = msgspec.field(default_factory=dict[str, C_co])
    """All cards that it can refer to, by title, except plain ones."""
    position: T_co = msgspec.field(default_factory=cast("Callable[[], T_co]", TablePosition))
