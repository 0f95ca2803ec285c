"""The one catalogue: every text that people read, in each language that Voidream speaks.

Texts are written in English where they are said, as a `Message`: a message with names in braces for what is filled in. A
translation is found by the message itself, in the `.po` files of a language (GNU gettext's format, which every
translation tool reads): `locales/es/*.po`. What has no translation stays English.
"""

from __future__ import annotations

from cards.i18n.grammar import Locale
from cards.i18n.message import (
    LINE,
    Message,
    Series,
    Value,
    as_message,
    english,
    line,
    msg,
    msg_plural,
    row,
    seat_name,
    series,
    title,
)
from cards.i18n.translator import ENGLISH, Translator, translator

__all__ = [
    "ENGLISH",
    "LINE",
    "Locale",
    "Message",
    "Series",
    "Translator",
    "Value",
    "as_message",
    "english",
    "line",
    "msg",
    "msg_plural",
    "row",
    "seat_name",
    "series",
    "title",
    "translator",
]
