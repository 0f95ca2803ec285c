"""Says what is wrong with a line of card text: what was found, what could stand there, and the nearest known word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple, cast

from lark import Token
from lark.exceptions import UnexpectedToken

from cards.language.errors import Problem, Where
from cards.language.lexer import LOOKALIKES
from cards.language.vocabulary import words_of as words
from cards.voidream.language.hints import all_of_them, hint
from cards.voidream.language.vocabulary import OTHER_WORDS, PLURALS, THIRD_PERSONS

_OPEN_CLASSES = {
    "INT": "a number",
    "SIGNED": "a number with + or -",
    "TITLE": "a title in quotation marks",
    "TYPE": "a type of card, with a capital",
    "$END": "the end of the line",
}

_VERBS = frozenset(
    [
        "evoke",
        "roll",
        "shuffle",
        "initiate",
        "switch",
        "deal",
        "take",
        "prevent",
        "destroy",
        "sacrifice",
        "exhaust",
        "ready",
        "attach",
        "charge",
        "inspire",
        "void",
        "veil",
        "unveil",
        "discard",
        "return",
        "put",
        "look",
        "reveal",
        "increase",
        "reduce",
        "play",
        "gain",
        "choose",
    ]
)
_KEYWORDS = frozenset(
    [
        "deep",
        "dread",
        "glaring",
        "heroic",
        "indestructible",
        "loop",
        "siege",
        "subtle",
        "unique",
        "veil",
        "voidbound",
        "dormant",
        "hierarchy",
        "prototype",
        "shadowborne",
        "worship",
    ]
)


class _Group(NamedTuple):
    """Words that usually stand in the same places, and are named together there."""

    label: str
    marks: frozenset[str]
    """Where all of these can stand, the group is named."""
    words: frozenset[str]
    """The words that need not be named beside it."""


_GROUPS = (
    _Group("an instruction (evoke, roll, deal, exhaust, …)", frozenset({"evoke", "destroy", "put"}), _VERBS),
    _Group(
        "whose, or which (you control, in your hand, of value …)",
        frozenset({"of value", "named"}),
        frozenset(
            {"of value", "named", "with", "attached to", "on", "under", "in", "from", "you", "your", "each", "its", "they"}
        ),
    ),
    _Group(
        "a sort of card (entity, memory, card, …)",
        frozenset({"entity", "memory"}),
        frozenset(
            ["card", "arcanum", "thought", "memory", "entity", "construct", "veiled", "charge", "attachment", "offering"]
        ),
    ),
    _Group(
        "a property (ready, exhausted, attacking, …)",
        frozenset({"exhausted", "opposing"}),
        frozenset(
            ["other", "ready", "exhausted", "participating", "attacking", "defending", "opposing", "inspired", "damaged",
             "enemy", "discarded", "voided"]
        ),
    ),
    _Group("a faction", frozenset({"Fracta"}), frozenset({"Chimeric", "Fracta", "Subter", "Maze", "neutral"})),
    _Group("a keyword (deep, heroic, …)", frozenset({"deep", "heroic"}), _KEYWORDS),
    _Group("a condition (you control …, your depth is …, there is …)", frozenset({"there"}),
           frozenset({"there", "it", "they", "them", "this", "the", "ready", "exhausted", "participating",
                      "attacking", "defending", "you", "your", "each", "its", "in", "their", "that many"})),
    _Group(
        "cards (an entity, 2 entities, all entities, this card, …)",
        frozenset({"target", "all"}),
        frozenset(
            {"a", "another", "target", "one", "up to", "any number of", "all", "each", "this", "it", "them", "they", "its",
             "the", "your", "their", "host", _OPEN_CLASSES["INT"]}
        ),
    ),
    _Group("a player (you, your opponent, …)", frozenset({"you", "each"}), frozenset({"you", "your", "each", "its"})),
    _Group(
        "a number with + or - (+1, -X, …)", frozenset({"+X"}), frozenset({"+X", "-X", _OPEN_CLASSES["SIGNED"]})
    ),
)  # fmt: skip
"""In the order in which they are looked for: "your" is part of what can stand after a card before it is a player."""


_ALIKE = 0.65
"""How much a word must look like a known one (of 1) to be taken for a slip of it."""


_ALIKE_SHORT = 0.8
"""The same for a word of up to three letters, which looks like too many others."""


def diagnose(line: str, error: UnexpectedToken, literals: Mapping[str, str]) -> Problem:
    """What is wrong at the token at which the parser gave up. `literals` has the words of each of its terminals."""
    parser = cast(Any, error.interactive_parser)
    possible = cast("set[str]", parser.accepts() if parser else error.expected)
    expected = {literals[name]: None for name in sorted(possible) if name in literals}
    token = cast(Token, cast(Any, error).token)
    if token.type == "$END":
        column, found = len(line.rstrip()) + 1, ""
    else:
        column, found = token.column or 1, token.value
    if not _X.search(line[: column - 1]):
        expected.pop(_WHERE, None)
    for literal in _RARE:
        expected.pop(literal, None)
    rest = line[column - 1 :].translate(LOOKALIKES)
    if meant := hint(line[: column - 1].translate(LOOKALIKES), rest):
        return Problem(Where(column=column), f"{_refused(found)}: {meant}", found)
    classes = [_OPEN_CLASSES[name] for name in sorted(possible & _OPEN_CLASSES.keys())]
    named = _in_words([*expected], classes)
    suggestion = _meant(rest, [*expected], classes, first=column == 1) or _nearest(rest, [*expected])
    if len(named) > _MOST_NAMED:
        # Where almost anything can stand, the nearest word says more than a list of all there is.
        named = () if suggestion else tuple(word for word in _BEGINNINGS if word in named)
    return Problem(Where(column=column), _message(line, column, found), found, named, suggestion)


_MOST_NAMED = 9
"""How many things that could stand somewhere are named."""

_BEGINNINGS = (
    "an instruction (evoke, roll, deal, exhaust, …)",
    "cards (an entity, 2 entities, all entities, this card, …)",
    "a number with + or - (+1, -X, …)",
    "a keyword (deep, heroic, …)",
    '"if"',
    '"(A)"',
    '"(!)"',
)
"""What is named where a line or a sentence begins."""

_WHILE = re.compile(r"\s*(while|during)\b[^,]*,\s*$", re.IGNORECASE)
"""The beginning of a line that says how long something lasts, up to its comma."""

_THEN_WHO = re.compile(r", then (you|your opponent|each player) $", re.IGNORECASE)

_WHERE = ", where X is"
_RARE = ("twice", "(")
"""What can stand in many places, and is hardly ever meant."""
_X = re.compile(r"\bX\b", re.IGNORECASE)


def _refused(found: str) -> str:
    return f'"{found}" can\'t stand here' if found else "The line ends too early"


def _message(line: str, column: int, found: str) -> str:
    if not found:
        return "The line ends too early."
    before = line[: column - 1]
    if found == '"':
        return "This quotation mark has no partner on its line."
    if not found.isprintable() or not found.strip():
        name = unicodedata.name(found[0], "a control character").lower()
        return f"An invisible character (U+{ord(found[0]):04X}, {name}) can't stand here."
    if "." in before and (found.lower() in _KEYWORDS) != (set(_words_before(line, column)) <= _KEYWORDS):
        return f'"{found}" can\'t stand here: keywords have a line of their own.'
    if _DAMAGE_TO_PLAYER.search(before + found):
        return f'"{found}" can\'t stand here: what players are dealt is "Dream damage".'
    if found.lower() == "may" and _THEN_WHO.search(before):
        return f'"{found}" can\'t stand here: an option has a sentence of its own, "You may …".'
    if _WHILE.match(before) and found.lower() in _VERBS:
        return f'"{found}" can\'t stand here: what happens once begins with "If", what lasts with "While".'
    return f'"{found}" can\'t stand here.'


_DAMAGE_TO_PLAYER = re.compile(r"[0-9] damage to (you|your opponent|each player)$", re.IGNORECASE)


def _words_before(line: str, column: int) -> list[str]:
    """The words of a line that stand before a column, without numbers and signs."""
    return [word.group().lower() for word in words(line[: column - 1]) if word.group().isalpha()]


def _in_words(expected: list[str], classes: list[str]) -> tuple[str, ...]:
    """What could stand there, groups first, in words that a card author knows."""
    left = {*expected, *classes}
    named: list[str] = []
    for group in _GROUPS:
        if group.marks <= left:
            named.append(group.label)
            left -= group.words
    named += [label for label in classes if label in left]
    return (*named, *(f'"{_ALSO.get(literal, literal)}"' for literal in expected if literal in left))


_ALSO = {"player": "players"}
"""Base forms that are never what is written there."""


def _meant(rest: str, expected: list[str], classes: list[str], *, first: bool) -> str:
    """What stands here in other card games, or in everyday English, said in the words of this one; or nothing."""
    small = rest.lower()
    if not small:
        return '"."' if "." in expected else ""
    if first and (symbol := _SYMBOL.match(small)):
        return f'"(!) {symbol[1].capitalize()}"' if symbol[1] else '"(A)" or "(!)"'
    if "all" in expected and (many := all_of_them(rest)):
        return f'"{many}"'
    for said, meant in OTHER_WORDS.items():
        if re.match(rf"{re.escape(said)}(?!\w)", small):
            for literal in expected:
                if any((meant.lower() + " ").startswith(form.lower() + " ") for form in _forms(literal)):
                    return f'"{meant}"'
            if meant.startswith("…") or (meant == ", then" and said == "then"):
                return f'"{meant}"'
            if meant.isascii() and meant.isdecimal() and _OPEN_CLASSES["INT"] in classes:
                return f'"{meant}"'
    return ""


_SYMBOL = re.compile(r"(when|after|before)\b|\(\s*[a-z!]?\s*\)?|[a!]\s*:|!")
"""How an ability begins when its symbol is missing or miswritten."""


def _nearest(rest: str, expected: list[str]) -> str:
    """The possible words that look most like the ones at which `rest` begins, in quotation marks; or nothing."""
    found = [match.group().lower() for match in words(rest)]
    best, score = "", 0.0
    for literal in expected:
        for form in _forms(literal):
            length = len(words(form))
            written = " ".join(found[:length])
            likeness = SequenceMatcher(None, written, form.lower()).ratio()
            enough = _ALIKE if len(written) > _SHORT else _ALIKE_SHORT
            if likeness > max(score, enough):
                best, score = form, likeness
    return f'"{best}"' if best else ""


_SHORT = 3


def _forms(literal: str) -> list[str]:
    return [form for form in (literal, PLURALS.get(literal), THIRD_PERSONS.get(literal)) if form]
