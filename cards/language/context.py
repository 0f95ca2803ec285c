"""The context of reading a line: the performer, the value of X, the owner of cards; and the words read so far."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec
from lark import Token

from cards.language.nodes import Comparison, Filter, Player
from cards.language.records import Node, Values

F = TypeVar("F", bound=Filter)


class Misread(Exception):
    """A word that the grammar allows, but not here."""

    def __init__(self, token: Token, message: str, *expected: str) -> None:
        super().__init__(message)
        self.token = token
        self.expected = expected


class Explanation:
    """The meaning of X, from the end of an instruction."""

    def __init__(self, token: Token, measure: Node) -> None:
        """Know it from the words ", where X is" on."""
        self.token = token
        self.measure = measure
        self.met = False
        """Whether an X was there to be explained."""


class HowMany(msgspec.Struct, Generic[F], frozen=True):
    """A required number of cards of a sort."""

    filter: F
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1
    none: bool = False


class Context(msgspec.Struct, frozen=True):
    """The context of a phrase from further out. It is passed down, so no node ever waits for it."""

    performer: Player = Player.YOU
    """The player who performs an instruction that names nobody, and whom "their" means if it is not you."""
    x: Explanation | None = None
    """The meaning of X; None if it is undefined."""
    owner: Player | None = None
    """The owner of cards where a word does not say it; None if it must."""
    going_on: Player | None = None
    """The player who performed the instruction before this one in its sentence, if it named one."""
    performer_is_known: bool = True
    """Whether what stands around the phrase is known; not where the line could not be read to its end."""
    x_is_known: bool = True
    """Whether it is known what X is, or that nobody says it."""


class ReadWording(msgspec.Struct, frozen=True):
    """A wording as it was written: what its slots mean, and its own words."""

    values: Values
    context: Context
    tokens: tuple[Token, ...]

    def refused(self, message: str, *expected: str, at: str = "") -> Misread:
        """Return the mistake that this can't be said here: at the word `at`, or at the first one."""
        token = next((token for token in self.tokens if token.lower() == at), self.tokens[0])
        return Misread(token, message, *expected)
