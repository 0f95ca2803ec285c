"""Deck names for places where a person chooses a deck."""

from __future__ import annotations

from bot.decks.own_decks import Shelf
from cards.i18n import Translator, msg

DEFAULT_HERE = msg("default here")

DECK_DEFAULT = msg("your default")
DECK_LAST_TIME = msg("played last")


def deck_label(shelf: Shelf, name: str, translate: Translator) -> str:
    """Return a deck's name, with the reason why it is listed first."""
    title = shelf.game.translator(translate.locale)(shelf.called(name))
    if name == shelf.preferred:
        return f"{title} ({translate(DECK_DEFAULT)})"
    if name == shelf.here:
        return f"{title} ({translate(DEFAULT_HERE)})"
    return f"{title} ({translate(DECK_LAST_TIME)})" if name == shelf.last else title
