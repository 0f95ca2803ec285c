"""The terms: every word of the game that a player meets, those of the glossary (§6) among them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import msgspec

from engine.voidream.law.reading import tables

GLOSSARY = "§6 "
"""How the section of a glossary entry begins."""


class Term(msgspec.Struct, frozen=True):
    """One word of the game. `also` are other words for it, `related` titles of terms to read on.

    `about` says of an entry of the glossary what there is to test, "" of other terms.
    """

    title: str
    section: str
    text: str
    also: tuple[str, ...]
    related: tuple[str, ...]
    about: str = ""

    @property
    def in_glossary(self) -> bool:
        """Whether it is an entry of the glossary (§6)."""
        return self.section.casefold() == f"{GLOSSARY}{self.title}".casefold()


@cache
def terms() -> tuple[Term, ...]:
    """All terms in the order of the alphabet."""
    return tuple(
        Term(
            title=table["title"],
            section=table["section"],
            text=table["text"],
            also=tuple(table.get("also", ())),
            related=tuple(table["related"]),
            about=table.get("about", ""),
        )
        for table in tables("terms.toml", "term")
    )


@cache
def _glossary_in_text() -> tuple[tuple[Term, re.Pattern[str]], ...]:
    return tuple((term, _pattern(term)) for term in terms() if term.in_glossary)


def glossary_in(lines: Iterable[str]) -> tuple[Term, ...]:
    """The glossary's entries that these lines of card text use, in the order in which they first do."""
    text = "\n".join(lines)
    found = [
        (match.start(), term) for term, pattern in _glossary_in_text() if (match := pattern.search(text))
    ]
    return tuple(term for _, term in sorted(found, key=lambda each: each[0]))


def _pattern(term: Term) -> re.Pattern[str]:
    """The entry's words as whole words, and the marks of abilities as they are printed."""
    return re.compile(
        "|".join(
            re.escape(word) if word.startswith("(") else rf"\b{re.escape(word)}\b"
            for word in (term.title, *term.also)
        ),
        re.IGNORECASE,
    )
