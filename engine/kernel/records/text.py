"""A parsed record: its headers, its answers, and the result of replaying it."""

from __future__ import annotations

import msgspec

from cards.i18n import Message

HEADERS = ("Game", "Rules", "Date", "Player", "Deck", "Cards", "Commitment", "Seed", "Result", "Setup")
ONCE = frozenset({"Game", "Rules", "Date", "Commitment", "Seed", "Result"})
NEEDED = ("Game", "Rules", "Player", "Commitment", "Result", "Setup")
OPEN = "open"
"""The result of a match that goes on."""


class RecordLine(msgspec.Struct, frozen=True):
    """An answer as it was written: who gave it, in which words, and where it stands in the file."""

    number: int
    player: str
    words: str
    column: int


class RecordText(msgspec.Struct, frozen=True):
    """A record as it was read. `seed` is "" as long as it is secret, `date` if nobody said it.

    `decks` are their names, by seat, if they are told, and `cards` what is said to be in them. `result` is "open" for a match that goes on.
    """

    file: str
    game: str
    rules: str
    date: str
    players: tuple[str, ...]
    decks: tuple[str, ...]
    cards: tuple[str, ...]
    commitment: str
    seed: str
    result: str
    setup: bytes
    answers: tuple[RecordLine, ...]


class Verdict(msgspec.Struct, frozen=True):
    """The result of replaying a record. `problem` is None if all is as promised, else names the place that is not."""

    answers: int
    result: str
    problem: Message | None = None

    @property
    def holds(self) -> bool:
        """Whether every shuffle was the promised one, and every answer legal."""
        return self.problem is None
