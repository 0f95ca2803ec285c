"""Two processes on one PostgreSQL: some races; `python -m tests.bot.races` holds all, in more orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.postgres.connection import PostgresConnection
from tests.bot.races.race import races

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)


async def test_two_acts_at_once_come_out_as_one_after_the_other(tmp_path: Path) -> None:
    async with races(tmp_path) as held:
        for one, other in (
            ("Ada answers", "a moderator ends"),
            ("Bo accepts", "Ada is forgotten"),
            ("Cy sits down", "Di sits down"),
        ):
            assert await held.race(one, other, 1) == []
        assert await held.race("Ada challenges Cy", "Ada challenges Cy", 1, same_press=True) == []
        assert held.found.waits > 0, "they have never been under way together"


async def test_it_is_found_if_transactions_do_not_hold_what_they_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hold(*given: object) -> None:
        pass

    monkeypatch.setattr(PostgresConnection, "hold", hold)
    async with races(tmp_path) as held:
        assert await held.race("Cy sits down", "Di sits down", 1)
