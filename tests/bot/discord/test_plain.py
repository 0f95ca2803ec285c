"""Text typed by players is shown literally."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.components.plain import bare, in_clauses, plain, shorten


@pytest.mark.parametrize(
    ("written", "shown_text"),
    [
        ("Ada", "Ada"),
        ("**Ada**", r"\*\*Ada\*\*"),
        ("<@123> @everyone", r"\<\@123\> \@everyone"),
        ("[here](https://bad.example)", r"\[here\](https\://bad.example)"),
        ("# big", r"\# big"),
        ("-# small", r"\-# small"),
        ("1. list", r"1\. list"),
        ("two\nlines\tand  gaps", "two lines and gaps"),
        ("right\u202eleft\u200bhidden", "rightlefthidden"),
        ("Bids: 2 (by lot)", "Bids: 2 (by lot)"),
    ],
)
def test_markup_is_escaped(written: str, shown_text: str) -> None:
    assert plain(written) == shown_text


@given(st.text(max_size=200))
def test_no_markup_is_left(written: str) -> None:
    out = plain(written)
    assert "\n" not in out
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]@]", out)


@given(st.text(max_size=300), st.integers(2, 100))
def test_shortened_text_keeps_its_limit(written: str, limit: int) -> None:
    short = shorten(bare(written), limit)
    assert len(short) <= limit
    assert short == bare(written) or short.endswith("…")


def test_no_separator_is_left_before_a_cut() -> None:
    assert shorten("FAME 1 · 1 ATK, 2 DEF, 3 SKL · ABILITY: Gain 1 Fame.", 32).endswith("SKL…")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Few words.", "Few words."),
        ("It strikes first, and late. It pays with cards of its own.", "It strikes first, and late."),
        ("It is a second hand: it grows stronger the more it has lost", "It is a second hand …"),
        ("Nothing ends anywhere in this text before it is too long", "Nothing ends anywhere in this…"),
        ("So: nothing ends anywhere in this text, or too early for it", "So: nothing ends anywhere in…"),
    ],
)
def test_a_description_is_cut_at_a_word_or_sentence_end(text: str, short: str) -> None:
    assert in_clauses(text, 32) == short
