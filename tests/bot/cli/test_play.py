"""Starting the bot from the command line: as a separate process, with a table, and with invalid settings."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.whole.processes import started

ROOT = Path(__file__).parents[3]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of this process without the bot's settings, plus the given ones."""
    inherited = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "SYSTEMROOT", "TMPDIR")}
    return {**inherited, "PYTHONPATH": str(ROOT), **more}


def run_to_end(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@contextmanager
def running(folder: Path, *arguments: str, **settings: str) -> Generator[subprocess.Popen[str]]:
    """Run a command that doesn't end by itself, and kill it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder, env=environment(**settings), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def wait_for_output(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """Read a process's output up to a line that matches the pattern."""
    assert process.stdout is not None
    output = ""
    for line in process.stdout:
        output += line
        if match := re.search(pattern, line):
            return match
    raise AssertionError(f"it ended with: {output}")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "x" * 40, "DATABASE": "nowhere/at/all.db"}, "nowhere/at/all.db"),
    ],
)
def test_a_bad_setting_is_named_and_the_exit_code_is_2(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    process = run_to_end(tmp_path, "run", **settings)
    assert process.returncode == 2
    assert sentence in process.stderr
    assert "Traceback" not in process.stderr
    assert "x" * 40 not in process.stderr


async def test_a_real_token_is_never_used_with_a_table(tmp_path: Path) -> None:
    command = ("run", "--table", "http://127.0.0.1:1")
    async with started(tmp_path, *command, DISCORD_TOKEN="y" * 60) as bot:
        assert await bot.ended() == 2
    assert "no local table" in bot.text
    assert "y" * 60 not in bot.text


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_table_starts_with_the_bot_and_stops_cleanly(tmp_path: Path, sign: signal.Signals) -> None:
    with running(tmp_path, "table", "--port", "0", "--no-browser") as process:
        address = wait_for_output(process, r"open at (http://127\.0\.0\.1:\d+)")[1]
        with urllib.request.urlopen(address, timeout=60) as page:
            assert "<title>" in page.read().decode()
        process.send_signal(sign)
        assert process.wait(60) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["voidream-table"], "matches are stored there"


@pytest.mark.slow
async def test_a_killed_bot_can_be_restarted_at_the_same_table(tmp_path: Path) -> None:
    async with started(tmp_path, "table", "--port", "0", "--without-bot") as table:
        address = (await table.said("open at http://127.0.0.1:")).split()[-1]
        token = (await table.said("DISCORD_TOKEN=")).partition("DISCORD_TOKEN=")[2].split()[0]
        async with started(tmp_path, "run", "--table", address, DISCORD_TOKEN=token) as bot:
            await bot.said("ready")
            bot.kill()
            await bot.ended()
        async with started(tmp_path, "run", "--table", address, DISCORD_TOKEN=token) as bot:
            await bot.said("ready")
            assert await bot.stop() == 0
