"""The tables that lie beside the words."""

from __future__ import annotations

from importlib.resources import files

import pytest

from cards.language import language
from cards.language.language import Language
from cards.voidream.language.words import LANGUAGE, VOIDREAM

REMEDY = "run: python -m cards.voidream.language.words"


def test_the_tables_were_made_of_the_words_as_they_are() -> None:
    key, _, content = files(LANGUAGE.package).joinpath(language.TABLES).read_bytes().partition(b"\n")
    wanted, _, _ = LANGUAGE.tables().partition(b"\n")
    assert key == wanted, REMEDY
    assert content


def test_text_is_read_with_and_without_tables_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "(!) After you evoke - You may roll."
    with_tables = LANGUAGE.read(line)
    monkeypatch.setattr(language, "TABLES", "none")
    assert Language(VOIDREAM, LANGUAGE.package).read(line) == with_tables
