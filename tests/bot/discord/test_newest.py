"""The newest commands while processes with different ones share a database."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.commands.registration import GONE, NewestCommands
from tests.bot.kit import HandClock
from tests.bot.stores import stored


@pytest.mark.both_stores
@pytest.mark.parametrize(("old", "new"), [("a", "b"), ("b", "a")])
async def test_the_newest_are_those_seen_first_last_whatever_clocks_and_digests_say(
    tmp_path: Path, old: str, new: str
) -> None:
    clock = HandClock()
    async with stored(tmp_path / "bot.sqlite3") as store:
        commands = NewestCommands(store, clock)
        assert (await commands.standing(old)).is_newest
        # At the same moment by the clock, as on a machine whose clock is behind.
        standing = await commands.standing(new)
        assert standing.is_newest and not standing.is_alone
        assert not (await commands.standing(old)).is_newest
        await clock.move(GONE / 1000)
        assert (await commands.standing(old)).is_newest, "the newer ones are gone"
