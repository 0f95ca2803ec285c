"""Templates of wordings: base forms, `{slots}`, optional parts, and alternatives.

`exhaust {what:cards}`. `[…]` is optional, `[flag=…]` is printed if the field `flag` is true, `[?what=…]` if there are
several cards. `(return|put)` is read either way and printed as the first. `for_each` is one word for the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec


class Slot(msgspec.Struct, frozen=True):
    """A place for another phrase: the field of the node that it fills, and its kind."""

    name: str
    kind: str
    arg: str = ""
    """Data for the printer: in Spanish the possession, with its article."""


class Optional(msgspec.Struct, frozen=True):
    """Optional words."""

    parts: tuple[Part, ...]
    flag: str = ""
    """The field of the node that must be true for them to be printed."""
    several: str = ""
    """The field of the node that must have several cards for them to be printed."""


class Either(msgspec.Struct, frozen=True):
    """Alternative words. The first are printed."""

    ways: tuple[tuple[Part, ...], ...]


Part = str | Slot | Optional | Either
Row = tuple[str | Slot, ...]

_PIECE = re.compile(r"\{[^{}]*\}|\[(?:\??\w+=)?|\(A\)|\(!\)|[\](|)]|[^\s\[\](){}|]+")
_SPACED = re.compile(r"\{[^{}]*\}|\[(?:\??\w+=)?|\]|[^\[\]{}]+")


def parse(template: str, kinds: dict[str, str] | None = None) -> tuple[Part, ...]:
    """Return the parts of a template. `kinds` are the kinds of slots that don't state one.

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
    """Return the parts of a print-only template: spaces are literal, and there are no alternatives.

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
    """Return an optional part with its condition: the field before it."""
    flag = opening[1:].removesuffix("=")
    return Optional(inner, several=flag[1:]) if flag.startswith("?") else Optional(inner, flag)


def _slot(text: str, kinds: dict[str, str]) -> Slot:
    """Parse a slot: its name, its kind, and options for the printer."""
    head, _, arg = text.partition("|")
    name, _, kind = head.partition(":")
    return Slot(name, kind or kinds.get(name, name), arg)


def rows(parts: tuple[Part, ...]) -> Iterator[tuple[Row, frozenset[str]]]:
    """Yield every row of words and slots that a template allows, with the flags that it implies."""
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
    """Yield the slots of a template in order. Of alternatives, only the first counts."""
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
