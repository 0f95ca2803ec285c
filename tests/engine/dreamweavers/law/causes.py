"""Every event of Dreamweavers has a cause that can be looked up."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from engine.dreamweavers.law import cited
from engine.dreamweavers.referee import Referee
from engine.kernel.endings import EVERYWHERE
from tests.engine.causes import Causes, watched


def watched_causes() -> AbstractContextManager[Causes]:
    """Observe every event emitted inside the block."""
    return watched(_is_known)


def _is_known(machine: Any, cause: str) -> bool:
    if cited(cause) is not None or cause in EVERYWHERE:
        return True
    return isinstance(machine, Referee) and cause in machine.pool.texts
