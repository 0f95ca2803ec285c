"""Accepted spellings: each line of `spellings.txt` with the wording in which it is printed.

The file has `written → printed` on each line, as the lines stand on an entity. It only grows: what was read is read.
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
