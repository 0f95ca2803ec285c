"""A parsed record: its headers, its answers, and the result of replaying it."""

from __future__ import annotations

import msgspec

from cards.i18n import Message

HEADERS = ("Game", "Rules", "Date", "Player", "Deck", "Cards", "Commitment", "Seed", "Result", "Setup")
ONCE = frozenset({"Game", "Rules", "Date", "Commitment", "Seed", "Result"})
NEEDED = ("Game", "Rules", "Player", "Commitment", "Result", "Setup")
OPEN = "open"
"""The result of a match in progress."""


class RecordLine(msgspec.Struct, frozen=True):
    """An answer as written: its player, its words and its position in the file."""

    number: int
    player: str
    words: str
    column: int


class RecordText(msgspec.Struct, frozen=True):
    """A parsed record. `seed` is "" while it is secret, `date` if unknown.

    `decks` are the names of the decks by seat, if given, and `cards` their contents for people. `result` is "open" for
    a match in progress.
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
    """The result of replaying a record. `problem` describes the first contradiction, or is None."""

    answers: int
    result: str
    problem: Message | None = None

    @property
    def holds(self) -> bool:
        """Whether the commitment covers every shuffle, and every answer is legal."""
        return self.problem is None
