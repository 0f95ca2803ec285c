"""The JSON of interactions, for commands and people, and suggestions for what a person types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import discord
from discord import app_commands

Interaction = discord.Interaction[discord.Client]
Payload = Mapping[str, Any]
"""A JSON object from Discord."""
SlashCommand = app_commands.Command[Any, ..., Any]
"""A slash command with any options."""


def data_of(interaction: Interaction) -> Payload:
    """Return the data of an interaction; empty if there is none."""
    return cast(Payload, interaction.data or {})


def chosen(interaction: Interaction, kind: str, key: int | str) -> Payload | None:
    """Return a user, member, channel or role that the person chose, or None.

    `kind` is Discord's name for the list, such as "members".
    """
    return data_of(interaction).get("resolved", {}).get(kind, {}).get(str(key))


def typed_so_far(interaction: Interaction, parameter: str) -> str:
    """Return the text that the person has entered for a parameter; "" if there is none."""
    return getattr(interaction.namespace, parameter, None) or ""


def matching(
    suggestions: Iterable[tuple[str, str]], typed: str, *, by_value: bool = False
) -> list[tuple[str, str]]:
    """Return the suggestions (shown, value) that contain the typed text, shown or with `by_value` in the value."""
    query = typed.strip().casefold()
    return [
        (shown, value)
        for shown, value in suggestions
        if query in shown.casefold() or (by_value and query in value.casefold())
    ]
