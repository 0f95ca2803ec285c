"""A living worker, where workers can see each other."""

from __future__ import annotations

from typing import Protocol


class Presence(Protocol):
    """The sign of a living worker."""

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        ...

    def leave(self) -> None:
        """Take the sign away."""
        ...
