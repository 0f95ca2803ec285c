"""The texts of a language, read from its `.po` files or from a cache of them.

`python -m cards.i18n` creates the caches, as an installation does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from cards.cache import FileCache
from cards.i18n.grammar import Locale

Key = tuple[str, str]
"""(context, English message) of a text."""
Texts = Mapping[Key, tuple[str, ...]]
"""The forms of each text."""


def texts_of(locale: Locale) -> Texts:
    """Return the texts of a language by context and English message."""
    contents = contents_of(locale)
    return cache_of(locale).read(contents, partial(read, contents))


def cache_of(locale: Locale) -> FileCache[Texts]:
    """Return the cache of a language's texts."""
    return FileCache[Texts](Path(str(files("cards.i18n"))) / f"{locale.value}.py", ["cards.i18n"])


def contents_of(locale: Locale) -> Sequence[bytes]:
    """Return the contents of a language's files, in the order of their names."""
    folder = files("cards.i18n").joinpath(locale.value)
    return [
        file.read_bytes()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".po")
    ]


def read(contents: Sequence[bytes]) -> Texts:
    """Return the texts in files of these contents."""
    return {key: forms for content in contents for key, forms in _entries(content)}


def _entries(content: bytes) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the translated messages of a file. Reading takes a tenth of a second, which the cache usually saves."""
    from babel.messages.pofile import read_po

    for message in read_po(BytesIO(content)):
        string = message.string
        forms = tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string or ""),)
        if message.id and all(forms):
            one = message.id if isinstance(message.id, str) else message.id[0]
            yield (message.context or "", one), forms
