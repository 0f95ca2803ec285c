"""The bot's own texts in other languages: the same structs, each field looked up in the one catalogue.

A field's context there is its struct and name, `DeckWords.list_title`; of a mapping or a series with the key or the
place behind it, `Words.verbs.play`, `EndingWords.reasons.0`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec

from cards.locales import Locale, Tongue

S = TypeVar("S", bound=msgspec.Struct)


def translated(words: S, tongue: Tongue) -> S:
    """Return the texts of a struct in another language; what has no translation stays English."""
    own = type(words).__name__
    said = {name: _said(value, f"{own}.{name}", tongue) for name, value in _fields(words)}
    return msgspec.structs.replace(words, **said)


def texts(words: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Return every text of a struct and of those within it, as (context, text)."""
    own = type(words).__name__
    for name, value in _fields(words):
        yield from _texts(value, f"{own}.{name}")


def _fields(words: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for name in words.__struct_fields__:
        if not isinstance(value := getattr(words, name), Locale):
            yield name, value


def _said(value: Any, context: str, tongue: Tongue) -> Any:
    match value:
        case str():
            return tongue.word(value, context)
        case msgspec.Struct():
            return translated(value, tongue)
        case Mapping():
            items = cast(Mapping[Any, Any], value)
            return MappingProxyType(
                {key: _said(one, f"{context}.{key}", tongue) for key, one in items.items()}
            )
        case tuple():
            parts = cast(tuple[Any, ...], value)
            return tuple(_said(one, f"{context}.{place}", tongue) for place, one in enumerate(parts))
        case _:
            raise TypeError(f"{context} is no text")


def _texts(value: Any, context: str) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield context, value
        case msgspec.Struct():
            yield from texts(value)
        case Mapping():
            items = cast(Mapping[Any, Any], value)
            for key, one in items.items():
                yield from _texts(one, f"{context}.{key}")
        case tuple():
            parts = cast(tuple[Any, ...], value)
            for place, one in enumerate(parts):
                yield from _texts(one, f"{context}.{place}")
        case _:
            raise TypeError(f"{context} is no text")
