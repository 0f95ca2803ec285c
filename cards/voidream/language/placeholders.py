"""Words that get their meaning from what stands around them.

"Their" gets it from the subject, X from the "where X is" at the end. Until that has been read, the word itself (a Lark
token) stands in the data of `tree`, and `bind` and `fill` replace it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from lark import Token
from msgspec.structs import replace

from cards.voidream.language.tree import Amount, Node, Player

_T = TypeVar("_T")


class Misread(Exception):
    """A word that the grammar allows, but not here."""

    def __init__(self, token: Token, message: str, *expected: str) -> None:
        super().__init__(message)
        self.token = token
        self.expected = expected


class Explanation(NamedTuple):
    """The explanation of an X."""

    token: Token
    measure: Amount


def _rewrite(node: _T, change: Callable[[Token], object]) -> _T:
    """`node` with every waiting word in it replaced by what `change` makes of it."""
    if isinstance(node, Token):
        return cast(_T, change(node))
    if isinstance(node, tuple):
        return cast(_T, tuple(_rewrite(part, change) for part in cast("tuple[object, ...]", node)))
    if isinstance(node, Node):
        updates: dict[str, object] = {}
        for field in node.__struct_fields__:
            value = getattr(node, field)
            if (new := _rewrite(value, change)) is not value:
                updates[field] = new
        return replace(node, **updates) if updates else node
    return node


PERFORMER = cast(Player, Token("PERFORMER", ""))
"""Stands for the one who performs an instruction that names nobody: "you", unless it hangs on "your opponent may"."""


_UNSAID = "UNSAID"
_PLACES = {
    "discarded": ('"… in your discard pile"', '"… in your opponent\'s discard pile"'),
    "voided": ('"… in your Void"', '"… in any Void"'),
}
"""What says it, for each of the words that leave it out."""


def unsaid(word: Token) -> Player:
    """Stands for whose the cards of `word` are, as "discarded" alone does not say; the one who knows it replaces it."""
    return cast(Player, Token(_UNSAID, word.value, word.start_pos, column=word.column, end_pos=word.end_pos))


def is_unsaid(whose: Player | None) -> bool:
    """Whether it has still to be said whose they are."""
    return isinstance(whose, Token) and whose.type == _UNSAID


def bind(node: _T, performer: Player) -> _T:
    """`node` with its performer, and what is "their" or "your" to that performer, filled in."""

    def meaning(token: Token) -> object:
        if token.type in ("THEY", "THEIR") and performer is Player.YOU:
            raise Misread(token, f'"{token}" has nobody to refer to: the instruction is yours.', '"your"')
        if token.type == "YOUR" and performer is not Player.YOU:
            raise Misread(token, f'"{token}" is somebody else\'s here than whoever performs this.', '"their"')
        if token.type == _UNSAID:
            raise Misread(token, f'"{token}" does not say whose the cards are.', *_PLACES[token.lower()])
        return token if token.type == "X" else performer

    return _rewrite(node, meaning)


def fill(node: _T, where: Explanation | None) -> _T:
    """`node` with X replaced by what "where X is" says."""
    met: list[Token] = []

    def meaning(token: Token) -> object:
        if token.type != "X":
            return token
        met.append(token)
        if where is None:
            raise Misread(token, 'X is not explained: the instruction needs ", where X is …" at its end.')
        return where.measure

    filled = _rewrite(node, meaning)
    if where is not None and not met:
        raise Misread(where.token, "There is no X in this instruction that could be explained.")
    return filled
