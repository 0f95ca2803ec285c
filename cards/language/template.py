"""Templates of wordings: words in their base form, `{slots}`, what may be left out, and what can be said otherwise.

`exhaust {what:cards}`; `[…]` may be left out, `[flag=…]` says the field `flag`, `[?what=…]` belongs to several cards;
`(return|put)` is read in either way and printed in the first; `for_each` is one word for the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec


class Slot(msgspec.Struct, frozen=True):
    """A place for another phrase: the field of the node that it fills, and what can be there."""

    name: str
    kind: str
    arg: str = ""
    """Something that the printer wants to know: in Spanish the thing owned, with its article."""


class Optional(msgspec.Struct, frozen=True):
    """Words that may be left out."""

    parts: tuple[Part, ...]
    flag: str = ""
    """The field of the node that is true where they are said."""
    several: str = ""
    """The field of the node that holds several cards where they are said."""


class Either(msgspec.Struct, frozen=True):
    """Words of which any can be said; the first are printed."""

    ways: tuple[tuple[Part, ...], ...]


Part = str | Slot | Optional | Either
Row = tuple[str | Slot, ...]

_PIECE = re.compile(r"\{[^{}]*\}|\[(?:\??\w+=)?|\(A\)|\(!\)|[\](|)]|[^\s\[\](){}|]+")
_SPACED = re.compile(r"\{[^{}]*\}|\[(?:\??\w+=)?|\]|[^\[\]{}]+")


def parse(template: str, kinds: dict[str, str] | None = None) -> tuple[Part, ...]:
    """The parts of a template. `kinds` says what stands in a slot that does not say it itself.

    Raises ValueError if brackets don't match.
    """
    pieces = _PIECE.findall(template)
    parts, end = _until("", pieces, 0, kinds or {})
    if end != len(pieces):
        raise ValueError(f"brackets do not match in {template!r}")
    return parts


def _until(closing: str, pieces: list[str], i: int, kinds: dict[str, str]) -> tuple[tuple[Part, ...], int]:
    parts: list[Part] = []
    ways: list[tuple[Part, ...]] = []
    while i < len(pieces) and pieces[i] not in ("]", ")"):
        piece = pieces[i]
        i += 1
        if piece[0] == "{":
            parts.append(_slot(piece[1:-1], kinds))
        elif piece == "|":
            ways.append(tuple(parts))
            parts = []
        elif piece == "(":
            inner, i = _until(")", pieces, i, kinds)
            parts.extend(inner)
        elif piece[0] == "[":
            inner, i = _until("]", pieces, i, kinds)
            parts.append(_optional(piece, inner))
        else:
            parts.append(piece.replace("_", " "))
    if (pieces[i] if i < len(pieces) else "") != closing:
        raise ValueError(f"{closing or 'the end'} is missing")
    if closing == ")":
        return (Either((*ways, tuple(parts))),), i + 1
    return tuple(parts), i + 1 if closing else i


def parse_spaced(template: str, kinds: dict[str, str]) -> tuple[Part, ...]:
    """The parts of a template that is printed only: spaces stand where they are written, and there is one way to say it.

    Raises ValueError if brackets don't match.
    """
    pieces = _SPACED.findall(template)
    parts, end = _spaced(pieces, 0, kinds)
    if end != len(pieces) or template.count("[") != template.count("]"):
        raise ValueError(f"brackets do not match in {template!r}")
    return parts


def _spaced(pieces: list[str], i: int, kinds: dict[str, str]) -> tuple[tuple[Part, ...], int]:
    parts: list[Part] = []
    while i < len(pieces) and pieces[i] != "]":
        piece = pieces[i]
        i += 1
        if piece[0] == "{":
            parts.append(_slot(piece[1:-1], kinds))
        elif piece[0] == "[":
            inner, i = _spaced(pieces, i, kinds)
            parts.append(_optional(piece, inner))
            i += 1
        else:
            parts.append(piece)
    return tuple(parts), i


def _optional(opening: str, inner: tuple[Part, ...]) -> Optional:
    """Words that may be left out, with what stands in front of them: the field that says so."""
    flag = opening[1:].removesuffix("=")
    return Optional(inner, several=flag[1:]) if flag.startswith("?") else Optional(inner, flag)


def _slot(text: str, kinds: dict[str, str]) -> Slot:
    """A slot as it is written: its name, what can be there, and what else the printer wants to know."""
    said, _, arg = text.partition("|")
    name, _, kind = said.partition(":")
    return Slot(name, kind or kinds.get(name, name), arg)


def rows(parts: tuple[Part, ...]) -> Iterator[tuple[Row, frozenset[str]]]:
    """Every row of words and slots that a template can be, with the flags that it says."""
    if not parts:
        yield (), frozenset()
        return
    head, *tail = parts
    for rest, flags in rows(tuple(tail)):
        match head:
            case Optional(inner, flag):
                yield rest, flags
                for row, more in rows(inner):
                    yield row + rest, flags | more | ({flag} if flag else set())
            case Either(ways):
                for way in ways:
                    for row, more in rows(way):
                        yield row + rest, flags | more
            case _:
                yield (head, *rest), flags


def slots(parts: tuple[Part, ...]) -> Iterator[Slot]:
    """The slots of a template, in the order of the words; of what can be said otherwise, those of the first way."""
    for part in parts:
        match part:
            case Slot():
                yield part
            case Optional(inner):
                yield from slots(inner)
            case Either(ways):
                yield from slots(ways[0])
            case str():
                pass
