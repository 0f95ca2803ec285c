from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
import structlog

from bot.app.roles import Role
from bot.local_discord.actor import Actor
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.kit import Bot, open_bot
from tests.conftest import plain_logs


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as one:
        yield one


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """Take back how a test has set up the log, for all libraries."""
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in [*root.manager.loggerDict, "root"]}
    handlers = root.handlers[:]
    yield
    root.handlers[:] = handlers
    for name in [*root.manager.loggerDict, "root"]:
        logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))
    plain_logs()
    structlog.contextvars.clear_contextvars()


@pytest.fixture
async def lobby(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncGenerator[Room]:
    """The bot at a table, with a small game.

    The parameter "http" lets presses come over HTTP, "apart" has processes of their own answer and deliver.
    """
    way = getattr(request, "param", "")
    roles = (Role.ANSWER, Role.DELIVER) if way == "apart" else (Role.RUN,)
    async with room(tmp_path / "bot.sqlite3", by_http=bool(way), roles=roles) as made:
        yield made


@pytest.fixture
def ada(lobby: Room) -> Actor:
    return Actor(lobby.table, "Ada")


@pytest.fixture
def bo(lobby: Room) -> Actor:
    return Actor(lobby.table, "Bo")


@pytest.fixture
def cy(lobby: Room) -> Actor:
    """Return a spectator."""
    return Actor(lobby.table, "Cy")


@pytest.fixture
async def duel(lobby: Room, ada: Actor, bo: Actor) -> Duel:
    """A match that has begun."""
    return await begin_match(lobby, ada, bo)
