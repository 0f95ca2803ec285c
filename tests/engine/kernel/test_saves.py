"""Saved matches: whatever is wrong with the bytes, they are unreadable, and never anything else."""

from __future__ import annotations

import random
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.errors import UnreadableMatch
from engine.kernel.game import Game
from engine.kernel.match import FORMAT, Match
from engine.voidream.game import VOIDREAM
from tests.games.lanterns import Lanterns
from tests.golden_saves.keeping import FOLDER

HEAD = 9
"""Bytes before the content: what it is, the format, the checksum."""
WRONG: tuple[Any, ...] = (None, True, -1, 1 << 63, 2.5, "text", b"bytes", [], [[]], {}, {"a": 1}, [None] * 9)


def games() -> list[tuple[Game, bytes]]:
    rules = Lanterns()
    small = Match.new(rules, [["amber 1", "blue 2", "copper 3"], ["plum 4", "rose 5", "sage 6"]], "same")
    large = Match.load(VOIDREAM, (FOLDER / "in-the-middle.save").read_bytes())
    return [(rules, small.save()), (VOIDREAM, large.save())]


def sealed(content: bytes, number: int = FORMAT) -> bytes:
    """The content as a save whose checksum fits."""
    return b"VOID" + bytes([number]) + zlib.crc32(content).to_bytes(4, "little") + content


def refuses(game: Game, data: bytes) -> None:
    with pytest.raises(UnreadableMatch):
        Match.load(game, data)


@pytest.mark.parametrize(("game", "data"), games(), ids=["lanterns", "voidream"])
def test_cut_off_flipped_and_lengthened_bytes(game: Game, data: bytes) -> None:
    lot = random.Random(7)
    assert sealed(data[HEAD:]) == data
    assert Match.load(game, data).save() == data
    for _ in range(150):
        refuses(game, data[: lot.randrange(len(data))])
        place = lot.randrange(len(data))
        flipped = bytearray(data)
        flipped[place] ^= 1 << lot.randrange(8)
        refuses(game, bytes(flipped))
        here, there = sorted((lot.randrange(len(data)), lot.randrange(len(data))))
        refuses(game, data[:here] + lot.randbytes(there - here + 1) + data[there:])
    refuses(game, data + b"\0")
    refuses(game, data + data)


@pytest.mark.parametrize(("game", "data"), games(), ids=["lanterns", "voidream"])
def test_what_has_the_right_checksum_and_the_wrong_content(game: Game, data: bytes) -> None:
    """Wrong types at every place, nests without end, other formats: as a program might write that went wrong."""
    whole: list[Any] = msgspec.msgpack.decode(data[HEAD:])
    for wrong in WRONG:
        refuses(game, sealed(msgspec.msgpack.encode(wrong)))
        for place in (0, 1, 2, 3, 4, 5):
            if type(wrong) is not type(whole[place]):
                refuses(game, sealed(msgspec.msgpack.encode([*whole[:place], wrong, *whole[place + 1 :]])))
    for number in (0, 1, FORMAT + 1, 255):
        refuses(game, sealed(data[HEAD:], number))
    deep = b"\x91" * 200_000 + b"\xc0"
    refuses(game, sealed(deep))
    for place in (3, 5) if game is VOIDREAM else (5,):
        refuses(game, sealed(msgspec.msgpack.encode([*whole[:place], deep, *whole[place + 1 :]])))


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    for game in (Lanterns(), VOIDREAM):
        refuses(game, data)
        refuses(game, sealed(data))


def test_what_is_wrong_is_said() -> None:
    game, data = games()[0]
    for wrong, sentence in (
        (b"SQLite", "does not begin as one"),
        (sealed(data[HEAD:], 1), "saved in format 1; this program reads 2"),
        (data[:-1], "its checksum does not fit"),
    ):
        with pytest.raises(UnreadableMatch, match=sentence):
            Match.load(game, wrong)
