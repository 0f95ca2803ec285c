"""Walks through a grammar: lines that it allows, most of them nonsense."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lark.grammar import NonTerminal

from cards.language.language import Language

LONGEST_LINE = 500
OPEN = {
    "INT": ["0", "1", "1", "2", "3"],
    "SIGNED": ["+1", "-2"],
    "TITLE": ['"Moth"'],
    "TYPE": ["Dreamer", "Synthetic"],
}


class Walker:
    """Creates lines that the grammar allows, at random but reproducibly."""

    def __init__(self, language: Language, seed: str) -> None:
        self.language = language
        self.chance = random.Random(seed)
        self.rules: dict[str, list[list[object]]] = {}
        for rule in sorted(language.parser.rules, key=str):
            self.rules.setdefault(str(rule.origin.name), []).append(list(rule.expansion))
        self.depths: dict[str, int] = {}
        known = -1
        while known != sum(self.depths.values()):
            known = sum(self.depths.values())
            for name, expansions in self.rules.items():
                self.depths[name] = min(self.depth(expansion) for expansion in expansions)

    def depth(self, expansion: list[object]) -> int:
        """Return the minimum depth of an expansion."""
        return 1 + max(
            (self.depths.get(s.name, 99) for s in expansion if isinstance(s, NonTerminal)), default=0
        )

    def words(self, name: str, budget: int) -> Iterator[str]:
        """Yield the words of one walk that isn't much deeper than its budget."""
        expansions = self.rules[name]
        short = [expansion for expansion in expansions if self.depth(expansion) <= budget]
        for symbol in self.chance.choice(short or [min(expansions, key=self.depth)]):
            if isinstance(symbol, NonTerminal):
                yield from self.words(symbol.name, budget - 1)
            else:
                yield self.word(symbol.name)  # type: ignore[attr-defined]

    def word(self, terminal: str) -> str:
        """Return one of the forms of a word."""
        if terminal in OPEN:
            return self.chance.choice(OPEN[terminal])
        word = self.language.grammar.terminals[terminal]
        return self.chance.choice(
            [word, *(form for form, base in self.language.vocabulary.base_forms.items() if base == word)]
        )

    def line(self) -> str:
        """Return a line that fits on a card."""
        while True:
            line = self.chance.choice([" ", "  "]).join(self.words("line", self.chance.randint(5, 16)))
            if len(line) <= LONGEST_LINE:
                return line
