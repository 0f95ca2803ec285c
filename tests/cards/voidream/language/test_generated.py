"""Generated round trips cover the whole language: every type, every field, every word of every list."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cards.voidream.language import tree

from . import trees

DECLARED = [
    value for value in vars(tree).values() if isinstance(value, type) and issubclass(value, tree.Node | Enum)
]
NODES = {cls for cls in DECLARED if issubclass(cls, tree.Node) and cls is not tree.Node}
WORDS = {
    (cls, word.name) for cls in DECLARED if issubclass(cls, Enum) and cls is not tree.Often for word in cls
}


def parts(part: object) -> Iterator[object]:
    yield part
    if isinstance(part, tuple | list):
        for inner in part:  # pyright: ignore[reportUnknownVariableType]
            yield from parts(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(part, tree.Node):
        for field in part.__struct_fields__:
            yield from parts(getattr(part, field))


PIECES = [
    trees.abilities,
    st.lists(trees.events, min_size=4, max_size=4),
    trees.conditions,
    trees.ongoings(),
    trees.selections(),
    trees.chains(),
    *(trees.plain_instructions(who) for who in (tree.Player.YOU, tree.Player.OPPONENT)),
]
"""Abilities are built from the others. Generated one by one, few examples cover everything."""


@pytest.mark.slow
def test_generated_texts_cover_the_whole_language() -> None:
    types: set[type] = set()
    words: set[tuple[type, str]] = set()
    values: dict[tuple[type, str], set[object]] = {}

    def collect(piece: object) -> None:
        for part in parts(piece):
            if isinstance(part, Enum):
                words.add((type(part), part.name))
            elif isinstance(part, tree.Node):
                types.add(type(part))
                for field in part.__struct_fields__:
                    values.setdefault((type(part), field), set()).add(getattr(part, field))

    def missing() -> list[object]:
        unvaried = (of for of, seen in values.items() if len(seen) < 2)
        return [*(NODES - types), *(WORDS - words), *unvaried]

    # The examples depend a little on the imported modules, so no fixed number of examples is enough.
    for batch in range(80):
        for strategy in PIECES:
            draw = settings(
                max_examples=50,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(hypothesis.seed(batch)(given(strategy)(collect)))
            draw()
        if not missing():
            break
    assert missing() == []
