"""Alt texts: sentences in the order of their importance, as many as fit."""

from __future__ import annotations

from collections.abc import Iterable

LIMIT = 1024
"""The maximum length of an alt text in characters."""


def fitting(sentences: Iterable[str], more: str) -> str:
    """As many of the sentences, from the first on, as fit the limit; else `more` at the end."""
    kept = ""
    for sentence in filter(None, sentences):
        longer = f"{kept} {sentence}" if kept else sentence
        if len(longer) > LIMIT - len(more) - 1:
            room = LIMIT - len(more) - len(kept) - 3
            if not kept:
                kept = sentence[: room - 1].rstrip() + "…"
            return f"{kept} {more}"
        kept = longer
    return kept
