"""A living worker, where workers can see each other."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Presence(Protocol):
    """The sign of a living worker."""

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        ...

    def ended(self) -> Collection[str]:
        """Return the workers that are known to have ended, each once. Others may have ended, too."""
        ...

    def leave(self) -> None:
        """Take the sign away."""
        ...
