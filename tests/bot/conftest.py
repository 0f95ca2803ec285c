from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
import structlog

from bot.app.roles import Role
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.kit import Bot, open_bot
from tests.bot.stores import STORES, patient
from tests.conftest import plain_logs
from tests.postgres import Server, programs, serving
from tests.table.actor import Actor


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, one for all tests of a worker; without one these tests cannot run."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    with serving() as server:
        yield server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run marked tests on both stores; with `--postgres` run everything on PostgreSQL only."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "both_stores" in marks and "sqlite" not in marks and not metafunc.config.getoption("--postgres"):
        metafunc.parametrize("store_kind", ["sqlite", "postgres"], indirect=True)


@pytest.fixture(autouse=True)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The store on which a test runs."""
    usual = "postgres" if request.config.getoption("--postgres") else "sqlite"
    kind: str = getattr(request, "param", usual)
    if kind == "sqlite":
        yield kind
        return
    if request.node.get_closest_marker("sqlite"):
        pytest.skip("it is about SQLite")
    STORES.server = request.getfixturevalue("postgres")
    try:
        with pytest.MonkeyPatch.context() as patch:
            patient(patch)
            # Its heartbeat file can't be beside the database.
            patch.chdir(request.getfixturevalue("tmp_path"))
            yield kind
    finally:
        STORES.forget()


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as opened:
        yield opened


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """Restore the logging configuration of all libraries after a test."""
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

    Presses come over the gateway, or with the parameter "http" over HTTP. With "apart", separate processes answer and
    deliver.
    """
    way = getattr(request, "param", "gateway")
    roles = (Role.ANSWER, Role.DELIVER) if way == "apart" else (Role.RUN,)
    async with room(tmp_path / "bot.sqlite3", by_http=way != "gateway", roles=roles) as running:
        yield running


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
