"""Matches saved during every possible procedure continue as they did in the version that saved them.

The file was written by the first version, in format 2, from scenarios and random matches. They were chosen so that every
procedure, every step at which it can wait, every variable and every kind of event is on a stack of one of them. Each has
its result: the hash of all its answers in a random continuation.
"""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from tests.golden_saves.continuation import played_on
from tests.golden_saves.keeper import FOLDER

KEPT = msgspec.msgpack.decode(
    (FOLDER / "in-procedures.msgpack").read_bytes(), type=list[tuple[str, bytes, str]]
)


@pytest.mark.parametrize(("name", "save", "end"), KEPT, ids=[name for name, _, _ in KEPT])
def test_it_continues_as_before(name: str, save: bytes, end: str) -> None:
    match = played_on(Match.load(VOIDREAM, save), name)
    assert match.outcome is not None
    assert (
        hashlib.sha256(
            msgspec.json.encode([(one.seat, one.choice) for one in match.record.answers])
        ).hexdigest()[:16]
        == end
    )
