"""No regular expression backtracks: a text twice as long takes twice as long, whatever its content."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from cards.voidream.language.words import LANGUAGE
from engine.dreamweavers.law import LAW as DREAMWEAVERS_LAW
from engine.dreamweavers.scenario.format import FORMAT as DREAMWEAVERS
from engine.kernel.law.entries import on_cards
from engine.scenario import items
from engine.scenario.expectation_forms import compiled
from engine.voidream.law import LAW as VOIDREAM_LAW
from engine.voidream.scenario.format import FORMAT as VOIDREAM
from tests.linear.ambiguity import findings
from tests.linear.patterns import ROOT, Pattern, patterns

NAMES = {
    "name": "Ada",
    "word": "drawn",
    "key": "title",
    "said": "draw",
    "phrase": "draw",
    "before": "cuts",
    "symbol": "trait",
    "parts": ("text", "flavour"),
    "reader": SimpleNamespace(now=SimpleNamespace(names=("Ada", "Bo"))),
}
"""Values for patterns that are built at run time: literal names and words."""


@cache
def in_source() -> tuple[Pattern, ...]:
    """Return the patterns in calls of `re`."""
    return tuple(patterns(NAMES))


def in_running() -> list[Pattern]:
    """Return the patterns outside calls of `re`: hints, terms of the rules, a scenario's expectations, its cards."""
    all_patterns = [
        Pattern("hints.py", pattern.pattern, pattern.flags, frozenset({"search"}))
        for pattern, _ in LANGUAGE.diagnosis.patterns
    ]
    for law in (VOIDREAM_LAW, DREAMWEAVERS_LAW):
        all_patterns.append(Pattern(f"{law.package}, within", law.within, 0, frozenset({"fullmatch"})))
        for term, pattern in on_cards(law):
            where = f"{law.package}, {term.title}"
            all_patterns.append(Pattern(where, pattern.pattern, pattern.flags, frozenset({"search"})))
    for game in (VOIDREAM, DREAMWEAVERS):
        for form in game.all_forms:
            pattern = compiled(form.pattern, ("Ada", "Bo"), game.tables)
            all_patterns.append(Pattern(form.shown, pattern.pattern, pattern.flags, frozenset({"fullmatch"})))
        assert game.tables.plain is not None
        texts = [items.plain_pattern(game.tables.plain), *map(items.note_pattern, game.tables.items.notes)]
        all_patterns += [
            Pattern(f"items.py: {text}", text, re.IGNORECASE, frozenset({"match"})) for text in texts
        ]
    for node in ast.walk(ast.parse(Path(items.__file__).read_text(encoding="utf-8"))):
        is_taken = (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "take"
        )
        if is_taken and isinstance(node.args[0], ast.Constant):
            text = node.args[0].value
            all_patterns.append(Pattern(f"items.py:{node.lineno}", text, re.IGNORECASE, frozenset({"match"})))
    return all_patterns


IN_RUNNING = {
    "cards/language/diagnosis.py",
    "engine/kernel/law/entries.py",
    "engine/scenario/expectation_forms.py",
    "engine/scenario/items.py",
}
"""The places where those are compiled."""


def test_every_pattern_is_known() -> None:
    """A pattern built at run time is checked like the others, with names filled in."""
    unknown = [one.place for one in in_source() if one.text is None]
    assert {place.partition(":")[0] for place in unknown} <= IN_RUNNING
    assert len(in_source()) > 80
    assert len(in_running()) > 80


@pytest.mark.slow
def test_no_pattern_can_be_made_to_backtrack() -> None:
    slow = [
        f"{one.place}: {one.text} is {finding}"
        for one in (*in_source(), *in_running())
        if one.text is not None
        and (finding := findings(one.text, one.flags, search=one.search, whole=one.whole)) is not None
    ]
    assert slow == []


@pytest.mark.parametrize(
    ("pattern", "how", "is_exponential"),
    [
        (r"(a*)*b", "fullmatch", True),
        (r"(a|a)*b", "match", True),
        (r"(\w+\s?)*$", "match", True),
        (r"a*a*b", "match", False),
        (r"\d+x", "search", False),
        (r"\s*[,;]\s*", "split", False),
        (r"^(.+?)\s*(?:=|\s)\s*(\d{1,4})$", "match", False),
        (r"\s*(?=\s*x)", "match", False),
        (r"“(.{5}).{5,}”", "sub", False),
    ],
)
def test_backtracking_patterns_are_found(pattern: str, how: str, is_exponential: bool) -> None:
    one = Pattern("here", pattern, 0, frozenset({how}))
    finding = findings(pattern, search=one.search, whole=one.whole)
    assert finding is not None
    assert finding.exponential is is_exponential


@pytest.mark.parametrize(
    ("pattern", "how"),
    [
        (r"\d+x", "match"),
        (r"\s*+\s*x", "match"),
        (r"^\s+x", "search"),
        (r"[^,\s][^,]*", "finditer"),
        (r"[^\W\d_](?:'*\w)*", "finditer"),
        (r"(?:(?:[-*]|\d{1,2}\.) )*", "match"),
        (r"(.+?) ?(?:x ?(\d{1,6})|\( ?(\d{1,6}) ?\))", "fullmatch"),
    ],
)
def test_unambiguous_patterns_pass(pattern: str, how: str) -> None:
    one = Pattern("here", pattern, 0, frozenset({how}))
    assert findings(pattern, search=one.search, whole=one.whole) is None


def test_schemas_ask_for_patterns_that_are_checked() -> None:
    """Pydantic runs its patterns with an engine that never backtracks. None of them requests Python's."""
    for package in ("bot", "cards", "engine", "render"):
        for file in (ROOT / package).rglob("*.py"):
            assert "python-re" not in file.read_text(encoding="utf-8"), file
