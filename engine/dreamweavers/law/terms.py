"""The terms: the words of the game that a player meets, keywords among them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import msgspec

from engine.dreamweavers.law.reading import tables


class Term(msgspec.Struct, frozen=True):
    """One word of the game. `section` is the name of one, `also` are other words for it, `related` titles of terms to read on."""

    title: str
    section: str
    text: str
    also: tuple[str, ...]
    related: tuple[str, ...]


@cache
def terms() -> tuple[Term, ...]:
    """All terms in the order of the alphabet."""
    return tables("terms.toml", "term", Term)


@cache
def _in_text() -> tuple[tuple[Term, re.Pattern[str]], ...]:
    return tuple((term, _pattern(term)) for term in terms())


def terms_in(lines: Iterable[str]) -> tuple[Term, ...]:
    """Return the words of the game that these lines of card text use, in the order in which they first do."""
    text = "\n".join(lines)
    found = [(match.start(), term) for term, pattern in _in_text() if (match := pattern.search(text))]
    return tuple(term for _, term in sorted(found, key=lambda each: each[0]))


def _pattern(term: Term) -> re.Pattern[str]:
    """The word and others for it, as whole words, and the marks of abilities as they are printed."""
    return re.compile(
        "|".join(
            re.escape(word) if word.startswith("(") else rf"\b{re.escape(word)}\b"
            for word in (term.title, *term.also)
        ),
        re.IGNORECASE,
    )
