"""Text that another person wrote, made harmless: no mention, no formatting, no link, no invisible characters."""

from __future__ import annotations

import re
import unicodedata

from cards.i18n import msg

QUOTED = msg("“{name}”")

_MARKS = re.compile(r"([\\*_~`|<>\[\]@]|:(?=//))")
_LINE_START = re.compile(r"^([0-9]*)(?=(?:#{1,3}|-#?|\+|\.)\s)")


def plain(text: str, limit: int = 0) -> str:
    """Return the text so that Discord shows it letter by letter, on one line.

    `limit` (0: none) counts the characters that are shown, not the backslashes put before them.
    """
    cleaned = bare(text)
    if limit:
        cleaned = shorten(cleaned, limit)
    return _LINE_START.sub(r"\1\\", _MARKS.sub(r"\\\1", cleaned))


def bare(text: str) -> str:
    """Return the text on one line and without invisible characters, for places that know no formatting."""
    if text.isprintable():  # As most texts are; it is quicker to ask than to go through all characters.
        return " ".join(text.split())
    visible = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C"
    )
    return " ".join(visible.split())


def capitalised(text: str) -> str:
    """Return the text with a capital letter first, and all others as they are."""
    return text[:1].upper() + text[1:]


def in_clauses(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut where a sentence or a clause ends if more than half is left, else as `shorten` does."""
    if len(text) <= limit:
        return text
    for marks, mark in ((".!?", ""), (":;,", " …")):
        end = max(text.rfind(f"{one} ", 0, limit - 2) for one in marks)
        if end >= limit // 2:
            return text[:end] + (mark or text[end])
    return shorten(text, limit)


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut at a word where one ends near, with "…" where something is missing."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit * 2 // 3:
        head = head[:space]
    return head.rstrip(" ,;:.–-") + "…"
