"""Every event has a cause that can be looked up: a rule, a ruling, or a card of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

from engine.kernel.endings import TIME
from engine.kernel.events.event import Fact
from engine.kernel.machine import Machine


class Causes:
    """Observes every emitted event, counts the kinds, and records events without a valid cause.

    `is_known` returns for (machine, cause) whether a game can look it up.
    """

    def __init__(self, is_known: Callable[[Any, str], bool]) -> None:
        self.is_known = is_known
        self.kinds: Counter[type[Fact]] = Counter()
        self.wrong: dict[str, str] = {}

    def look(self, machine: Any, fact: Fact, cause: str) -> None:
        self.kinds[type(fact)] += 1
        is_clock = cause == TIME.key  # Clocks belong to the bot: the rulebook has none.
        if not is_clock and not self.is_known(machine, cause):
            self.wrong[fact.kind] = cause


@contextmanager
def watched(is_known: Callable[[Any, str], bool]) -> Generator[Causes]:
    """Observe every event emitted inside the block."""
    seen = Causes(is_known)
    emit = cast("Any", Machine).emit

    def watching(machine: Any, fact: Fact, cause: str = "", **rest: Any) -> None:
        seen.look(machine, fact, cause)
        emit(machine, fact, cause, **rest)

    with patch.object(Machine, "emit", watching):
        yield seen
