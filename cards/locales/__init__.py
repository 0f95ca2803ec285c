"""The one catalogue: every text that people read, in each language that Voidream speaks.

Texts are written in English where they are said, as a `Phrase`: a message with names in braces for what is filled in. A
translation is found by the message itself, in the `.po` files of a language (GNU gettext's format, which every
translation tool reads): `locales/es/*.po`. What has no translation stays English.
"""

from __future__ import annotations

from cards.locales.phrase import (
    LINE,
    Locale,
    Phrase,
    Series,
    Value,
    as_phrase,
    english,
    line,
    row,
    say,
    say_many,
    series,
    title,
)
from cards.locales.tongue import ENGLISH, Tongue, tongue

__all__ = [
    "ENGLISH",
    "LINE",
    "Locale",
    "Phrase",
    "Series",
    "Tongue",
    "Value",
    "as_phrase",
    "english",
    "line",
    "row",
    "say",
    "say_many",
    "series",
    "title",
    "tongue",
]
