"""The interface of a feature on Discord: its commands, and the handlers of its buttons, menus and forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from discord import app_commands

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.replies import Interaction, Reply
from bot.discord.components.submitted import Submitted

if TYPE_CHECKING:
    from bot.discord.commands.layout import Layout
    from bot.discord.error_boundary import ErrorBoundary

Choices = list[app_commands.Choice[str]]
"""Suggestions while a person types."""
Handler = Callable[[Reply, CustomId, Submitted], Awaitable[None]]
"""Answers a press on a control, or a form: called with what was chosen or filled in."""


class HasCommands(Protocol):
    """A feature with slash commands."""

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add its commands."""
        ...


class HasControls(Protocol):
    """A feature with buttons, menus or forms in its messages."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act (`bot.discord.components.custom_ids`)."""
        ...


__all__ = ["Choices", "Handler", "HasCommands", "HasControls", "Interaction"]
