"""The names of decks where a person chooses one."""

from __future__ import annotations

from bot.decks.own_decks import Shelf
from bot.discord.texts.texts import Texts


def deck_label(shelf: Shelf, name: str, words: Texts) -> str:
    """Return a deck's name, with a word on why it stands first."""
    called = shelf.game.translator(words.locale)(shelf.called(name))
    if name == shelf.preferred:
        return f"{called} ({words.deck_default})"
    if name == shelf.here:
        return f"{called} ({words.settings.default_here})"
    return f"{called} ({words.deck_last_time})" if name == shelf.last else called
