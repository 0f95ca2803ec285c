"""Shared fixtures and helpers for tests of server settings."""

from __future__ import annotations

import pytest

from bot.local_discord.permissions import Permission
from bot.local_discord.records import Channel
from tests.bot.discord.kit import Room
from tests.table.actor import Actor, InteractionOutcome


@pytest.fixture
def manager(lobby: Room) -> Actor:
    """A person who manages the server."""
    return manages(lobby, "Mo")


def manages(lobby: Room, name: str) -> Actor:
    world, guild = lobby.table.world, lobby.table.guild
    actor = Actor(lobby.table, name)
    role = world.add_role(guild, "Keepers", Permission.MANAGE_GUILD)
    guild.members[actor.person.id].roles.append(role.id)
    return actor


def told(outcome: InteractionOutcome, sentence: str) -> None:
    assert not outcome.failed
    assert sentence in outcome.text, outcome.text
    assert all(message.ephemeral for message in outcome.messages)


def another(lobby: Room, name: str = "arena") -> Channel:
    return lobby.table.world.add_channel(lobby.table.guild, name)


def walk_form(form: InteractionOutcome) -> list[dict[str, object]]:
    return [part["component"] for part in form.modal["components"]]
