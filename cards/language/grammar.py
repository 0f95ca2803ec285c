"""The LALR grammar of a game's language in Lark's notation: the frame with productions for the game's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from cards.language import nodes
from cards.language.records import Word
from cards.language.template import Slot
from cards.language.vocabulary import Vocabulary, Wording, words_of

OPEN = ("INT", "SIGNED", "TITLE", "TYPE", "UNKNOWN")
"""Terminals that aren't words. No rule accepts UNKNOWN."""

_FRAME_CLASSES = frozenset({"player", "comparison"})
"""Closed classes whose words are in the frame's own rules."""

_EQUIVALENT = {
    "each": "filter",
    "one": "filter",
    "event": "w_event",
    "many": "filter",
    "out_of": "cards",
    "counted": "filter",
    "addressee": "subject",
    "number": "INT",
    "after": "effect",
    "ongoing": "ongoings",
    "span": "w_span",
}
"""By kind of slot: the kind that is read in the same way. Only printing distinguishes them."""


_RULE_OF_NODE = {
    nodes.Host: "host",
    nodes.Activated: "activated",
    nodes.Triggered: "triggered",
    nodes.Exists: "count",
}
"""The frame's rules for nodes that a game may lack."""


class Grammar:
    """The grammar of a game's language, with the words of its terminals."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Build the grammar from the game's words."""
        self.vocabulary = vocabulary
        self.terminals: dict[str, str] = {}
        """The words of each terminal in their base form."""
        self.members: dict[str, Word | str] = {}
        """The members of closed classes by their aliases in the grammar."""
        self.text = self._text()

    def _terminal(self, phrase: str) -> str:
        base = " ".join(self.vocabulary.base(match.group()) for match in words_of(phrase))
        name = "W_" + re.sub(r"\W", lambda sign: f"_{ord(sign.group()):x}_", base).upper()
        self.terminals.setdefault(name, " ".join(_as_written(self.vocabulary, phrase)))
        return name

    def _text(self) -> str:
        source = files("cards.language").joinpath("frame.lark").read_text(encoding="utf-8")
        rules = _parsed(source)
        self._frame = frozenset(rules)
        for name, rows in self._rows().items():
            rules.setdefault(name, []).extend(rows)
        self._check(rules)
        self._drop_unused(rules)
        rules = _without_missing(rules)
        passing = _inlined_rules(source) | {"w_adjective"}
        text = "\n".join(
            f"{'?' if name in passing else ''}{name}: {' | '.join(rows)}" for name, rows in rules.items()
        )
        text = re.sub(r'"([^"]+)"', lambda match: self._terminal(match[1]), text)
        return f"{text}\n%declare {' '.join([*self.terminals, *OPEN])}\n"

    def _check(self, rules: dict[str, list[str]]) -> None:
        """Raise ValueError if a slot of the game's words has an unknown kind."""
        for name, rows in rules.items():
            for symbol in {symbol for row in rows for symbol in _symbols(row)} - rules.keys():
                if name not in self._frame:
                    raise ValueError(
                        f"{self.vocabulary.name}: a slot of {name} is of an unknown kind, {symbol}"
                    )

    def _rows(self) -> dict[str, list[str]]:
        vocabulary = self.vocabulary
        rows: dict[str, list[str]] = {}
        met: set[tuple[str, str]] = set()
        for name, wording in vocabulary.wordings.items():
            rule, row = self._rule_of(wording), self._row(wording)
            if (
                rule,
                row,
            ) not in met:  # Wordings that differ only in print are read once.
                met.add((rule, row))
                rows.setdefault(rule, []).append(f"{row} -> {name}")
        for kind, member, words in vocabulary.members():
            if kind in self._frame or kind in _FRAME_CLASSES:
                continue
            self._member(rows, f"e_{kind}", member, words)
            record = member.record
            if kind == "noun" and record.bare:
                self._member(rows, "e_bare", member, words)
            if kind == "trait" and record.bare:
                self._member(rows, "e_state", member, words)
            if kind == "keywordname":
                self._member(rows, "e_numbered" if record.numbered else "e_unnumbered", member, words)
        for name, record in vocabulary.types.items():
            self._member(rows, "e_type", name, tuple(record.en.split()))
        adjectives = {kind.__name__.lower() for kind in vocabulary.adjectives.values()}
        rows.setdefault("w_adjective", []).extend(f"e_{kind}" for kind in sorted(adjectives))
        return rows

    def _drop_unused(self, rules: dict[str, list[str]]) -> None:
        """Remove words of the frame that the game doesn't use."""
        vocabulary = self.vocabulary
        self._drop_unused_nodes(rules)
        if not vocabulary.open_types:
            rules["type"].remove("TYPE")
        if not vocabulary.either:
            rules["or_noun"].clear()
        if not any("again" in one.flags for one in vocabulary.entries):
            rules["link"] = [row for row in rules["link"] if '"twice"' not in row]
        if not any(one.category == "measure" for one in vocabulary.entries):
            for rule in ("amount", "signed"):
                rules[rule] = [row for row in rules[rule] if "X" not in row]
        if vocabulary.another is None:
            _drop_rows(rules, '"another"')
        if not vocabulary.in_play:
            for words in ('"control', " owned", '"opponent\'s" several', '"while"'):
                _drop_rows(rules, words)
        if vocabulary.commas:
            rules["chain"] = ['link (("," | "and" | ", and" | ", then") link)*']
            rules["joined"] = ["ongoing"]
            for rule in ("joint", "more", "further"):
                rules[rule].clear()

    def _drop_unused_nodes(self, rules: dict[str, list[str]]) -> None:
        """Remove the productions of the frame's nodes that a game doesn't use."""
        vocabulary = self.vocabulary
        for node, rule in _RULE_OF_NODE.items():
            if node not in vocabulary.narrowed:
                rules[rule].clear()
        if nodes.ThatMany not in vocabulary.narrowed:
            for rule in ("amount", "measure"):
                rules[rule] = [row for row in rules[rule] if '"that many"' not in row]
        if nodes.Both not in vocabulary.narrowed:
            rules["condition"] = ["fact"]
        if nodes.Not not in vocabulary.narrowed:
            rules["fact"] = [row.replace('"not"? ', "") for row in rules["fact"]]

    def _member(
        self, rows: dict[str, list[str]], rule: str, member: Word | str, words: tuple[str, ...]
    ) -> None:
        alias = f"m{len(self.members)}"
        self.members[alias] = member
        rows.setdefault(rule, []).append(f"{' '.join(map(self._terminal, words))} -> {alias}")

    def _rule_of(self, wording: Wording) -> str:
        category = wording.form.category or getattr(wording.entry, "category", "")
        if not category:
            return f"p_{getattr(wording.entry, 'name', '')}"
        return f"w_{category.replace(' ', '_')}"

    def _row(self, wording: Wording) -> str:
        return " ".join(
            self._terminal(part) if isinstance(part, str) else self._symbol(part) for part in wording.row
        )

    def _symbol(self, slot: Slot) -> str:
        kind = _EQUIVALENT.get(slot.kind, slot.kind)
        if kind in self.vocabulary.phrases_by_kind:
            return f"p_{kind}"
        if kind not in self._frame and kind in self.vocabulary.classes:
            return f'e_{kind} ("or" e_{kind})*' if slot.arg == "or" else f"e_{kind}"
        return kind


