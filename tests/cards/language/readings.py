"""A slow parser for the rules of the fast one. It finds every reading of a line, not just the first."""

from __future__ import annotations

from typing import Any

from cards.language.language import Language


class Readings:
    """Counts the readings of a line by a language's grammar: recursive descent with memoisation."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.rules: dict[str, list[tuple[Any, ...]]] = {}
        for rule in language.parser.rules:
            self.rules.setdefault(str(rule.origin.name), []).append(tuple(rule.expansion))

    def of(self, line: str) -> int:
        """Return the number of readings of a line; 0 if it can't be read."""
        self.types = [token.type for token in self.language.lexer.tokens(line)]
        self.known: dict[tuple[str, int], dict[int, int]] = {}
        return self.ends("start", 0).get(len(self.types), 0)

    def ends(self, name: str, at: int) -> dict[int, int]:
        """Return the possible ends of a rule's phrases that begin at a token, with the number of readings of each."""
        if (name, at) not in self.known:
            self.known[name, at] = self.found(name, at)
        return self.known[name, at]

    def found(self, name: str, at: int) -> dict[int, int]:
        found: dict[int, int] = {}
        again = [rule[1:] for rule in self.rules[name] if not rule[0].is_term and rule[0].name == name]
        for rule in self.rules[name]:
            if rule[0].is_term or rule[0].name != name:
                self.add(found, self.row(rule, at))
        for end in range(at, len(self.types) + 1):  # A left-recursive rule continues behind its own phrases.
            for rest in again if end in found else []:
                self.add(found, {to: n * found[end] for to, n in self.row(rest, end).items()})
        return found

    def row(self, symbols: tuple[Any, ...], at: int) -> dict[int, int]:
        ways = {at: 1}
        for symbol in symbols:
            behind: dict[int, int] = {}
            for here, count in ways.items():
                if not symbol.is_term:
                    self.add(behind, {to: n * count for to, n in self.ends(symbol.name, here).items()})
                elif here < len(self.types) and self.types[here] == symbol.name:
                    self.add(behind, {here + 1: count})
            ways = behind
        return ways

    @staticmethod
    def add(to: dict[int, int], more: dict[int, int]) -> None:
        for end, count in more.items():
            to[end] = to.get(end, 0) + count
