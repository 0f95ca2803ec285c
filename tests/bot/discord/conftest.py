from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.local_discord.actor import Actor
from tests.bot.discord.kit import Duel, Room, begin_match, room


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncGenerator[Room]:
    """The bot at a table, with a small game."""
    async with room(tmp_path / "bot.sqlite3") as made:
        yield made


@pytest.fixture
def ada(lobby: Room) -> Actor:
    return Actor(lobby.table, "Ada")


@pytest.fixture
def bo(lobby: Room) -> Actor:
    return Actor(lobby.table, "Bo")


@pytest.fixture
def cy(lobby: Room) -> Actor:
    """Somebody who reads along."""
    return Actor(lobby.table, "Cy")


@pytest.fixture
async def duel(lobby: Room, ada: Actor, bo: Actor) -> Duel:
    """A match that has begun."""
    return await begin_match(lobby, ada, bo)
