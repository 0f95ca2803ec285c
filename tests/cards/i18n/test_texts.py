"""The texts of a language are the same from its files and from their cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.cache import FileCache
from cards.i18n import Locale, texts
from cards.i18n.texts import Texts, cache_of, contents_of, read, texts_of


def test_texts_are_the_same_read_or_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    cache = FileCache[Texts](tmp_path / "es.py", ["cards.i18n"])
    monkeypatch.setattr(texts, "cache_of", lambda locale: cache)
    contents = contents_of(Locale.SPANISH)
    fresh = texts_of(Locale.SPANISH)
    assert len(fresh) > 5000 and cache.cached(contents) == fresh == read(contents)
    monkeypatch.setattr(texts, "read", lambda contents: pytest.fail("read again"))
    assert texts_of(Locale.SPANISH) == fresh


def test_a_changed_file_or_reader_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = FileCache[Texts](tmp_path / "es.py", ["cards.i18n"])
    cache.keep([b"one"], {("", "one"): ("uno",)})
    assert cache.cached([b"two"]) is None
    monkeypatch.setattr(cache, "sources", lambda: [b"another reader"])
    assert cache.cached([b"one"]) is None


def test_each_language_has_its_own_cache() -> None:
    assert len({cache_of(locale).place for locale in Locale}) == len(Locale)
