"""Whether every event has a cause that can be looked up: a rule, a ruling, or a card that plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from engine.kernel.endings import TIME
from engine.kernel.event import Fact
from engine.kernel.machine import Machine
from engine.voidream.law import cited
from engine.voidream.referee import Referee


class Causes:
    """Looks at every event as it is reported, counts the kinds, and keeps what has no right cause."""

    def __init__(self) -> None:
        self.kinds: Counter[type[Fact]] = Counter()
        self.wrong: dict[str, str] = {}

    def look(self, machine: Any, fact: Fact, cause: str) -> None:
        self.kinds[type(fact)] += 1
        is_card = isinstance(machine, Referee) and any(state.title == cause for state in machine.cards)
        is_mind = isinstance(machine, Referee) and any(state.mind_title == cause for state in machine.seats)
        is_clock = cause == TIME.key  # Clocks are the table's: the rulebook knows none.
        if not is_card and not is_mind and not is_clock and cited(cause) is None:
            self.wrong[fact.kind] = cause


@contextmanager
def watched_causes() -> Iterator[Causes]:
    """Look at every event that is reported meanwhile."""
    seen = Causes()
    tell = Machine.tell

    def watched(machine: Any, fact: Fact, cause: str = "", **rest: Any) -> None:
        seen.look(machine, fact, cause)
        tell(machine, fact, cause, **rest)

    with patch.object(Machine, "tell", watched):
        yield seen
