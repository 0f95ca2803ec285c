"""Texts for Discord's Markdown: escaped, and in parts that fit a message."""

from __future__ import annotations

import re
from collections.abc import Iterable

PART = 3800
"""The longest part, in characters."""


def escaped(text: str) -> str:
    """Return the text without any meaning to Markdown, mentions included."""
    return (
        re.sub(r"([\\*_~`|>#\[\]()@<-])", r"\\\1", text)
        .replace("\\@", "@\u200b")
        .replace("\\(", "(")
        .replace("\\)", ")")
        .replace("\\-", "-")
    )


def parts(lines: Iterable[str], limit: int = PART) -> list[str]:
    """Return the lines joined into as few texts as possible, none longer than `limit`."""
    texts: list[str] = []
    for line in lines:
        while len(line) > limit:
            cut = line.rfind(" ", 0, limit)
            cut = cut if cut > 0 else limit
            texts.append(line[:cut])
            line = line[cut:].lstrip()
        if texts and len(texts[-1]) + 1 + len(line) <= limit:
            texts[-1] += "\n" + line
        else:
            texts.append(line)
    return [text.strip("\n") for text in texts]
