"""Messages for a wrong start of the bot: a sentence, exit code 2, and never a traceback or a secret."""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.local_discord.server import HOST, LocalTable
from tests.whole.processes import started


async def refused(folder: Path, *arguments: str, **settings: str) -> str:
    """Run a command that is refused, and return its output."""
    async with started(folder, *arguments, **settings) as running:
        assert await running.ended() == 2, running.text
    assert "Traceback" not in running.text
    for secret in settings.get("DISCORD_TOKEN", "").split():
        assert len(secret) < 8 or secret not in running.text
    return running.text


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"DISCORD_TOKEN": "two words"}, "DISCORD_TOKEN"),
        ({"PICTURE_WORKERS": "many"}, "PICTURE_WORKERS"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
    ],
)
async def test_a_bad_setting_is_named(tmp_path: Path, settings: dict[str, str], says: str) -> None:
    output = await refused(tmp_path, "run", **({"DISCORD_TOKEN": "x" * 40} | settings))
    assert says in output
    assert os.listdir(tmp_path) == [], "nothing was started"


async def test_a_newer_versions_database_is_left_alone(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    try:
        settings = {"DISCORD_TOKEN": table.token, "DATABASE": "bot.sqlite3"}
        async with started(tmp_path, "run", "--table", table.address, **settings) as running:
            await running.said("ready")
            assert await running.stop() == 0
        database = tmp_path / "bot.sqlite3"
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("UPDATE schema_version SET version = 999")
            opened.commit()
        before = database.read_bytes()
        output = await refused(tmp_path, "run", "--table", table.address, **settings)
        assert "newer" in output and "bot.sqlite3" in output
        assert database.read_bytes() == before
    finally:
        await table.stop()


async def test_a_token_unknown_to_the_table(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    try:
        output = await refused(
            tmp_path, "run", "--table", table.address, DISCORD_TOKEN=f"{table.token}-of-another-table"
        )
        assert "token" in output
    finally:
        await table.stop()


async def test_a_missing_table(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind((HOST, 0))
        address = f"http://{HOST}:{silent.getsockname()[1]}"
        output = await refused(tmp_path, "run", "--table", address, DISCORD_TOKEN=LocalTable().token)
    assert "can't be reached" in output


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    table = LocalTable()
    address = await table.start()
    try:
        port = address.rpartition(":")[2]
        assert f"Port {port} can't be used" in await refused(tmp_path, "table", "--port", port)
    finally:
        await table.stop()


async def test_another_application_continues_only_if_configured(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    try:
        settings = {"DATABASE": "bot.sqlite3"}
        where = ("run", "--table", table.address)
        async with started(tmp_path, *where, DISCORD_TOKEN=table.token, **settings) as running:
            await running.said("ready")
            assert await running.stop() == 0
        token = await table.replace_application()
        output = await refused(tmp_path, *where, DISCORD_TOKEN=token, **settings)
        assert "--adopt" in output and "belongs to application" in output
        async with started(tmp_path, *where, "--adopt", DISCORD_TOKEN=token, **settings) as running:
            await running.said("ready")
            assert await running.stop() == 0
    finally:
        await table.stop()


async def test_a_token_that_is_reset_ends_the_bot_with_a_sentence(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    try:
        token = table.token
        async with started(tmp_path, "run", "--table", table.address, DISCORD_TOKEN=token) as running:
            await running.said("ready")
            await table.reset_token()
            assert await running.ended() == 2
        assert "copy the new one from the developer portal" in running.text
        assert "Traceback" not in running.text and token not in running.text
    finally:
        await table.stop()
