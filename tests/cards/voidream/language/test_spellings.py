"""Accepted spellings: each line of `spellings.txt` has the canonical wording.

Each line of the file is `written → printed`, for an entity. Lines are only added: an accepted spelling stays accepted.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import read_line
from cards.voidream.model import Kind

SPELLINGS = [
    line.split(" → ") for line in Path(__file__).with_name("spellings.txt").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("written", "printed"), SPELLINGS)
def test_another_spelling_is_read_and_printed_in_one_wording(written: str, printed: str) -> None:
    assert written != printed
    read = read_line(written, Kind.ENTITY)
    assert print_ability(read) == printed
    assert read_line(printed, Kind.ENTITY) == read
