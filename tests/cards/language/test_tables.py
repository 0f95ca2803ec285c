"""The tables that accompany the words of a game."""

from __future__ import annotations

from importlib.resources import files

import pytest

from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE as DYSTOPIA
from cards.dreamweavers.language.vocabulary import LANGUAGE as DREAMWEAVERS
from cards.language import language
from cards.language.language import Language
from cards.voidream.language.words import LANGUAGE as VOIDREAM

REMEDIES = {
    VOIDREAM: "run: python -m cards.voidream.language.words",
    DREAMWEAVERS: "run: python -m cards.dreamweavers.language.vocabulary",
    DYSTOPIA: "run: python -m cards.dreams_of_dystopia.language.vocabulary",
}


@pytest.mark.parametrize("game", REMEDIES, ids=lambda game: game.package)
def test_the_tables_were_made_of_the_words_as_they_are(game: Language) -> None:
    key, _, content = files(game.package).joinpath(language.TABLES).read_bytes().partition(b"\n")
    expected, _, _ = game.tables().partition(b"\n")
    assert key == expected, REMEDIES[game]
    assert content


@pytest.mark.parametrize("game", REMEDIES, ids=lambda game: game.package)
def test_text_is_read_equally_with_and_without_tables(
    game: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "You may discard a card."
    with_tables = game.read(line)
    monkeypatch.setattr(language, "TABLES", "none")
    assert Language(game.vocabulary, game.package).read(line) == with_tables
