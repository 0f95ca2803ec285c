"""The texts of whole matches are unchanged: all events, views and questions of every seat."""

from __future__ import annotations

import pytest

from tests.games.trials import GAMES
from tests.golden_playthroughs.keeper import FOLDER, written


@pytest.mark.parametrize("name", GAMES)
def test_it_reads_as_it_did(name: str) -> None:
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    today = written(name).splitlines()
    for number, (line, was) in enumerate(zip(today, stored, strict=False), 1):
        assert line == was, f"line {number} of {name}.txt; if it is meant, write it anew (see `keeping`)"
    assert len(today) == len(stored)
