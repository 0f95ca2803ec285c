"""Parsed cards are cached for the next start, and never used after anything about them has changed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cards.cache import CardCache
from cards.dreams_of_dystopia import library as dystopia
from cards.dreamweavers import library as dreamweavers
from cards.voidream import library as voidream
from cards.voidream.model import Card

CONTENTS = [b"one file", b"another"]
CACHES = [voidream.CACHE, dreamweavers.LIBRARY.cache, dystopia.LIBRARY.cache]


@pytest.fixture
def cards() -> tuple[Card, ...]:
    return tuple(voidream.the_set())


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CardCache[tuple[Card, ...]]:
    monkeypatch.setattr(voidream.CACHE, "place", tmp_path / "folder" / "kept.cards")
    return voidream.CACHE


def test_the_cache_returns_equal_cards(cache: CardCache[tuple[Card, ...]], cards: tuple[Card, ...]) -> None:
    cache.keep(CONTENTS, cards)
    cached_cards = cache.cached(CONTENTS)
    assert cached_cards == cards
    assert repr(cached_cards) == repr(cards)


def test_an_empty_cache_finds_nothing(cache: CardCache[tuple[Card, ...]]) -> None:
    assert cache.cached(CONTENTS) is None


def test_a_changed_card_file_is_read_again(
    cache: CardCache[tuple[Card, ...]], cards: tuple[Card, ...]
) -> None:
    cache.keep(CONTENTS, cards)
    assert cache.cached([b"one file", b"another!"]) is None
    assert cache.cached(CONTENTS[:1]) is None


def test_a_changed_language_reads_everything_again(
    cache: CardCache[tuple[Card, ...]], cards: tuple[Card, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.keep(CONTENTS, cards)
    monkeypatch.setattr(cache, "sources", lambda: [b"another grammar"])
    assert cache.cached(CONTENTS) is None


@pytest.mark.parametrize("cache", CACHES, ids=lambda cache: cache.package)
def test_every_module_that_reads_cards_decides_whether_they_are_read_again(cache: CardCache[object]) -> None:
    sources = {*cache.sources()}
    ours = re.compile(rf"(cards\.language|{re.escape(cache.package)})\b")
    reading = [name for name in sys.modules if ours.match(name)]
    assert {"cards.language.grammar", f"{cache.package}.library"} <= {*reading}
    strange = [name for name in reading if Path(str(sys.modules[name].__file__)).read_bytes() not in sources]
    assert strange == []


def test_every_game_keeps_its_own() -> None:
    assert len({cache.place for cache in CACHES}) == len(CACHES)


def test_a_damaged_file_is_ignored(cache: CardCache[tuple[Card, ...]], cards: tuple[Card, ...]) -> None:
    cache.keep(CONTENTS, cards)
    whole = cache.place.read_bytes()
    for damaged in (b"", whole[:40], whole[:-9], whole.replace(b"\n", b"\n\x80", 1)):
        cache.place.write_bytes(damaged)
        assert cache.cached(CONTENTS) is None


def test_keeping_leaves_one_file(cache: CardCache[tuple[Card, ...]], cards: tuple[Card, ...]) -> None:
    cache.keep(CONTENTS, cards[:3])
    cache.keep(CONTENTS, cards)
    assert [one.name for one in cache.place.parent.iterdir()] == [cache.place.name]
    assert cache.cached(CONTENTS) == cards


def test_the_set_is_the_same_read_or_kept(
    cache: CardCache[tuple[Card, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    voidream.the_set.cache_clear()
    read = list(voidream.the_set())
    assert cache.cached(voidream.set_contents()) == tuple(read)
    voidream.the_set.cache_clear()
    assert list(voidream.the_set()) == read


def test_the_set_is_read_without_a_writable_cache(
    cache: CardCache[tuple[Card, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    cache.place.parent.write_bytes(b"no folder")
    assert cache.read(CONTENTS, tuple) == ()
