"""Errors can be shown in each reader's language. As strings they are English."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from cards.i18n import Locale, Translator, msg, title
from engine.kernel.errors import GameError, IllegalChoice

_SPANISH = Translator(
    Locale.SPANISH, {("", "{card} stays."): ("{card} se queda.",), ("title", "Dawn"): ("Alba",)}
)


@pytest.mark.parametrize("kind", [Refusal, GameError])
def test_a_refusal_is_a_phrase_and_reads_as_english(kind: type[Refusal] | type[GameError]) -> None:
    """Code without a language gets English; otherwise the message is translated."""
    error = kind(msg("{card} stays.", card=title("Dawn")))
    assert str(error) == "Dawn stays."
    assert _SPANISH(error.message) == "Alba se queda."


@pytest.mark.parametrize("kind", [Refusal, GameError])
def test_a_refusal_in_plain_words_keeps_them(kind: type[Refusal] | type[GameError]) -> None:
    """Braces in a text that isn't a template stay unchanged."""
    error = kind("{this} is kept.")
    assert str(error) == "{this} is kept."
    assert _SPANISH(error.message) == "{this} is kept."


def test_an_error_names_its_rule() -> None:
    """An error about a forbidden act names the rule."""
    error = IllegalChoice(msg("{card} stays.", card="X"), "§4")
    assert (str(error), error.rule) == ("X stays.", "§4")
