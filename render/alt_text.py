"""Alt texts: sentences, the most important first, up to the limit."""

from __future__ import annotations

from collections.abc import Iterable

LIMIT = 1024
"""The maximum length of an alt text in characters."""


def fitting(sentences: Iterable[str], more: str) -> str:
    """Return the first sentences that fit the limit. If some don't, `more` is at the end."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LIMIT - len(more) - 1:
            room = LIMIT - len(more) - len(text) - 3
            if not text:
                text = sentence[: room - 1].rstrip() + "…"
            return f"{text} {more}"
        text = longer
    return text
