"""People as Discord names them."""

from __future__ import annotations

import discord

from bot.discord.components.plain import bare
from bot.store.person import Person


def person_of(user: discord.abc.User) -> Person:
    """Return a Discord user as a person, by the name that is shown for them, if it can be seen at all."""
    return Person(user.id, bare(user.display_name) or user.name, user.bot)
