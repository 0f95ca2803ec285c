"""What a game can offer to those who make it, on the command line. All of it is optional: no match needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image

    from engine.kernel.event import Event, Fact
    from engine.scenario.coverage import Coverage
    from engine.scenario.model import Scenario
    from engine.scenario.playing import Failure

T = TypeVar("T")
Part = Callable[[], T]
"""A part of a game that is imported when it is asked for, so that the bot starts without it."""


class CannotUse(Exception):
    """Files of a game that can't be used; `str(error)` says everything that is wrong with them, a line each."""


class CardFiles(msgspec.Struct, frozen=True):
    """The files in which the cards of a game are written."""

    count: Callable[[], int]
    """How many come with the game."""
    check: Callable[[Sequence[Path]], Sequence[object]]
    """Every mistake in these files, in reading order; in those that come with the game if none are given."""
    loops: Callable[[Sequence[Path], int], tuple[int, Iterator[str]]]
    """Among how many cards, those of the game and of these files, loops were looked for, and each that was found.

    A loop is cards that go round for ever at no price; it consists of at most so many abilities. Raises CannotUse.
    """


Begin = Callable[[int], Callable[[object], None]]
"""Told how many pictures will be drawn; returns what is called after each."""


class Gallery(msgspec.Struct, frozen=True):
    """Pictures of a game on sheets, for looking through them."""

    cards: Callable[[Sequence[Path], Begin], Image]
    """All cards of the game, or those of the given card files. Raises CannotUse."""
    sheets: Mapping[str, Callable[[Begin], Image]]
    """Other sheets, by the names by which they are asked for."""
    portal: Mapping[str, Callable[[], Image]]
    """What the bot shows of itself, by the names of the files: an avatar, a banner."""


class Scenarios(msgspec.Struct, frozen=True):
    """Scenarios of a game: positions, answers and what must be so, as text (docs/scenarios.md)."""

    rulebook: Path
    """The folder in a checkout where the scenarios lie that test the game's rulebook."""
    read: Callable[[str, str], Sequence[Scenario[Any]]]
    """The scenarios in a text from a file of that name. Raises `engine.kernel.diagnostics.Unreadable`."""
    play: Callable[[Any], list[Failure]]
    """What of a scenario does not hold, in order."""
    coverage: Callable[[Sequence[Scenario[Any]]], Coverage]
    """Which rules scenarios test."""


class Watch(Protocol):
    """Watches one match as it is played, and says what only the game can tell of it."""

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        ...

    @property
    def first(self) -> int | None:
        """The seat that acted first; None if that means nothing."""
        ...

    def played(self) -> Sequence[tuple[int, str]]:
        """Return the cards that were played, each once, with the seat that played it."""
        ...


class Targets(msgspec.Struct, frozen=True):
    """What balance means in a game. Numbers that are called shares are percents; bounds belong to what they bound."""

    wins: tuple[float, float]
    """Between these, the share of matches that each deck wins against all the others."""
    least_of_an_ending: float
    """The least share of matches that end in each of the ways in which the rules end one."""
    medians: Mapping[str, tuple[int, int]]
    """Between which numbers the median of a figure (see `Balance.figures`) lies."""
    most: Mapping[str, int]
    """How large a figure may be in any match."""
    answers: int
    """So many answers are too many for a match: what makes one so long hardly ends."""


class Balance(msgspec.Struct, frozen=True):
    """What simulated matches of a game are measured by, besides who wins, how they end and how long they take."""

    figures: Mapping[str, type[Fact]] = msgspec.field(default_factory=dict[str, "type[Fact]"])
    """What is counted in each match, by what it is called: how often such a fact is told."""
    watch: Callable[[], Watch] | None = None
    """Makes what watches a match; None where there is nothing more to say of it."""
    cards: Callable[[Any], Sequence[tuple[str, str]]] = lambda deck: ()
    """The titles of the cards that can be played from a deck, each with its kind."""
    targets: Targets | None = None
