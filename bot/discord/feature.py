"""The interface of a feature on Discord: the handlers of its buttons, menus and forms, and its view of servers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, runtime_checkable

import discord
from discord import app_commands

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.replies import Interaction, Reply
from bot.discord.components.submitted import Submitted

Choices = list[app_commands.Choice[str]]
"""Suggestions while a person types."""
Handler = Callable[[Reply, CustomId, Submitted], Awaitable[None]]
"""Answers a press on a control, or a form: called with what was chosen or filled in."""


@runtime_checkable
class HasControls(Protocol):
    """A feature with buttons, menus or forms in its messages."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act (`bot.discord.components.custom_ids`)."""
        ...


@runtime_checkable
class WatchesServers(Protocol):
    """A feature that does something for the servers on which the bot is."""

    def look(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server: it has just come, or the server is in reach again."""
        ...

    def changed(self, guild: discord.Guild) -> None:
        """Note that the bot may do more or less on a server."""
        ...

    async def run(self, client: discord.Client) -> None:
        """Do what is due, until cancelled."""
        ...


__all__ = ["Choices", "Handler", "HasControls", "Interaction", "WatchesServers"]
