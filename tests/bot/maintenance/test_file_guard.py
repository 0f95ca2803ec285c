"""A database replaced under a running bot is noticed; one that is only written to is not."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.maintenance.file_guard import FileGuard
from bot.store.about import Everything
from tests.bot.kit import ADA, Bot, lay_out

pytestmark = pytest.mark.sqlite


def checkpoint(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.fixture
async def guard(bot: Bot) -> FileGuard:
    file_guard = FileGuard(bot.path)
    await file_guard.mark(bot.store)
    return file_guard


async def test_nothing_is_noticed_while_the_bot_writes(bot: Bot, guard: FileGuard) -> None:
    for n in range(4):
        async with bot.store.write(Everything()) as tx:
            await tx.people.store(ADA.id + n, "x" * 5000)
        if n % 2:
            checkpoint(bot.path)
        assert guard.check() == ""


async def test_a_replaced_file_is_noticed(bot: Bot, guard: FileGuard, tmp_path: Path) -> None:
    replacement = tmp_path / "other.sqlite3"
    checkpoint(bot.path)
    shutil.copy(bot.path, replacement)
    replacement.rename(bot.path)
    assert "was replaced" in guard.check()
    bot.path.unlink()
    assert "moved away or deleted" in guard.check()


async def test_replaced_content_in_the_same_file_is_noticed(
    bot: Bot, guard: FileGuard, tmp_path: Path
) -> None:
    replacement = tmp_path / "other.sqlite3"
    await lay_out(replacement)
    checkpoint(bot.path)
    assert guard.check() == ""
    whole = bot.path.read_bytes()
    bot.path.write_bytes(replacement.read_bytes())
    problems = [guard.check() for _ in range(2)]
    bot.path.write_bytes(whole)
    assert problems[0] == "" and "was replaced" in problems[1]
