"""The message catalogue: all texts for people, in every language of Voidream.

Texts are written in English where they are used, as a `Message`: a text with names in braces for its values.
Translations are looked up by the message in the `.po` files of a language (GNU gettext's format, which every
translation tool reads): `cards/i18n/es/*.po`. A text without a translation stays English.
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
from cards.i18n.translator import ENGLISH, Translator, earlier_english, translator

__all__ = [
    "ENGLISH",
    "LINE",
    "Locale",
    "Message",
    "Series",
    "Translator",
    "Value",
    "as_message",
    "earlier_english",
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
