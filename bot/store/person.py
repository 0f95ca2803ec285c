"""People on Discord, as the store and all layers above it represent them."""

from __future__ import annotations

import msgspec

from cards.i18n import msg

A_FORMER_PLAYER = msg("a former player")
"""The name of a person who deleted their data, translated for each reader. Their placeholder's id is negative."""


A_FORMER_MODERATOR = msg("a former moderator")


class Person(msgspec.Struct, frozen=True):
    """A person on Discord. `name` is their unescaped display name."""

    id: int
    name: str
    is_bot: bool = False
    is_this_bot: bool = False
    """The bot itself, which plays for practice."""
