"""Says what is wrong with a line of card text: what was found, what could stand there, and the nearest known word."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any, cast

from lark import Token
from lark.exceptions import UnexpectedToken

from cards.voidream.language.errors import Problem, Where
from cards.voidream.language.lexer import LOOKALIKES, words
from cards.voidream.language.vocabulary import PLURALS, THIRD_PERSONS

_OPEN_CLASSES = {
    "INT": "a number",
    "SIGNED": "a number with + or -",
    "TITLE": "a title in quotation marks",
    "SUBTYPE": "a type of card, with a capital",
    "$END": "the end of the line",
}

_GROUPS = {
    label: frozenset(words.split("|"))
    for label, words in {
        "an instruction (evoke, roll, deal, exhaust, …)": (
            "evoke|roll|shuffle|initiate|switch|deal|take|prevent|destroy|sacrifice|exhaust|ready|attach|charge|inspire"
            "|void|veil|unveil|discard|return|put|look|reveal|increase|reduce|play|gain|choose"
        ),
        "a sort of card (entity, memory, card, …)": (
            "card|arcanum|thought|memory|entity|construct|veiled|charge|attachment|offering"
        ),
        "a property (ready, exhausted, attacking, …)": (
            "other|ready|exhausted|participating|attacking|defending|opposing|inspired|damaged"
        ),
        "a faction": "Chimeric|Fracta|Subter|Maze|neutral",
        "a keyword (deep, heroic, …)": (
            "deep|dread|glaring|heroic|indestructible|loop|siege|subtle|unique|voidbound|dormant|hierarchy|prototype"
            "|shadowborne|worship"
        ),
        "a player (you, your opponent, …)": "you|your|each|its",
        "a condition (you control …, your depth is …, there is …)": "there|it|they|this",
        "cards (an entity, all entities, this card, …)": "target|up to|any number of|all",
        "whose, or which (you control, in your hand, of value …)": "of value|named|with|attached to",
    }.items()
}
"""Words that can usually stand in the same places: where all of a group can, the group is named."""


_ENOUGH = 0.7
"""The share of a group's words that must be possible for the group to be named instead of them."""


_ALIKE = 0.65
"""How much a word must look like a known one (of 1) to be taken for a slip of it."""


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
    return Problem(
        where=Where(column=column),
        message=f'"{found}" can\'t stand here.' if found else "The line ends too early.",
        found=found,
        expected=_in_words(
            [*expected], [_OPEN_CLASSES[name] for name in sorted(possible & _OPEN_CLASSES.keys())]
        ),
        suggestion=_nearest(line[column - 1 :].translate(LOOKALIKES), [*expected]),
    )


def _in_words(expected: list[str], classes: list[str]) -> tuple[str, ...]:
    """What could stand there, groups first, in words that a card author knows."""
    named: list[str] = []
    covered: set[str] = set()
    for label, group in _GROUPS.items():
        if len(group & set(expected)) >= _ENOUGH * len(group):
            named.append(label)
            covered |= group
    return (*named, *classes, *(f'"{literal}"' for literal in expected if literal not in covered))


def _nearest(rest: str, expected: list[str]) -> str:
    """The possible words that look most like the ones at which `rest` begins, in quotation marks; or nothing."""
    found = [match.group().lower() for match in words(rest)]
    best, score = "", _ALIKE
    for literal in expected:
        for form in _forms(literal):
            length = len(words(form))
            likeness = SequenceMatcher(None, " ".join(found[:length]), form.lower()).ratio()
            if likeness > score:
                best, score = form, likeness
    return f'"{best}"' if best else ""


def _forms(literal: str) -> list[str]:
    return [form for form in (literal, PLURALS.get(literal), THIRD_PERSONS.get(literal)) if form]
