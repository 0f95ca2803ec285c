"""Installs decks: building, showing and passing them on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.decks.commands import DecksFeature
from bot.features.decks.handlers import DeckEditing
from bot.features.decks.messages import DeckMessages
from bot.installation import Part, Services


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = DeckMessages(of.games, of.decks, of.people, of.pictures)
    editing = DeckEditing(of.decks, of.which, messages)
    return DecksFeature(of.which, of.decks, editing, messages), editing
