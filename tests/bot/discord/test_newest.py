"""The newest commands, while processes with different ones share a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.commands.registration import GONE, NewestCommands
from tests.bot.kit import HandClock
from tests.bot.stores import stored


@pytest.mark.both_stores
@pytest.mark.parametrize(("old", "new"), [("a", "b"), ("b", "a")])
async def test_the_newest_commands_are_those_that_appeared_last(tmp_path: Path, old: str, new: str) -> None:
    clock = HandClock()
    async with stored(tmp_path / "bot.sqlite3") as store:
        commands = NewestCommands(store, clock)
        assert (await commands.status(old)).is_newest
        # At the same time by the clock, as on a machine whose clock is slow.
        state = await commands.status(new)
        assert state.is_newest and not state.is_alone
        assert not (await commands.status(old)).is_newest
        await clock.move(GONE / 1000)
        assert (await commands.status(old)).is_newest, "the newer commands are gone"
