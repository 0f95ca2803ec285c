"""Matches saved by earlier versions load, continue, and end as they would have. See `tests.golden_saves.keeper`."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import msgspec
import pytest

from cards.voidream.card_schema import read_source, source
from engine.kernel.match import Match
from engine.kernel.saves import FORMAT
from engine.voidream.game import VOIDREAM
from engine.voidream.saves.decks import read_kept
from tests.golden_saves.continuation import end, played_on, without_words
from tests.golden_saves.keeper import ENDS, FOLDER, SAVES, TODAY, replayed
from tests.golden_saves.of_games import ALL
from tests.golden_saves.shapes import alike, shapes

FILES = sorted(FOLDER.glob("*/*.save"))
NAMES = [f"{file.parent.name} {file.stem}" for file in FILES]
SHAPES = ("kernel.shape", "voidream.shape", *(saves.shape for saves in ALL))
REPLAYED = [file for file in FILES if file.parent.name != "2.1"]
"""Since format 2.1, randomness after the deal has its own seed. Earlier matches continue, but aren't replayed."""


@pytest.mark.parametrize("formats", ["2.1", TODAY.name])
def test_they_are_all_there(formats: str) -> None:
    assert {file.stem for file in FILES if file.parent.name == formats} == {*SAVES}


@pytest.mark.parametrize("file", REPLAYED, ids=NAMES[-len(REPLAYED) :])
def test_it_equals_its_replay(file: Path) -> None:
    """This shows that a migration is complete. Only values that can no longer be computed may differ."""
    match = Match.load(VOIDREAM, file.read_bytes())
    assert without_words(match) == without_words(replayed(match))


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_it_continues_to_the_same_end(file: Path) -> None:
    match = Match.load(VOIDREAM, file.read_bytes())
    for viewer in (0, 1, None):
        assert match.view(viewer)
    played_on(match, file.stem)
    assert end(match) == json.loads((file.parent / ENDS).read_text(encoding="utf-8"))[file.stem]


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_an_old_save_is_saved_in_the_current_format(file: Path) -> None:
    stored = file.read_bytes()
    data = Match.load(VOIDREAM, stored).save()
    assert data[4] == FORMAT
    again = Match.load(VOIDREAM, data)
    assert again.save() == data
    assert again.setup == Match.load(VOIDREAM, stored).setup, "the decks stay as they were promised"


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_its_card_texts_are_unchanged(file: Path) -> None:
    """Their texts are read by the current card language, which prints them unchanged."""
    stored, pool = read_kept(Match.load(VOIDREAM, file.read_bytes()).setup)
    assert stored.cards
    for card in stored.cards:
        assert source(read_source(card, is_kept=True)) == card
        assert pool[card["title"]].card == read_source(card, is_kept=True)


@pytest.mark.parametrize("name", SHAPES)
def test_nothing_else_is_saved_than_in_this_format(name: str) -> None:
    assert shapes()[name] == (FOLDER / name).read_text(encoding="utf-8"), (
        f"What is saved has changed ({name}). Running matches need a migration to it: docs/saves.md says how to write one. "
        "Then run `python -m tests.golden_saves.keeper`."
    )


@pytest.mark.parametrize("name", SHAPES)
def test_only_the_names_of_classes_can_change_within_a_format(name: str) -> None:
    listed = {each: (FOLDER / each).read_text(encoding="utf-8") for each in SHAPES}
    renamed = {
        each: re.sub(r"\b(PendingQuestion|CardState|CombatSide|Message)\b", r"Other\1", text)
        for each, text in listed.items()
    }
    assert renamed[name] != listed[name]
    assert alike(name, renamed, listed)
    for change in ("owner", "topic", "row", "map", "str"):
        changed = {each: re.sub(rf"\b{change}\b", "int", text, count=1) for each, text in listed.items()}
        assert alike(name, changed, listed) == (changed[name] == listed[name])


def test_each_migration_knows_its_kernel() -> None:
    kernels = [migration.kernel for migration in VOIDREAM.migrations]
    assert kernels == sorted(kernels)
    assert kernels[-1] <= FORMAT


def test_decks_of_a_later_version_are_refused_in_a_sentence() -> None:
    later = zlib.compress(msgspec.json.encode({"seats": [], "cards": [], "format": 99}))
    with pytest.raises(Exception, match="kept in format 99, of a later version of the program"):
        read_kept(later)
