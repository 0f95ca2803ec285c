"""Fuzzy search for typed names, best match first."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

LONGEST = 100
"""Maximum characters of typed text that are searched. All names are shorter."""
ALIKE = 0.65
"""Minimum similarity of a misspelling to a name, 0..1."""
PART = 0.97
"""The weight of one similar word of a name, compared with 1 for the whole name."""


def search(typed: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the keys whose names match the typed text, best first; all keys if nothing was typed.

    `names` are by key, the main name first. The best match is the whole name, then its beginning, the beginning of a
    word, and any part. Misspellings match only if nothing else does.
    """
    query = folded(typed[:LONGEST])
    if not query:
        # Signs alone, such as emoji, fit nothing.
        return [] if typed.strip() else list(names)
    names_by_key = {key: [_name(name) for name in key_names] for key, key_names in names.items()}
    ranked = [
        (rank, index, key)
        for index, (key, key_names) in enumerate(names_by_key.items())
        if (rank := _rank(query, key_names))
    ]
    if ranked:
        return [key for _, _, key in sorted(ranked)]
    matcher = SequenceMatcher(b=query, autojunk=False)
    near = [
        (max(_likeness(matcher, name) for name in key_names), key) for key, key_names in names_by_key.items()
    ]
    return [key for likeness, key in sorted(near, key=lambda scored: -scored[0]) if likeness >= ALIKE]


def exactly(typed: str, names: Mapping[str, Sequence[str]]) -> str | None:
    """Return the key with exactly this name, ignoring case and accents, or None."""
    query = folded(typed[:LONGEST])
    return (
        next((key for key, key_names in names.items() if query in map(_name, key_names)), None)
        if query
        else None
    )


def folded(text: str) -> str:
    """Return the text in lowercase, without accents, punctuation and section signs."""
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("§", " ")
    letters = "".join(
        c if c.isalnum() else "" if unicodedata.combining(c) or c in "'’" else " " for c in decomposed
    )
    return " ".join(letters.split())


_name = lru_cache(4096)(folded)
"""`folded` with a cache, for names."""


def _rank(query: str, key_names: Sequence[str]) -> int:
    """Return the rank of the best match among a key's names: 1 is best, 0 means no match. Main names rank first."""
    best = 0
    for index, name in enumerate(key_names):
        rank = (
            1 if name == query
            else 3 if name.startswith(query)
            else 5 if f" {query}" in name
            else 7 if query in name
            else 0
        )  # fmt: skip
        if rank and (best == 0 or rank + (index > 0) < best):
            best = rank + (index > 0)
    return best


def _likeness(matcher: SequenceMatcher[str], name: str) -> float:
    """Return the similarity of a name, 0..1: as a whole, or with less weight by its most similar word."""
    words = [word for word in name.split() if len(word) > 3 and word != name]
    return max(_ratio(matcher, name), *(PART * _ratio(matcher, word) for word in words), 0.0)


def _ratio(matcher: SequenceMatcher[str], part: str) -> float:
    matcher.set_seq1(part)
    return matcher.ratio() if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE else 0.0
