"""Docs, docstrings, comments and messages avoid phrases that read as translated (see CONTRIBUTING.md).

Card texts, card titles and quotations of the rulebook are data and are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bench", "bot", "cards", "engine", "render", "tests")

PHRASES = {
    "anew": (r"\banew\b", "again, from scratch; or the verb with re-: recompute, rewrite"),
    "reckon": (r"\breckon(?:s|ed|ing)?\b", "compute, count, estimate"),
    "so many": (r"\bso (?:many|much)\b(?! (?:that|as|for|to))", "n, at most n; name the number and its unit"),
    "whoever": (r"\bwho(?:m)?ever\b", "the role: the player, the host, anyone who"),
    "somebody": (r"\bsomebody\b", "the role: a player, the person, a user; else someone"),
    "Who does X": (
        r'(?:^|"""|[.:;] )Who (?!is|are|was|has|can|may|will)[a-z]+s?\b(?![^.]*\?)',
        "Players who …; The seat that …",
    ),
    "of ours": (r"\bof ours\b", "our; or internal"),
    "comes of": (r"\b(?:comes?|came) of (?:it|this|that|them)\b", "the result; results in"),
    "by lot": (r"\bby lot\b", "at random"),
    "in vain": (r"\bin vain\b", "without an answer, without success"),
    "no more": (r"\bno more\b(?=[.,;:!?”]|$)", "no longer"),
    "besides": (r"(?:, |\b)besides[.,;]", "also, as well, in addition"),
    "stands there": (r"\b(?:lies|lie|stands?) there\b", "is, contains, is listed"),
    "that there is": (r"\bthat there (?:is|are)\b", "existing, known"),
    "Let …": (r'(?:^|"""|\. )Let ', "the verb itself; make, allow, have"),
    "is no X": (r"(?<!here )\b(?:is|are) no (?!longer|more|such|one)[a-z]+\b", "isn't a …"),
    "hold against": (r"\bh(?:o|e)ld(?:s|ing)? (?:[a-z]+ ){0,4}against\b", "compare with, check against"),
    "dear": (r"\bdear(?:er|est)?\b", "expensive, costly"),
    "mend": (r"\bmend(?:s|ed|ing)?\b", "fix, repair"),
    "a clause for a summary": (
        r'^"""(?:What|Who|Whose|How|Where|Which|When) ',
        "a noun, or a verb: Return …",
    ),
    "Return what": (
        r"\b(?:Return|Yield) (?:what|who|whose|how)\b",
        "the name of the result: Return the cost of …",
    ),
    "nobody": (r"\b[Nn]obody\b", "no one; or the role: no player, no spectator"),
    "everybody": (r"\b(?:[Ee]very|[Aa]ny)body\b", "everyone, anyone; public"),
    "any more": (r"\bany more\b", "no longer"),
    "is what": (r"\b(?:is|are|was|were) what\b", "the noun itself"),
    "all that": (r"\ball that\b", "everything, all …; the noun itself"),
    "of its own": (r"\bof (?:its|their|his|one's) own\b", "its own …, a separate …"),
    "once more": (r"\bonce more\b", "again"),
    "what comes": (r"\bwhat (?:comes|came|stands|lies|hangs|becomes)\b", "the result, the content"),
    "the house": (r"\b[Tt]he house\b", "the bot"),
    "hangs on": (r"\bhangs? on\b", "depends on"),
    "replace … by": (r"\b[Rr]eplac(?:e|es|ing) [^.,:;]*(?<!can be )\bby\b", "replace … with"),
    "like in": (r"\blike (?:in|on|at|by|after|before|when|during)\b", "as in"),
    "another one": (r"\b(?:than|by|with|from|to) another one\b", "another"),
}
"""By name: the pattern, and what to write instead."""

ALLOWED = {
    "whoever": 1,
    "somebody": 2,
    "by lot": 2,
    "Let …": 7,
    "is no X": 1,
    "nobody": 9,
    "everybody": 7,
    "any more": 7,
    "is what": 3,
    "all that": 4,
    "of its own": 9,
    "once more": 5,
    "what comes": 1,
}
"""The maximum number of lines that still contain a phrase; a phrase that is not listed must not occur."""

ALLOWED_WITH_LINES = {"cards": 36}
"""The maximum number of docstrings whose summary takes several lines, by package: wordings of cards with examples."""

_DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
_LONG_SUMMARY = re.compile(r'(?:\A|:\n) *"""((?:(?!""")[^\n])+)\n *[^ \n"]')
_COMMENT = re.compile(r"(?:^|  )# (.*)$", re.MULTILINE)
_MESSAGE = re.compile(r'\b(?:msg|msg_plural|form|beat)\(\s*"((?:[^"\\\n]|\\.)*)"')
_TEXT = re.compile(r'\b(msg|msg_plural|form|beat)\(\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)')
"""A message with all parts of its literal."""
_ASSERTION = re.compile(r'^ *(?:assert .*|\)), "((?:[^"\\\n]|\\.)+)"$', re.MULTILINE)
"""The message of an assertion on one line."""
_STRING = re.compile(r'(?<!")"((?:[^"\\\n]|\\.)+)"(?!")')


def _prose(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the prose of a Python file by line: docstrings, comments, messages, assertions, the strings of `texts.py`."""
    source = file.read_text(encoding="utf-8")
    patterns = (_DOCSTRING, _COMMENT, _ASSERTION, _STRING if file.name == "texts.py" else _MESSAGE)
    for pattern in patterns:
        for found in pattern.finditer(source):
            first = source.count("\n", 0, found.start(1)) + 1
            quotes = '"""' if pattern is _DOCSTRING else ""
            yield from enumerate(f"{quotes}{found[1]}".splitlines(), first)


@cache
def prose() -> list[tuple[str, str]]:
    """Return all prose as (place, line)."""
    lines = [
        (f"{file.relative_to(ROOT)}:{number}", line.strip())
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        if file != Path(__file__)
        for number, line in _prose(file)
    ]
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8").splitlines()
        lines += [(f"{page.relative_to(ROOT)}:{number}", line) for number, line in enumerate(text, 1)]
    return lines


@pytest.mark.parametrize("name", PHRASES)
def test_phrase_is_rare(name: str) -> None:
    pattern, instead = PHRASES[name]
    phrase = re.compile(pattern)
    places = [f"{place}  {line[:100]}" for place, line in prose() if phrase.search(line)]
    shown = "\n".join(places[:20])
    assert len(places) <= ALLOWED.get(name, 0), f"“{name}”: write {instead}. {len(places)} lines:\n{shown}"


@pytest.mark.parametrize("package", PACKAGES)
def test_summaries_fit_on_a_line(package: str) -> None:
    long = [
        f"{file.relative_to(ROOT)}: {found[1]}"
        for file in sorted((ROOT / package).rglob("*.py"))
        for found in _LONG_SUMMARY.finditer(file.read_text(encoding="utf-8"))
    ]
    assert len(long) <= ALLOWED_WITH_LINES.get(package, 0), "\n".join(long)


def test_texts_for_people_name_the_role() -> None:
    """Messages and rules name the role, such as "a player"."""
    indefinite = re.compile(r"\b(?:some|any)body\b|\bwhoever\b|\banew\b", re.IGNORECASE)
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "engine").glob("*/law/*.toml"))]
    texts += [
        "".join(found[2] for found in _TEXT.finditer(file.read_text(encoding="utf-8")))
        for package in ("bot", "engine")
        for file in sorted((ROOT / package).rglob("*.py"))
    ]
    found = [line for text in texts for line in text.splitlines() if indefinite.search(line)]
    assert not found
