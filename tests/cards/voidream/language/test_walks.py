"""Walks through the grammar: each line it allows is refused with reasons, or printed with the meaning that was read."""

from __future__ import annotations

import pytest
from lark import Token

from cards.language.errors import CardError
from cards.voidream.language import spanish
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_line
from cards.voidream.language.tree import Node
from cards.voidream.language.words import LANGUAGE
from cards.voidream.model import Kind
from tests.cards.language.walks import Walker

KINDS = [Kind.ENTITY, Kind.THOUGHT, Kind.MEMORY, Kind.MIND]


def waiting(part: object) -> bool:
    """Return whether a text still contains a word without a resolved meaning."""
    if isinstance(part, tuple):
        return any(waiting(inner) for inner in part)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(part, Node):
        return any(waiting(getattr(part, field)) for field in part.__struct_fields__)
    return isinstance(part, Token)


@pytest.mark.parametrize("seed", ["forth", "back", "about"])
def test_every_text_of_the_grammar_is_refused_or_printed_unchanged(seed: str) -> None:
    walker = Walker(LANGUAGE, seed)
    understood = 0
    for _ in range(250):
        line, kind = walker.line(), walker.chance.choice(KINDS)
        try:
            ability = read_line(line, kind)
        except CardError as error:
            assert error.problems
            continue
        understood += 1
        assert not waiting(ability), line
        list(lint((ability,), kind))
        assert spanish.print_ability(ability)
        assert read_line(print_ability(ability), kind) == ability, line
    assert understood > 80


@pytest.mark.parametrize(
    "line",
    [
        "Veils.",
        "An entity gains deep until the end of the conflicts.",
        "Readies entities cannot attack.",
        "If your depth is at   least  3, roll.",
    ],
)
def test_a_form_that_is_out_of_place_crashes_nothing(line: str) -> None:
    ability = read_line(line, Kind.ENTITY)
    assert read_line(print_ability(ability), Kind.ENTITY) == ability


@pytest.mark.parametrize(
    "line", ["If your depth is fewer than 0, roll.", "If you control more than 1000 entities, roll."]
)
def test_conditions_that_never_hold_are_refused(line: str) -> None:
    with pytest.raises(CardError, match="this is never so"):
        read_line(line, Kind.THOUGHT)
