"""Regular forms of English words: plurals, third persons, the article.

The record of an irregular noun has its plural (`many`).
"""

from __future__ import annotations

_HISSING = ("s", "x", "z", "ch", "sh")
_IRREGULAR = {"do": "does", "go": "goes", "have": "has"} | {verb: verb for verb in ("cannot", "may")}


def _with_s(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"


def plural(words: str) -> str:
    """Return the plural of a noun phrase, of which the noun is last: "veiled cards", "memories"."""
    return _with_s(words)


def third(verb: str) -> str:
    """Return the third person singular of a verb: "destroys", "readies", "has"."""
    return _IRREGULAR.get(verb) or _with_s(verb)


def article(phrase: str) -> str:
    """Return the indefinite article of a phrase: "an" for "entity", "a" for "memory"."""
    return "an" if phrase[0].lower() in "aeio" or phrase.startswith("un") else "a"
