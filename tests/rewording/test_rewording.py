"""Rewording messages changes only words: programs use keys."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cards.i18n.catalogue import sentences
from tests.rewording.player import everything
from tests.rewording.rewording import reworded

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_nothing_changes_but_words(tmp_path: Path) -> None:
    """Matches, records, orders and presses don't depend on the messages."""
    file = tmp_path / "reworded.json"
    playing = [sys.executable, "-m", "tests.rewording.player", "in other words", str(file)]
    with subprocess.Popen(playing, cwd=ROOT, stdout=subprocess.DEVNULL) as other:
        known = json.loads(json.dumps(everything()))
    assert other.returncode == 0
    result = json.loads(file.read_text(encoding="utf-8"))
    for what, expected in known.items():
        assert result[what] == expected, what


@pytest.mark.parametrize("text", ["Play {card} inverted", "Until <t:{at}:R>, see `/match`."])
def test_only_words_are_other_ones(text: str) -> None:
    other = reworded(text, "seed")
    assert other != text and len(other) == len(text)
    for markup in ("{card}", "<t:{at}:R>", "`/match`"):
        assert (markup in other) == (markup in text)


def test_every_reworded_log_sentence_is_listed_with_the_one_in_use() -> None:
    """Other people's scenarios quote the log. The list contains the new sentences."""
    listed = tomllib.loads((Path(__file__).parent / "log_sentences.toml").read_text(encoding="utf-8"))
    texts = {form for sentence in sentences() for form in (sentence.message, sentence.many)}
    used = texts | {f"{text}." for text in texts}  # Many log sentences are a beat with a full stop.
    pairs = [pair for pairs in listed.values() for pair in pairs]
    assert pairs
    for old, new in pairs:
        assert new in used and old not in used, old
