"""The JSON of interactions, for commands and people."""

from __future__ import annotations

from collections.abc import Mapping
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
