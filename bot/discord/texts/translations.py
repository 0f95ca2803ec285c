"""The bot's own texts in other languages: the same structs, each field looked up in the one catalogue.

A field's context there is its struct and name, `DeckTexts.list_title`; of a mapping or a series with the key or the
place behind it, `EndingTexts.was_asked.draw`. Commands are named by their keys there, `{/deck-new}`, in every
language: see `bot.command_keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec

from bot.command_keys import with_commands
from cards.i18n import Locale, Translator

S = TypeVar("S", bound=msgspec.Struct)
Change = Callable[[str, str], str]
"""A function of a text, by the text and its context."""


def translated(words: S, translator: Translator) -> S:
    """Return the texts of a struct in another language; what has no translation stays English."""
    return _changed(words, translator.word)


def ready(words: S) -> S:
    """Return the texts of a struct as they are shown, but for what is filled in: commands by what is typed.

    Raises KeyError where one names a command that there is not.
    """
    return _changed(words, lambda text, context: with_commands(text))


def texts(words: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Return every text of a struct and of those within it, as (context, text)."""
    own = type(words).__name__
    for name, value in _fields(words):
        yield from _texts(value, f"{own}.{name}")


def _fields(words: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for name in words.__struct_fields__:
        if not isinstance(value := getattr(words, name), Locale):
            yield name, value


def _changed(words: S, change: Change) -> S:
    own = type(words).__name__
    return msgspec.structs.replace(
        words, **{name: _each(value, f"{own}.{name}", change) for name, value in _fields(words)}
    )


def _each(value: Any, context: str, change: Change) -> Any:
    match value:
        case str():
            return change(value, context)
        case msgspec.Struct():
            return _changed(value, change)
        case Mapping():
            items = cast(Mapping[Any, Any], value)
            return MappingProxyType(
                {key: _each(one, f"{context}.{key}", change) for key, one in items.items()}
            )
        case tuple():
            parts = cast(tuple[Any, ...], value)
            return tuple(_each(one, f"{context}.{place}", change) for place, one in enumerate(parts))
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
