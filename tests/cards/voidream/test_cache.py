"""Cards that have been read are kept for the next start, and never used when anything about them has changed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cards.voidream import cache
from cards.voidream.library import read_files, set_files, the_set
from cards.voidream.model import Card

CONTENTS = [b"one file", b"another"]


@pytest.fixture
def cards() -> list[Card]:
    return list(read_files(set_files()))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "folder" / "kept.cards"
    monkeypatch.setattr(cache, "_place", lambda: place)
    return place


def test_what_is_kept_is_what_was_read(cards: list[Card]) -> None:
    cache.keep(CONTENTS, cards)
    found = cache.kept_cards(CONTENTS)
    assert found is not None
    assert list(found) == cards
    assert [repr(card) for card in found] == [repr(card) for card in cards]


def test_nothing_is_found_where_nothing_was_kept() -> None:
    assert cache.kept_cards(CONTENTS) is None


def test_a_changed_card_file_is_read_again(cards: list[Card]) -> None:
    cache.keep(CONTENTS, cards)
    assert cache.kept_cards([b"one file", b"another!"]) is None
    assert cache.kept_cards(CONTENTS[:1]) is None


def test_a_changed_language_reads_everything_again(
    cards: list[Card], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.keep(CONTENTS, cards)
    monkeypatch.setattr(cache, "_sources", lambda: [b"another grammar"])
    assert cache.kept_cards(CONTENTS) is None


def test_every_module_that_reads_cards_decides_whether_they_are_read_again() -> None:
    sources = {*cache._sources()}
    reading = [name for name in sys.modules if re.match(r"cards\.(language|voidream)\b", name)]
    assert {"cards.language.grammar", "cards.voidream.language.tree.words"} <= {*reading}
    strange = [name for name in reading if Path(str(sys.modules[name].__file__)).read_bytes() not in sources]
    assert strange == []


def test_a_damaged_file_is_as_good_as_none(cards: list[Card], place: Path) -> None:
    cache.keep(CONTENTS, cards)
    whole = place.read_bytes()
    for damaged in (b"", whole[:40], whole[:-9], whole.replace(b"\n", b"\n\x80", 1)):
        place.write_bytes(damaged)
        assert cache.kept_cards(CONTENTS) is None


def test_keeping_leaves_one_file(cards: list[Card], place: Path) -> None:
    cache.keep(CONTENTS, cards[:3])
    cache.keep(CONTENTS, cards)
    assert [one.name for one in place.parent.iterdir()] == [place.name]
    found = cache.kept_cards(CONTENTS)
    assert found is not None
    assert len(found) == len(cards)


def test_the_set_is_the_same_read_or_kept(cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    the_set.cache_clear()
    assert list(the_set()) == cards
    assert cache.kept_cards([file.read_bytes() for file in set_files()]) is not None
    the_set.cache_clear()
    assert list(the_set()) == cards
