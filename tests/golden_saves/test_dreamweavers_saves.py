"""Matches of Dreamweavers that were saved by earlier versions load, go on, and end as they would have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cards.dreamweavers.card_schema import read_source, source
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.kept_set import read_kept
from engine.kernel.match import Match, replay
from engine.kernel.saving import FORMAT
from tests.golden_saves.dreamweavers_keeping import ENDS, FOLDER, SAVES, TODAY
from tests.golden_saves.going_on import end, played_on, without_words

FILES = sorted(FOLDER.glob("*/*.save"))
NAMES = [f"{file.parent.name} {file.stem}" for file in FILES]


def test_they_are_all_there() -> None:
    assert {file.stem for file in FILES if file.parent == TODAY} == {*SAVES}


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_it_is_what_replaying_it_leads_to_goes_on_and_ends_as_ever(file: Path) -> None:
    kept = file.read_bytes()
    match = Match.load(DREAMWEAVERS, kept)
    again = replay(DREAMWEAVERS, match.setup, match.seed, match.record.answers)
    replayed, loaded = without_words(again), without_words(match)
    if file.parent.name == "6.1":  # Attacks were not remembered then, nor what does not untap.
        replayed["history"] = [done for done in replayed["history"] if not done[1].startswith("attack")]
        assert len(replayed.pop("beginnings")) == len(loaded.pop("beginnings"))
    assert replayed == loaded
    data = match.save()
    assert data[4] == FORMAT
    assert Match.load(DREAMWEAVERS, data).save() == data
    for viewer in (0, 1, None):
        assert match.view(viewer)
    played_on(match, file.stem)
    assert end(match) == json.loads((file.parent / ENDS).read_text(encoding="utf-8"))[file.stem]


@pytest.mark.parametrize("file", FILES[:1], ids=NAMES[:1])
def test_its_cards_say_what_they_said(file: Path) -> None:
    """Their texts are read by the card language of today: what it prints is what it has read."""
    pool = read_kept(Match.load(DREAMWEAVERS, file.read_bytes()).setup)
    assert len(pool.cards) == 180
    for held in pool.cards.values():
        assert read_source(source(held.card), is_kept=True) == held.card
