"""Warm-up before a process is ready: it plays invisible matches, and yields to everything else."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from pathlib import Path

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.app.rehearsal import rehearsal, rehearse
from bot.app.roles import Address, Role
from bot.app.run import opened
from bot.games.playable import Games
from bot.games.registry import games
from bot.local_discord.connect import connected
from bot.local_discord.server import HOST, LocalTable
from bot.platform import metrics
from bot.platform.low_priority import NICER, give_way
from bot.settings import read_settings
from tests.games.registry import parlour


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_match_of_each_game_is_rendered_and_deleted(scratch: Path) -> None:
    checks = list[None]()

    def is_wanted() -> bool:
        checks.append(None)
        return True

    with capture_logs() as logs:
        rehearse(read_settings(discord_token=None, database=scratch / "real.sqlite3"), games(), is_wanted)
    assert logs == [] and len(checks) >= 3 * 3
    assert list(scratch.iterdir()) == []
    assert (
        b"voidream_moves_total{" not in metrics.text() and b"voidream_pictures_total{" not in metrics.text()
    )


def test_a_failed_or_cancelled_warm_up_does_not_prevent_the_start(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read_settings(discord_token=None, database=scratch / "real.sqlite3")
    with capture_logs() as logs:
        rehearse(settings, Games.of(parlour()), lambda: False)
    assert logs == [] and list(scratch.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(scratch / "missing"))
    with capture_logs() as logs:
        rehearse(settings, Games.of(parlour()), lambda: True)
    assert [log["log_level"] for log in logs] == ["warning"]


def test_a_process_without_pictures_needs_no_warm_up(tmp_path: Path) -> None:
    settings_and_games = (
        read_settings(discord_token=None, database=tmp_path / "real.sqlite3"),
        Games.of(parlour()),
    )
    assert [role for role in Role if rehearsal(*settings_and_games, role) is not None] == [
        Role.RUN,
        Role.ANSWER,
        Role.DELIVER,
    ]


async def test_it_is_healthy_but_not_ready_during_the_warm_up(tmp_path: Path) -> None:
    table, stop, begun, finished = LocalTable(), asyncio.Event(), asyncio.Event(), asyncio.Event()
    await table.start()

    async def rehearse() -> None:
        begun.set()
        await finished.wait()

    settings = read_settings(discord_token=None, database=tmp_path / "bot.sqlite3")
    with connected(table.address, table.token):
        async with (
            opened(
                settings, Games.of(parlour()), role=Role.ANSWER, address=Address(), rehearse=rehearse
            ) as bot,
            aiohttp.ClientSession() as session,
        ):
            serving = asyncio.create_task(bot.serve(table.token, stop))
            await begun.wait()
            web = bot.web
            assert web is not None

            async def asked(page: str) -> int:
                async with session.get(f"http://{HOST}:{web.port}{page}") as answered:
                    return answered.status

            assert (await asked("/healthz"), await asked("/readyz")) == (200, 503)
            finished.set()
            await bot.client.readied.wait()
            await bot.is_open.wait()
            assert await asked("/readyz") == 200
            stop.set()
            web._pages.is_asked = False  # pyright: ignore[reportPrivateUsage] - the product doesn't need to notice the end
            await serving
    await table.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all threads of a process have one priority")
def test_only_yielding_work_has_a_lower_priority() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)

    def priorities() -> tuple[int, int]:
        inner = list[int]()
        thread = threading.Thread(
            target=lambda: inner.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        )
        thread.start()
        thread.join()
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id()), inner[0]

    lower = min(19, before + NICER)
    assert give_way(priorities).result() == (lower, lower)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_failures_of_the_warm_up_are_raised() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        give_way(lambda: int("no number")).result()
