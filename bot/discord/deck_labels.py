"""The names of decks where a person chooses one."""

from __future__ import annotations

from bot.decks.own_decks import Shelf
from cards.i18n import Translator, msg

DEFAULT_HERE = msg("default here")

DECK_DEFAULT = msg("your default")
DECK_LAST_TIME = msg("played last")


def deck_label(shelf: Shelf, name: str, translate: Translator) -> str:
    """Return a deck's name, with a word on why it stands first."""
    called = shelf.game.translator(translate.locale)(shelf.called(name))
    if name == shelf.preferred:
        return f"{called} ({translate(DECK_DEFAULT)})"
    if name == shelf.here:
        return f"{called} ({translate(DEFAULT_HERE)})"
    return f"{called} ({translate(DECK_LAST_TIME)})" if name == shelf.last else called
