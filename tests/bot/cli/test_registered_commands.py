"""`voidream commands list` and `sync`, against a table that keeps commands as Discord does."""

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

    async def typed(*words: str) -> Result:
        return await asyncio.to_thread(
            CliRunner().invoke, main, ["commands", *words, "--table", address], catch_exceptions=False
        )

    try:
        empty = await typed("list")
        assert empty.exit_code == 1 and "/voidream: not registered" in empty.output
        assert table.registration.registrations == 0, "looking changes nothing"
        written = await typed("sync")
        assert written.exit_code == 0 and "/voidream" in written.output and "otherwise" not in written.output
        listed = await typed("list")
        assert listed.exit_code == 0 and "/voidream: registered\n" in listed.output
        kept = table.registration.commands[None]
        kept.append({**kept.pop(0), "name": "poker"})
        kept[0]["description"] = "Another game"
        other = await typed("list")
        assert other.exit_code == 1
        assert "/poker: registered, but not a command of this version" in other.output
        assert f"/{kept[0]['name']}: registered, but different from this version" in other.output
        await typed("sync")
        assert (await typed("list")).exit_code == 0 and table.registration.registrations == 2
        monkeypatch.setenv("DISCORD_TOKEN", "local-table-wrong")
        refused = await typed("sync")
        assert refused.exit_code == 2 and "does not know this token" in refused.output
    finally:
        await table.stop()
    table.check()
