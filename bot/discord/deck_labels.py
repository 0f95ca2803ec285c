"""Deck names for places where a person chooses a deck."""

from __future__ import annotations

from bot.decks.own_decks import DeckChoices
from cards.i18n import Translator, msg

DEFAULT_HERE = msg("default here")

DECK_DEFAULT = msg("your default")
DECK_LAST_TIME = msg("played last")


def deck_label(deck_choices: DeckChoices, name: str, translate: Translator) -> str:
    """Return a deck's name, with the reason why it is listed first."""
    title = deck_choices.game.translator(translate.locale)(deck_choices.called(name))
    if name == deck_choices.preferred:
        return f"{title} ({translate(DECK_DEFAULT)})"
    if name == deck_choices.here:
        return f"{title} ({translate(DEFAULT_HERE)})"
    return f"{title} ({translate(DECK_LAST_TIME)})" if name == deck_choices.last else title
