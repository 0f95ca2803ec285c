"""People on Discord, as the store and everything above it name them."""

from __future__ import annotations

import msgspec

from cards.i18n import msg

A_FORMER_PLAYER = msg("a former player")
"""A person who was forgotten. Their stand-ins have ids below 0, and this name in each reader's language."""


A_FORMER_MODERATOR = msg("a former moderator")


class Person(msgspec.Struct, frozen=True):
    """Someone on Discord. `name` is how they are called in texts, as they wrote it: to be escaped when shown."""

    id: int
    name: str
    is_bot: bool = False
    is_house: bool = False
    """The bot itself, which plays for practice."""
