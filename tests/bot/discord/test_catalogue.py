"""Discord's limits for the bot's texts in every language, and names that are never translated."""

from __future__ import annotations

from cards.i18n import Locale
from tests.cards.i18n.catalogue import entries

LONGEST = 2000


def test_typed_commands_are_never_translated() -> None:
    """Text between backticks is typed, and is the same in every language."""
    for entry in entries(Locale.SPANISH):
        for english, form in zip(entry.english, entry.forms, strict=True):
            assert sorted(form.split("`")[1::2]) == sorted(english.split("`")[1::2]), entry.where


def test_every_text_has_room_in_a_message() -> None:
    for entry in entries(Locale.SPANISH):
        assert all(
            len(text) <= LONGEST and text == text.strip(" ") for text in (*entry.english, *entry.forms)
        )
