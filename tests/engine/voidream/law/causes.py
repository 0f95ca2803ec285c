"""Every event of Voidream has a cause that can be looked up."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from engine.voidream.law import cited
from engine.voidream.referee import Referee
from tests.engine.causes import Causes, watched


def watched_causes() -> AbstractContextManager[Causes]:
    """Observe every event emitted inside the block."""
    return watched(_is_known)


def _is_known(machine: Any, cause: str) -> bool:
    if cited(cause) is not None:
        return True
    if not isinstance(machine, Referee):
        return False
    titles = [state.title for state in machine.cards] + [state.mind_title for state in machine.seats]
    return cause in titles
