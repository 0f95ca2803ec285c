"""Fuzzy search finds the intended name."""

from __future__ import annotations

import pytest

from bot.games.search import exactly, search

NAMES = {
    "evoke": ("Evoke", "evoking"),
    "dawn": ("Dawn", "dawn conflict"),
    "conflict": ("Conflict",),
    "mine": ("Dreamer's Mine",),
    "cafe": ("Café of Dawn",),
}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("evoke", ["evoke"]),
        ("EVOK", ["evoke"]),
        ("evoking", ["evoke"]),
        ("dawn", ["dawn", "cafe"]),
        ("conf", ["conflict", "dawn"]),
        ("awn", ["dawn", "cafe"]),
        ("dreamers mine", ["mine"]),
        ("cafe", ["cafe"]),
        ("evkoe", ["evoke"]),
        ("conflcit", ["conflict", "dawn"]),
        ("zzzz", []),
    ],
)
def test_the_best_match_comes_first(typed: str, expected: list[str]) -> None:
    assert search(typed, NAMES) == expected


def test_nothing_typed_finds_everything_in_order() -> None:
    assert search(" ", NAMES) == list(NAMES)


@pytest.mark.parametrize(
    ("typed", "key"), [("dreamer’s mine", "mine"), ("CAFÉ OF DAWN", "cafe"), ("daw", None), ("", None)]
)
def test_case_and_accents_do_not_matter(typed: str, key: str | None) -> None:
    assert exactly(typed, NAMES) == key


def test_signs_alone_fit_nothing() -> None:
    names = {"a": ("Lantern Page",), "b": ("Open Eyes",)}
    assert search("  ", names) == ["a", "b"]
    assert search("🌙🌙", names) == search("?!", names) == []
