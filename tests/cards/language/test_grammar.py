"""The grammars generated from the words: they aren't ambiguous, and no conflict is resolved silently."""

from __future__ import annotations

import io
import logging
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from lark import Lark, logger

from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE as DYSTOPIA
from cards.dreamweavers.language.vocabulary import LANGUAGE as DREAMWEAVERS
from cards.language.language import Language
from cards.language.lexer import NoLexer
from cards.language.parser.reader import Reader
from cards.voidream.language.words import LANGUAGE as VOIDREAM
from tests.cards.language.readings import Readings


class Symbol(NamedTuple):
    """A word or a rule in a row of a grammar."""

    name: str
    is_term: bool


UNUSED = "Unused rule: <w_"
"""Lark's warning about unused terminals: parts of the frame may be unused in a game."""

GAMES = [VOIDREAM, DREAMWEAVERS, DYSTOPIA]
FOLDER = Path(__file__).parents[1]


def conflicts(grammar: str) -> list[str]:
    """Return the conflicts that Lark would resolve by itself: it prefers to shift, without a warning."""
    output = io.StringIO()
    handler, level = logging.StreamHandler(output), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(
            grammar, parser="lalr", lexer=NoLexer, keep_all_tokens=True, maybe_placeholders=False, debug=True
        )
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    return [line for line in output.getvalue().splitlines() if "conflict" in line.lower() or UNUSED in line]


@pytest.mark.parametrize("language", GAMES, ids=lambda language: language.vocabulary.name)
def test_no_grammar_has_a_conflict_or_unused_words(language: Language) -> None:
    assert conflicts(language.grammar.text) == []


def test_every_row_of_the_frame_that_has_a_name_is_read_by_it() -> None:
    frame = files("cards.language").joinpath("frame.lark").read_text(encoding="utf-8")
    names = set(re.findall(r"-> (\w+)", frame))
    assert len(names) > 50
    assert [name for name in sorted(names) if not hasattr(Reader, f"r_{name}")] == []


def test_a_conflict_is_seen() -> None:
    assert conflicts("start: x B\nx: A\n%declare A B\n") == []
    assert conflicts("start: x B?\nx: A B?\n%declare A B\n") != []


def lines() -> Iterator[tuple[Language, str]]:
    for line in (FOLDER / "voidream/language/spellings.txt").read_text("utf-8").splitlines():
        for text in line.split(" → "):
            yield VOIDREAM, text
    for language, game in ((DREAMWEAVERS, "dreamweavers"), (DYSTOPIA, "dreams_of_dystopia")):
        templates = tomllib.loads((FOLDER / game / "language/templates.toml").read_text("utf-8"))
        for examples in templates.values():
            for english, *_ in examples:
                yield language, english


def test_every_line_has_one_reading() -> None:
    readings = {language: Readings(language) for language in GAMES}
    several = [(text, n) for language, text in lines() if (n := readings[language].of(text)) != 1]
    assert several == []


@pytest.mark.parametrize(
    "text",
    [
        "Deal 2 damage to an entity you control attached to this card.",
        "An entity gets +1 dawn and cannot attack or defend and gains deep until the end of the round.",
        "You may exhaust an entity, then ready it, then evoke. If you do not, if you control an entity, roll.",
        "+1 dawn and -1 dusk to all entities until the end of the round, and gain siege.",
        "For each ready entity or memory in your discard pile, choose one: evoke; you may roll; or evoke twice.",
        "(A) Exhaust this card, discard an arcanum and an entity: Evoke.",
        "(!) While this card is in your Void, when a dawn conflict is initiated, if you are attacking and it is ready - Roll.",
    ],
)
def test_suspicious_texts_have_one_reading(text: str) -> None:
    assert Readings(VOIDREAM).of(text) == 1


def test_the_slow_parser_counts_every_reading() -> None:
    readings = Readings(VOIDREAM)
    evoke, x = Symbol("W_EVOKE", is_term=True), Symbol("x", is_term=False)
    readings.rules = {"start": [(x, x)], "x": [(evoke,), (evoke, evoke)]}
    assert [readings.of(f"Evoke{more}") for more in ("", " evoke", 2 * " evoke", 3 * " evoke")] == [
        0,
        1,
        2,
        1,
    ]
    readings.rules["x"] = [(evoke,), (x, evoke)]
    assert readings.of("Evoke evoke evoke evoke") == 3
