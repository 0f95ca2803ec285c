"""Parts of a parser's trees, their words and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from cards.language.context import Misread
from cards.language.records import Node

HIGHEST_NUMBER = 1000
"""The highest number in a card text. No game needs a higher one."""

Part = Token | Tree[Token]
Parts = list[Part]
Sentence = tuple[Node, ...]
Effect = tuple[Sentence, ...]


def trees(parts: Parts) -> list[Tree[Token]]:
    """Return the parts that are rules."""
    return [part for part in parts if isinstance(part, Tree)]


def tokens(parts: Parts) -> Iterator[Token]:
    """Return the parts that are words."""
    return (part for part in parts if isinstance(part, Token))


def first(part: Part) -> Token:
    """Return the first word of a part of a tree."""
    while isinstance(part, Tree):
        part = part.children[0]
    return part


def last(part: Part) -> Token:
    """Return the last word of a part of a tree."""
    while isinstance(part, Tree):
        part = part.children[-1]
    return part


def words_of_parts(parts: Parts) -> str:
    """Return the words of the parts, in lowercase."""
    return " ".join(" ".join(str(part).lower().split()) for part in parts)


def number(token: Token) -> int:
    """Return the number in a token. Raises Misread above `HIGHEST_NUMBER`."""
    if len(token) > 5 or abs(int(token)) > HIGHEST_NUMBER:
        raise Misread(token, f"{token} is too much: numbers end at {HIGHEST_NUMBER}.")
    return int(token)


def bound_of(n: Token, more: int) -> int:
    """Return the bound for "more than" or "fewer than" a number: the number plus `more`. Raises Misread if impossible."""
    bound = number(n) + more
    if not 0 <= bound <= HIGHEST_NUMBER:
        raise Misread(n, f"Numbers are counted from 0 to {HIGHEST_NUMBER}: this is never so.")
    return bound


def sentence_of(value: Sentence | Node) -> Sentence:
    """Return the instructions of a sentence, which may be a single one."""
    return value if isinstance(value, tuple) else (value,)
