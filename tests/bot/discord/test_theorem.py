"""Exchange everything that a person can't see: everything that the bot shows them stays the same, byte for byte.

`VOIDREAM_TWINS` and `DREAMWEAVERS_TWINS` are the numbers of compared pairs of positions (10 and 6 by default). With
`DREAMWEAVERS_UNDRAWN` set, Dreamweavers' pictures are not drawn, for large numbers. Use `-o faulthandler_timeout=0`
for those.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.bot.discord import twins
from tests.bot.discord.twin_games import TWIN_GAMES
from tests.bot.discord.twin_pairs import pairs
from tests.forks import FORKS

PAIRS = {
    "voidream": int(os.environ.get("VOIDREAM_TWINS", "10")),
    "dreamweavers": int(os.environ.get("DREAMWEAVERS_TWINS", "6")),
}

pytestmark = pytest.mark.sqlite


@pytest.mark.slow
@pytest.mark.parametrize("game", PAIRS)
async def test_hidden_things_change_nothing_that_a_person_receives(tmp_path: Path, game: str) -> None:
    number = PAIRS[game]
    positions = list(pairs(TWIN_GAMES[game](), number, f"{number} pairs"))
    assert all(pair.data[0] != pair.data[1] for pair in positions)
    (tmp_path / "pairs").write_bytes(msgspec.msgpack.encode(positions))
    sides = FORKS.Process(target=twins.main, args=(game, tmp_path / "pairs", tmp_path / "side"))
    sides.start()
    await asyncio.to_thread(sides.join)
    assert sides.exitcode == 0
    looked: Counter[str] = Counter()
    with (tmp_path / "side 0").open() as first_output, (tmp_path / "side 1").open() as second_output:
        for pair, first, second in zip(positions, first_output, second_output, strict=True):
            received, again = json.loads(first), json.loads(second)
            assert received.keys() == again.keys()
            for way, text in received.items():
                assert text == again[way], (way, pair.viewer)
                looked[way.partition(" ")[2] or way] += 1
    assert looked["push"] >= number // 4
    assert len(looked) > min(number, 30)
