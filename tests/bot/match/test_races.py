"""Some races between two processes on one PostgreSQL; `python -m tests.bot.races` runs all, in more orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.postgres.connection import PostgresConnection
from tests.bot.races.race import races

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)


async def test_two_simultaneous_acts_are_serialized(tmp_path: Path) -> None:
    async with races(tmp_path) as setup:
        for first, second in (
            ("Ada answers", "a moderator ends"),
            ("Bo accepts", "Ada is forgotten"),
            ("Cy sits down", "Di sits down"),
        ):
            assert await setup.race(first, second, 1) == []
        assert await setup.race("Ada challenges Cy", "Ada challenges Cy", 1, same_press=True) == []
        assert setup.found.waits > 0, "they never ran at the same time"


async def test_missing_locks_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hold(*args: object) -> None:
        pass

    monkeypatch.setattr(PostgresConnection, "hold", hold)
    async with races(tmp_path) as setup:
        assert await setup.race("Cy sits down", "Di sits down", 1)
