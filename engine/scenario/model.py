"""A scenario as data, as it was written: places are kept so that whatever is wrong can be pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from engine.scenario.citations import Citation
from engine.scenario.mistakes import TextPlace
from engine.scenario.situation import Situation

N = TypeVar("N", bound=Situation)
"""What a game's expectations are held against."""

Check = Callable[[N], str]
"""Returns "" if what is expected holds, else what is the case instead."""


class Answering(msgspec.Struct, frozen=True):
    """A line of the script in which a player answers: "Ada plays Push"."""

    place: TextPlace
    seat: int
    words: str
    text: str


class Expecting(msgspec.Struct, Generic[N], frozen=True):
    """A line of the script that says what must be so now: "Then Guard is exhausted"."""

    place: TextPlace
    check: Check[N]
    text: str


class Scenario(msgspec.Struct, Generic[N]):
    """One scenario of a file. A game adds the position in which it begins."""

    file: str
    title: str
    place: TextPlace
    names: tuple[str, ...] = ("Ada", "Bo")
    seed: str = "scenario"
    drawn: int = 0
    """How much chance has been drawn from the seed when it begins."""
    citations: tuple[Citation, ...] = ()
    """The sections and rulings that it says it tests."""
    steps: list[Answering | Expecting[N]] = msgspec.field(default_factory=list["Answering | Expecting[N]"])
