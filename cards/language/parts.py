"""The parts of a text, or of a compiled text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec


def inner_parts(whole: object) -> Sequence[object]:
    """Return the parts of a text or of one of its parts, one level deep, in the order of the words."""
    if isinstance(whole, tuple):
        return cast("tuple[object, ...]", whole)
    if isinstance(whole, msgspec.Struct):
        return [getattr(whole, field) for field in whole.__struct_fields__]
    return ()


def parts_of(whole: object) -> Iterator[object]:
    """Yield a text and all its parts at every level; for a word of a closed class, its member."""
    waiting = [whole]
    while waiting:
        part = waiting.pop()
        yield part
        if inner := inner_parts(part):
            waiting.extend(reversed(inner))
