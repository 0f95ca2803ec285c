"""`voidream commands list` and `sync`, with a local table that stores commands as Discord does."""

from __future__ import annotations

import asyncio

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.local_discord.server import LocalTable


@pytest.mark.usefixtures("log_as_before")
async def test_commands_are_listed_and_registered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = LocalTable()
    address = await table.start()
    monkeypatch.setenv("DISCORD_TOKEN", table.token)

    async def run_command(*words: str) -> Result:
        return await asyncio.to_thread(
            CliRunner().invoke, main, ["commands", *words, "--table", address], catch_exceptions=False
        )

    try:
        empty = await run_command("list")
        assert empty.exit_code == 1 and "/voidream: not registered" in empty.output
        assert table.registration.registrations == 0, "listing changes nothing"
        synced = await run_command("sync")
        assert synced.exit_code == 0 and "/voidream" in synced.output and "otherwise" not in synced.output
        current = await run_command("list")
        assert current.exit_code == 0 and "/voidream: registered\n" in current.output
        stored = table.registration.commands[None]
        stored.append({**stored.pop(0), "name": "poker"})
        stored[0]["description"] = "Another game"
        changed = await run_command("list")
        assert changed.exit_code == 1
        assert "/poker: registered, but not a command of this version" in changed.output
        assert f"/{stored[0]['name']}: registered, but different from this version" in changed.output
        await run_command("sync")
        assert (await run_command("list")).exit_code == 0 and table.registration.registrations == 2
        monkeypatch.setenv("DISCORD_TOKEN", "local-table-wrong")
        refused = await run_command("sync")
        assert refused.exit_code == 2 and "does not know this token" in refused.output
    finally:
        await table.stop()
    table.check()
