"""Recorded matches replay to their original end, however the card set has changed since.

See `tests.golden_matches.player` for how to renew them after an intended change of the rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.records.reader import read_record
from engine.kernel.records.text import RecordText
from engine.kernel.records.verifier import replay_record, verify
from engine.kernel.records.writer import write_record
from engine.voidream.game import VOIDREAM
from engine.voidream.text.notation import VOIDREAM_PHRASING
from tests.golden_matches.player import FOLDER, MATCHES

FILES = sorted(FOLDER.glob("*.record"))


def record_in(file: Path) -> RecordText:
    return read_record(file.read_text(encoding="utf-8"), file.name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_replays_to_its_end(file: Path) -> None:
    verdict = verify(record_in(file), VOIDREAM, VOIDREAM_PHRASING)
    assert verdict.problem is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_is_written_unchanged(file: Path) -> None:
    record = record_in(file)
    match, wrong = replay_record(record, VOIDREAM, VOIDREAM_PHRASING)
    assert wrong is None
    again = write_record(match, record.players, VOIDREAM_PHRASING, date=record.date, decks=record.decks)
    assert again == file.read_text(encoding="utf-8")


def test_all_decks_and_both_endings_are_among_them() -> None:
    records = [record_in(file) for file in FILES]
    assert {file.stem for file in FILES} == set(MATCHES)
    assert {deck for record in records for deck in record.decks} == {deck.name for deck in ready_made()}
    assert {record.result.rpartition(": ")[2] for record in records} == {"bastion", "insanity"}
