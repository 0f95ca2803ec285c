from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
import structlog

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
