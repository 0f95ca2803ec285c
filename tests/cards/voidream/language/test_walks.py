"""Walks through the grammar: whatever it lets pass is refused with reasons, or printed as what it was read as."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from lark import Token
from lark.grammar import NonTerminal

from cards.language.errors import CardError
from cards.voidream.language import spanish
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import LONGEST_LINE, read_line
from cards.voidream.language.tree import Node
from cards.voidream.language.words import LANGUAGE
from cards.voidream.model import Kind

GRAMMAR = LANGUAGE.parser
WORDS = LANGUAGE.grammar.terminals
OPEN = {
    "INT": ["0", "1", "1", "2", "3"],
    "SIGNED": ["+1", "-2"],
    "TITLE": ['"Moth"'],
    "TYPE": ["Dreamer", "Synthetic"],
}
KINDS = [Kind.ENTITY, Kind.THOUGHT, Kind.MEMORY, Kind.MIND]


class Walker:
    """Makes lines that the grammar allows, by chance that is the same each time."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.rules: dict[str, list[list[object]]] = {}
        for rule in sorted(GRAMMAR.rules, key=str):
            self.rules.setdefault(str(rule.origin.name), []).append(list(rule.expansion))
        self.depths: dict[str, int] = {}
        known = -1
        while known != sum(self.depths.values()):
            known = sum(self.depths.values())
            for name, expansions in self.rules.items():
                self.depths[name] = min(self.depth(expansion) for expansion in expansions)

    def depth(self, expansion: list[object]) -> int:
        """How deep an expansion goes at the least."""
        return 1 + max(
            (self.depths.get(s.name, 99) for s in expansion if isinstance(s, NonTerminal)), default=0
        )

    def words(self, name: str, budget: int) -> Iterator[str]:
        """The words of one walk that is not much deeper than its budget."""
        expansions = self.rules[name]
        short = [expansion for expansion in expansions if self.depth(expansion) <= budget]
        for symbol in self.chance.choice(short or [min(expansions, key=self.depth)]):
            if isinstance(symbol, NonTerminal):
                yield from self.words(symbol.name, budget - 1)
            else:
                yield self.word(symbol.name)  # type: ignore[attr-defined]

    def word(self, terminal: str) -> str:
        """One of the forms of a word."""
        if terminal in OPEN:
            return self.chance.choice(OPEN[terminal])
        word = WORDS[terminal]
        return self.chance.choice(
            [word, *(form for form, base in LANGUAGE.vocabulary.base_forms.items() if base == word)]
        )

    def line(self) -> str:
        """A line that a card has room for."""
        while True:
            line = self.chance.choice([" ", "  "]).join(self.words("line", self.chance.randint(5, 16)))
            if len(line) <= LONGEST_LINE:
                return line


def waiting(part: object) -> bool:
    """Whether a word is left in a text whose meaning has not been found."""
    if isinstance(part, tuple):
        return any(waiting(inner) for inner in part)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(part, Node):
        return any(waiting(getattr(part, field)) for field in part.__struct_fields__)
    return isinstance(part, Token)


@pytest.mark.parametrize("seed", ["forth", "back", "about"])
def test_whatever_the_grammar_allows_is_refused_or_printed_as_it_was_read(seed: str) -> None:
    walker = Walker(seed)
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
def test_what_is_never_so_is_refused(line: str) -> None:
    with pytest.raises(CardError, match="this is never so"):
        read_line(line, Kind.THOUGHT)
