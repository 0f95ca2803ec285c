"""The context while a line is read: the performer, the value of X, the owner of cards; and the words read so far."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec
from lark import Token

from cards.language.nodes import Comparison, Filter, Player
from cards.language.records import Node, Values

F = TypeVar("F", bound=Filter)


class Misread(Exception):
    """A word that the grammar allows, but that isn't possible in its context."""

    def __init__(self, token: Token, message: str, *expected: str) -> None:
        super().__init__(message)
        self.token = token
        self.expected = expected


class Explanation:
    """The definition of X at the end of an instruction."""

    def __init__(self, token: Token, measure: Node) -> None:
        """Store the definition: `token` is the words ", where X is"."""
        self.token = token
        self.measure = measure
        self.met = False
        """Whether an X has used the definition."""


class HowMany(msgspec.Struct, Generic[F], frozen=True):
    """A required number of cards of a kind."""

    filter: F
    comparison: Comparison = Comparison.OR_MORE
    n: int = 1
    none: bool = False


class Context(msgspec.Struct, frozen=True):
    """The context of a phrase, passed down from the phrases around it. So no node depends on later results."""

    performer: Player = Player.YOU
    """The player who performs an instruction without a subject, and whom "their" refers to if that isn't you."""
    x: Explanation | None = None
    """The definition of X, or None."""
    owner: Player | None = None
    """The owner of cards whose text names none; None if the text must name one."""
    going_on: Player | None = None
    """The player who performed the previous instruction of the sentence, if it named one."""
    performer_is_known: bool = True
    """Whether the surrounding phrases are known. False if the line couldn't be read to its end."""
    x_is_known: bool = True
    """Whether the definition of X, or its absence, is known."""


class ReadWording(msgspec.Struct, frozen=True):
    """A wording as written: the values of its slots, and its own words."""

    values: Values
    context: Context
    tokens: tuple[Token, ...]

    def refused(self, message: str, *expected: str, at: str = "") -> Misread:
        """Return the error that this isn't possible here: at the word `at`, or at the first word."""
        token = next((token for token in self.tokens if token.lower() == at), self.tokens[0])
        return Misread(token, message, *expected)