def _drop_rows(rules: dict[str, list[str]], words: str) -> None:
    """Remove the productions that contain these words."""
    for name, rows in rules.items():
        rules[name] = [row for row in rows if words not in row]


def _as_written(vocabulary: Vocabulary, phrase: str) -> Iterable[str]:
    """Return the words of a terminal as shown: a single word in its base form, several unchanged."""
    words = [match.group() for match in words_of(phrase)]
    for word in words:
        yield word if len(words) > 1 or vocabulary.base(word) == word.lower() else vocabulary.base(word)


def _parsed(source: str) -> dict[str, list[str]]:
    """Return the alternatives of each rule of a grammar in Lark's notation."""
    rules: dict[str, list[str]] = {}
    name = ""
    for line in source.splitlines():
        if line.startswith("//") or not line.strip():
            continue
        head = re.match(r"\??(\w+): ", line)
        if head:
            name = head[1]
            line = line[head.end() :]
        rules.setdefault(name, []).extend(_alternatives(line.strip().removeprefix("| ")))
    return rules


def _alternatives(text: str) -> list[str]:
    """Split a rule at the bars outside of brackets."""
    parts = [""]
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _inlined_rules(source: str) -> frozenset[str]:
    """Return the rules that stand for their only part (marked "?")."""
    return frozenset(re.findall(r"(?m)^\?(\w+):", source))


def _without_missing(rules: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the rules without parts of the frame for which a game has no words."""
    while True:
        missing = {
            symbol
            for rows in rules.values()
            for row in rows
            for symbol in _symbols(row)
            if not rules.get(symbol)
        }
        if not missing:
            return {name: rows for name, rows in rules.items() if rows}
        rules = {
            name: [reduced for row in rows if (reduced := _without(row, missing))]
            for name, rows in rules.items()
        }


def _symbols(row: str) -> list[str]:
    bare = re.sub(r'"[^"]*"|-> \w+', "", row)
    return re.findall(r"\b[a-z]\w*", bare)


def _without(row: str, missing: set[str]) -> str:
    """Return a production without missing optional symbols, or "" if a missing one is required."""
    for symbol in missing:
        row = re.sub(rf"(?<![\w\"]){symbol}[?*]", "", row)
        row = re.sub(rf"\((?:[^()|]* \| )?{symbol}\)\*", "", row)
        row = (
            re.sub(rf"\| {symbol}\b|\b{symbol} \|(?= )", "", row)
            if f"({symbol}" in row or f"| {symbol}" in row
            else row
        )
    return "" if {*_symbols(row)} & missing else row
