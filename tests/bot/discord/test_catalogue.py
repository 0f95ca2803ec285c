"""The bot's own texts in Spanish: every one of them, none too many, and within what Discord takes."""

from __future__ import annotations

import string
from collections.abc import Iterator
from importlib import resources

import pytest
from babel.messages.pofile import read_po

from bot.discord.texts.texts import ENGLISH, WRITTEN, texts_for
from bot.discord.texts.translations import texts
from cards.i18n import Locale, translator

SPANISH = texts_for("es-ES")
ENTRIES = translator(Locale.SPANISH).texts

ALIKE = frozenset(
    {
        *("Texts.thread_name", "Texts.help_title"),
        *("ProfileTexts.title", "ProfileTexts.one_of", "ProfileTexts.line", "RatingTexts.change"),
        *("TimeTexts.days", "TimeTexts.hours", "TimeTexts.minutes"),
        *("OrderTexts.answer_and_order", "OrderTexts.standing", "Texts.choices.no"),
        *("SettingsTexts.languages.en", "SettingsTexts.languages.es"),
        *("DeckTexts.list_line", "DeckTexts.step_done", "DeckTexts.step_title", "DeckTexts.looking_at"),
        "LearnTexts.lesson_line",
    }
)
"""Texts that are the same in Spanish."""


def own_entries() -> Iterator[tuple[str, str]]:
    """Return what stands in the file of the bot's texts, as (context, message)."""
    with resources.files("cards.i18n").joinpath("es", "bot.po").open("rb") as lines:
        for message in read_po(lines):
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                yield message.context or "", one


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_is_there_in_spanish() -> None:
    missing = [context for context, text in texts(WRITTEN) if (context, text) not in ENTRIES]
    assert missing == []


def test_nothing_is_left_over() -> None:
    """Sentences of the code, which have no context, are held against it elsewhere."""
    known = set(texts(WRITTEN))
    assert [entry for entry in own_entries() if "Texts." in entry[0] and entry not in known] == []


def test_spanish_is_not_english() -> None:
    english = dict(texts(ENGLISH))
    alike = {context for context, text in texts(SPANISH) if text == english[context]}
    assert alike == ALIKE


def test_everything_is_filled_in_that_english_fills_in() -> None:
    english = dict(texts(ENGLISH))
    for context, text in texts(SPANISH):
        assert filled(text) == filled(english[context]), context


def test_commands_stay_as_they_are_typed() -> None:
    """What stands between backticks is to be typed, and is the same in every language."""
    english = dict(texts(ENGLISH))
    for context, text in texts(SPANISH):
        assert sorted(text.split("`")[1::2]) == sorted(english[context].split("`")[1::2]), context


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["en", "es"])
def test_lengths_that_discord_takes(words: object) -> None:
    assert isinstance(words, type(ENGLISH))
    for context, text in texts(words):
        name = context.partition(".")[2]
        if name.startswith("d_"):
            assert 1 <= len(text) <= 100, context
        assert len(text) <= 2000, context
    for label, page in words.help_pages.values():
        assert len(label) <= 38, label
        assert len(page) <= 2000, label
