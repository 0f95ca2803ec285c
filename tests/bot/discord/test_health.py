"""Health checks: problems are reported, none of them stops the heartbeat, and the bot recovers by itself."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.bot import AWAY
from bot.maintenance.health import EVERY, FRESH, Heartbeat, main, what_is_wrong
from bot.platform.worker import STUCK, Progress
from tests.bot.discord.kit import Room
from tests.bot.kit import HandClock
from tests.bot.stores import stored


class Wrong:
    """The current problems, set by a test."""

    def __init__(self) -> None:
        self.said: Sequence[str] = ()
        self.fails = False

    async def __call__(self) -> Sequence[str]:
        if self.fails:
            raise ZeroDivisionError
        return self.said


async def test_the_heartbeat_reports_problems(tmp_path: Path) -> None:
    file, clock, wrong = tmp_path / "alive", HandClock(), Wrong()
    pulse = Heartbeat(file, clock, wrong)
    assert what_is_wrong(file, clock.now()) == [
        "There is no sign of life: the bot does not run, or has not begun."
    ]
    assert await pulse.beat() == clock.now() + EVERY
    assert not what_is_wrong(file, clock.now() + FRESH)
    assert what_is_wrong(file, clock.now() + FRESH + 1)
    wrong.said = ["nothing can be written down:\ndisk full"]
    await pulse.beat()
    assert what_is_wrong(file, clock.now()) == ["nothing can be written down: disk full"]
    wrong.fails = True
    await pulse.beat()
    assert "ZeroDivisionError" in what_is_wrong(file, clock.now())[0]
    wrong.said, wrong.fails = (), False
    await pulse.beat()
    assert not what_is_wrong(file, clock.now())
    pulse.end()
    assert what_is_wrong(file, clock.now())
    for content in (b"", b"soon\n", b"\xff\xfe"):
        file.write_bytes(content)
        assert what_is_wrong(file, clock.now()) == ["The sign of life can't be read."]


async def test_a_heartbeat_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """A full disk, a folder without permissions: the next heartbeat is written when possible."""
    clock, file = HandClock(), tmp_path / "alive"
    file.mkdir()
    pulse = Heartbeat(file, clock, Wrong())
    for _ in range(3):
        assert await pulse.beat() == clock.now() + EVERY
    assert what_is_wrong(file, clock.now())
    file.rmdir()
    await pulse.beat()
    assert not what_is_wrong(file, clock.now())
    file.unlink()
    file.mkdir()
    pulse.end()


def test_the_command_reports_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing")]) == 1
    assert "no sign of life" in capsys.readouterr().out
    assert main(["one", "two"]) == 2


def test_it_reads_the_heartbeat_beside_the_configured_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The path in a container."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(tmp_path / "elsewhere.sqlite3"))
    assert main([]) == 1
    (tmp_path / "elsewhere.sqlite3.alive").write_text(f"{time.time_ns() // 1_000_000 + 60_000}\n")
    assert main([]) == 0
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert main([]) == 1
    assert "LOG_LEVEL" in capsys.readouterr().out


async def test_failing_or_hanging_work_is_reported(tmp_path: Path) -> None:
    clock = HandClock()
    progress = Progress("alarms", clock)
    assert progress.problem == ""
    progress.begin()
    await clock.move(STUCK / 1000)
    assert progress.problem == ""
    await clock.move(1)
    assert progress.problem == "alarms have stood still for 61 s"
    progress.failed(OSError("disk full"))
    await clock.move(5)
    progress.begin()
    progress.failed(OSError("disk full"))
    assert progress.problem == "alarms fail for 5 s: OSError: disk full"
    progress.begin()
    progress.done()
    assert progress.problem == ""


@pytest.mark.sqlite
async def test_a_running_bot_is_healthy_and_reports_problems(lobby: Room) -> None:
    assert lobby.running is not None
    bot = lobby.running.bot
    assert await bot.problems() == []
    # Nothing can be written: another program locks the database.
    with closing(sqlite3.connect(lobby.file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert any("nothing can be written down" in problem for problem in await bot.problems())
        assert "announcements" not in bot.outbox.problem
    assert await bot.problems() == []
    # Discord disconnects, and comes back.
    await bot.client.on_shard_disconnect(0)
    await bot.client.on_shard_disconnect(0)
    assert await bot.problems() == []
    await lobby.clock.move(AWAY / 1000)
    assert await bot.problems() == ["there has been no connection to Discord for 20 s"]
    await bot.client.on_shard_resumed(0)
    assert await bot.problems() == []
    # A dead loop is unhealthy, too.
    assert bot.alarms._running is not None
    bot.alarms._running.cancel()
    await asyncio.wait([bot.alarms._running])
    assert await bot.problems() == ["alarms have ended"]


async def test_the_last_heartbeat_is_in_the_database(lobby: Room) -> None:
    assert lobby.running is not None
    await lobby.running.bot.problems()
    await lobby.running.end()
    async with stored(lobby.file) as store, store.read() as reading:
        assert await reading.key_values.of("alive") == str(lobby.clock.now())
    await lobby.begin()
