"""Exchange everything that someone can't see, and all that the whole bot lets them see stays the same, byte for byte.

`VOIDREAM_TWINS` and `DREAMWEAVERS_TWINS` say how many pairs of positions are compared (10 and 6 if they are not set).
With `DREAMWEAVERS_UNDRAWN` set, the pictures of Dreamweavers are not drawn, for large numbers. Those want `-o faulthandler_timeout=0`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.bot.discord.twin_games import TWIN_GAMES
from tests.bot.discord.twins import pairs

PAIRS = {
    "voidream": int(os.environ.get("VOIDREAM_TWINS", "10")),
    "dreamweavers": int(os.environ.get("DREAMWEAVERS_TWINS", "6")),
}

pytestmark = pytest.mark.sqlite


@pytest.mark.slow
@pytest.mark.parametrize("game", PAIRS)
async def test_what_a_person_can_not_see_changes_nothing_that_they_receive(tmp_path: Path, game: str) -> None:
    number = PAIRS[game]
    made = list(pairs(TWIN_GAMES[game](), number, f"{number} pairs"))
    assert all(pair.data[0] != pair.data[1] for pair in made)
    (tmp_path / "pairs").write_bytes(msgspec.msgpack.encode(made))
    sides = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.discord.twins", game,
            str(tmp_path / "pairs"), str(side), str(tmp_path / f"side {side}"),
        )
        for side in (0, 1)
    ]  # fmt: skip
    assert [await side.wait() for side in sides] == [0, 0]
    looked: Counter[str] = Counter()
    with (tmp_path / "side 0").open() as one, (tmp_path / "side 1").open() as other:
        for pair, first, second in zip(made, one, other, strict=True):
            told, again = json.loads(first), json.loads(second)
            assert told.keys() == again.keys()
            for way, text in told.items():
                assert text == again[way], (way, pair.viewer)
                looked[way.partition(" ")[2] or way] += 1
    assert looked["push"] >= number // 4
    assert len(looked) > min(number, 30)
