"""Exchange everything that somebody can't see, and all that the whole bot lets them see stays the same, byte for byte.

`VOIDREAM_TWINS` says how many pairs of positions are compared (24 of Voidream, 6 of Dreamweavers, if it is not set).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.bot.chat.twins import Pair, dreamweavers_pairs, pairs

PAIRS = os.environ.get("VOIDREAM_TWINS")


@pytest.mark.parametrize(
    ("name", "paired", "number", "pushed"),
    [("voidream", pairs, 24, 4), ("dreamweavers", dreamweavers_pairs, 6, 12)],
)
async def test_what_somebody_can_not_see_changes_nothing_that_they_receive(
    tmp_path: Path, name: str, paired: Callable[[int, str], Iterator[Pair]], number: int, pushed: int
) -> None:
    number = int(PAIRS or number)
    made = list(paired(number, f"{number} pairs"))
    assert all(pair.data[0] != pair.data[1] for pair in made)
    (tmp_path / "pairs").write_bytes(msgspec.msgpack.encode(made))
    sides = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.chat.twins",
            str(tmp_path / "pairs"), str(side), str(tmp_path / f"side {side}"), name,
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
    assert looked["push"] >= number // pushed
    assert len(looked) > min(number, 30)
