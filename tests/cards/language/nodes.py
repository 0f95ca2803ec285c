"""The nodes of a text."""

from __future__ import annotations

from collections.abc import Iterator

from cards.language.records import Node, Word


def nodes_of(part: object) -> Iterator[Node | Word]:
    """Yield the nodes and words of a text, outer ones first."""
    if isinstance(part, Node):
        yield part
        for field in part.__struct_fields__:
            yield from nodes_of(getattr(part, field))
    elif isinstance(part, Word):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from nodes_of(one)
