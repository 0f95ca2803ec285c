"""What a game must offer to be played in a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.kernel.event import Seen
from engine.kernel.machine import Machine


class Game(Protocol):
    """The rules of a game, without any state of a match.

    `setup` is what a match was begun with, as bytes that only the game reads: decks with the texts of their cards,
    so that a later change of the card set never alters a running match.
    """

    @property
    def name(self) -> str:
        """The game's name, as stored with its matches."""
        ...

    @property
    def version(self) -> str:
        """The version of the rules, as stored in records."""
        ...

    def setup(self, decks: Sequence[Any]) -> bytes:
        """Return what is to be kept of the decks. Raises ValueError for decks that can't be played."""
        ...

    def begin(self, setup: bytes, seed: str) -> Machine[Any]:
        """Return a machine at the very beginning of a match; nothing has run yet."""
        ...

    def resume(self, setup: bytes, position: bytes) -> Machine[Any]:
        """Return a machine at a saved position. Raises UnreadableMatch."""
        ...

    def pack(self, machine: Machine[Any]) -> bytes:
        """Return the machine's position as bytes for `resume`."""
        ...

    def view(self, machine: Machine[Any], seat: int | None) -> Any:
        """Return what the seat (None: a spectator) may know, built from nothing."""
        ...

    def words(self, event: Seen, names: Sequence[str]) -> str:
        """Return a sentence for an event as one audience saw it ("" for what needs no words)."""
        ...

    def why_not(self, machine: Machine[Any], seat: int, wish: str) -> tuple[str, str] | None:
        """Explain why the seat can't do `wish` now: (sentence, rule), or None when it can or the wish is unknown.

        `wish` is an option key of an action question, such as "play Cunning Plan".
        """
        ...
