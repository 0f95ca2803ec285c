"""Plurals and lists of languages, by Unicode's CLDR (as Babel has it).

A message about a number has a form for each of a language's plural categories; a list has a conjunction before its last
item. Both rules are read once for each language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType

import babel


class Locale(StrEnum):
    """A language that Voidream speaks."""

    ENGLISH = "en"
    SPANISH = "es"


_CLDR: Mapping[Locale, str] = MappingProxyType({Locale.ENGLISH: "en_GB"})
"""The locale of a language's rules, if it isn't the default: British lists have no comma before "and"."""
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_COUNTS = range(201)
"""Whole numbers in which every category occurs that counts of cards, points or days can have."""
_STYLES: Mapping[str, str] = MappingProxyType({"and": "standard", "or": "or"})
"""CLDR's name for lists with each conjunction."""
_BEFORE: Mapping[Locale, Mapping[tuple[str, str], str]] = MappingProxyType(
    {Locale.SPANISH: {("y", "i"): "e", ("o", "o"): "u"}}
)
"""The form of a conjunction before a word that begins with a given sound, by language. CLDR has no rule for it."""


@cache
def _rules(locale: Locale) -> babel.Locale:
    return babel.Locale.parse(_CLDR.get(locale, locale.value))


@cache
def plural_categories(locale: Locale) -> tuple[str, ...]:
    """Return CLDR's categories of whole numbers in a language, in the order of a message's forms.

    A category that only fractions or millions have, such as Spanish "many", needs no form.
    """
    forms = {_rules(locale).plural_form(n) for n in _COUNTS}
    return tuple(category for category in _CATEGORIES if category in forms)


@lru_cache(maxsize=4096)
def plural_form(locale: Locale, n: int) -> int:
    """Return the index of the form that a message about `n` has in a language."""
    known = plural_categories(locale)
    category = _rules(locale).plural_form(n)
    return known.index(category) if category in known else len(known) - 1


def has_lists_with(conjunction: str) -> bool:
    """Return whether CLDR has lists with an English conjunction: it needs no translation then."""
    return conjunction in _STYLES


@cache
def _pattern(locale: Locale, joined: str) -> tuple[str, str]:
    """Return the separators between two items of a list, and before its last one."""
    if joined not in _STYLES:
        return ", ", f" {joined} "
    patterns = _rules(locale).list_patterns[_STYLES[joined]]
    return patterns["middle"][3:-3], patterns["end"][3:-3]


def listed(locale: Locale, items: Sequence[str], joined: str) -> str:
    """Return items as a list: "A, B and C".

    `joined` is the conjunction: in English if CLDR has lists with it, else in the language of the list.
    """
    if len(items) < 2:
        return "".join(items)
    between, last = _pattern(locale, joined)
    before = _BEFORE.get(locale)
    if before and (other := before.get((last.strip(), _sound(items[-1])))):
        last = f" {other} "
    return f"{between.join(items[:-1])}{last}{items[-1]}"


def _sound(text: str) -> str:
    """Return the vowel sound at the start of a text. "ie" and "ia" count as none, and "h" is silent.

    Marks such as quotes are ignored. Eight and eleven begin with an "o".
    """
    start = text.lstrip("«“‘\"'*_([").casefold()
    if re.match(r"8|11(?!\d)", start):
        return "o"
    start = start.removeprefix("h").translate(str.maketrans("íó", "io"))
    return "" if start[:2] in ("ie", "ia") else start[:1]
