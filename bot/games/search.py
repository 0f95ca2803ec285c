"""Fuzzy search for typed names: the best match first."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

LONGEST = 100
"""Characters that are looked at of what was typed: no name has as many."""
ALIKE = 0.65
"""The least similarity of a misspelling to a name, from 0 to 1."""
PART = 0.97
"""The weight of one similar word of a name, where the name as a whole counts 1."""


def search(typed: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the keys whose names fit what was typed, the best first; all of them if nothing was typed.

    `names` holds by key what a thing is called, its proper name first. A name fits as a whole, by its beginning, by the
    beginning of a word in it, by a part of it, and if nothing else is found also with spelling mistakes.
    """
    wanted = folded(typed[:LONGEST])
    if not wanted:
        return list(names)
    called = {key: [_name(name) for name in own] for key, own in names.items()}
    ranked = [
        (rank, place, key) for place, (key, own) in enumerate(called.items()) if (rank := _rank(wanted, own))
    ]
    if ranked:
        return [key for _, _, key in sorted(ranked)]
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    near = [(max(_likeness(matcher, name) for name in own), key) for key, own in called.items()]
    return [key for likeness, key in sorted(near, key=lambda one: -one[0]) if likeness >= ALIKE]


def exactly(typed: str, names: Mapping[str, Sequence[str]]) -> str | None:
    """Return the key that has exactly this name, capitals and accents aside; None if none has."""
    wanted = folded(typed[:LONGEST])
    return next((key for key, own in names.items() if wanted in map(_name, own)), None) if wanted else None


def folded(text: str) -> str:
    """Return the text without capitals, accents, punctuation and the sign of sections."""
    spread = unicodedata.normalize("NFKD", text.casefold()).replace("§", " ")
    kept = "".join(c if c.isalnum() else "" if unicodedata.combining(c) or c in "'’" else " " for c in spread)
    return " ".join(kept.split())


_name = lru_cache(4096)(folded)
"""The same for names, which are the same each time."""


def _rank(wanted: str, own: Sequence[str]) -> int:
    """Return how well it fits: 1 is best, 0 not at all. A proper name goes before other names."""
    best = 0
    for place, name in enumerate(own):
        how = (
            1 if name == wanted
            else 3 if name.startswith(wanted)
            else 5 if f" {wanted}" in name
            else 7 if wanted in name
            else 0
        )  # fmt: skip
        if how and (best == 0 or how + (place > 0) < best):
            best = how + (place > 0)
    return best


def _likeness(wanted: SequenceMatcher[str], name: str) -> float:
    """Return how similar a name is: as a whole, or, counting a little less, by its most similar word."""
    words = [word for word in name.split() if len(word) > 3 and word != name]
    return max(_ratio(wanted, name), *(PART * _ratio(wanted, word) for word in words), 0.0)


def _ratio(wanted: SequenceMatcher[str], part: str) -> float:
    wanted.set_seq1(part)
    return wanted.ratio() if wanted.real_quick_ratio() >= ALIKE and wanted.quick_ratio() >= ALIKE else 0.0
