"""Matches that were saved by earlier versions load, go on, and end. See `keeping`."""

from __future__ import annotations

import pytest

from engine.kernel.match import Match
from engine.voidream.game import VOIDREAM
from tests.golden_saves.keeping import FOLDER, SAVES, played_on

NAMES = sorted(SAVES)


def saved(name: str) -> bytes:
    return (FOLDER / f"{name}.save").read_bytes()


def test_they_are_all_there() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.save")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_and_is_saved_as_it_is_now(name: str) -> None:
    match = Match.load(VOIDREAM, saved(name))
    assert Match.load(VOIDREAM, match.save()).save() == match.save()
    assert (match.outcome is not None) == (name == "over")
    for viewer in (0, 1, None):
        assert match.view(viewer)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_on_and_ends(name: str) -> None:
    match = played_on(Match.load(VOIDREAM, saved(name)), name)
    assert match.outcome is not None
    again = Match.load(VOIDREAM, match.save())
    assert again.outcome == match.outcome
    assert again.record == match.record
