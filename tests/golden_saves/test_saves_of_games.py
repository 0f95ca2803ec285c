"""Matches of the other games saved by earlier versions load, continue, and end as they would have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.kernel.match import Match, replay
from engine.kernel.saves import FORMAT
from engine.kernel.sheet import apply_answers, sampled_match
from tests.golden_saves.continuation import end, played_on, without_words
from tests.golden_saves.of_games import ALL, ENDS, SHEET, SHEET_OF, GameSaves

FILES = [(saves, file) for saves in ALL for file in saves.files]
NAMES = [f"{saves.game.name} {file.parent.name} {file.stem}" for saves, file in FILES]


def loaded(saves: GameSaves, name: str) -> Match:
    """Return the match in a save of the current formats."""
    return Match.load(saves.game, (saves.today / f"{name}.save").read_bytes())


@pytest.mark.parametrize("saves", ALL, ids=lambda saves: saves.game.name)
def test_they_are_all_there(saves: GameSaves) -> None:
    assert {file.stem for file in saves.files if file.parent == saves.today} == {*saves.saves}


@pytest.mark.parametrize(("saves", "file"), FILES, ids=NAMES)
def test_it_equals_its_replay_and_continues_to_the_same_end(saves: GameSaves, file: Path) -> None:
    game = saves.game
    match = Match.load(game, file.read_bytes())
    again = replay(game, match.setup, match.seed, match.record.answers)
    replayed, loaded = without_words(again), without_words(match)
    if (game.name, file.parent.name) == ("dreamweavers", "6.1"):
        # Attacks, and cards that don't untap, weren't recorded then.
        replayed["history"] = [done for done in replayed["history"] if not done[1].startswith("attack")]
        assert len(replayed.pop("beginnings")) == len(loaded.pop("beginnings"))
    assert replayed == loaded
    data = match.save()
    assert data[4] == FORMAT
    assert Match.load(game, data).save() == data
    for viewer in (*match.seats, None):
        assert match.view(viewer)
    played_on(match, file.stem)
    assert end(match) == json.loads((file.parent / ENDS).read_text(encoding="utf-8"))[file.stem]


SHEETS = [saves for saves in ALL if SHEET_OF in saves.saves]


@pytest.mark.parametrize("saves", SHEETS, ids=lambda saves: saves.game.name)
def test_a_draft_in_an_older_save_still_applies(saves: GameSaves) -> None:
    match = loaded(saves, SHEET_OF)
    (seat,) = match.pending_questions
    answers = json.loads((saves.today / SHEET).read_text(encoding="utf-8"))
    laid = apply_answers(sampled_match(match, seat), seat, answers)
    assert len(laid.decided) == len(answers) > 1 and not laid.lost
    if laid.stops is not None:
        # A turn that can only end now ends by itself, so the last answer is one that submits the sheet.
        assert apply_answers(sampled_match(match, seat), seat, answers[:-1]).stops is None


@pytest.mark.parametrize("saves", SHEETS, ids=lambda saves: saves.game.name)
def test_the_saves_include_rare_moments(saves: GameSaves) -> None:
    """Half a block in an open sitting of a Combat of four, and seats that are out while others continue."""
    sitting, fallen = loaded(saves, "in-a-sitting"), loaded(saves, "after-a-fall")
    assert sitting.sitter is not None and len(sitting.seats) == 4 and sitting.held_back(sitting.sitter)
    assert fallen.out and fallen.outcome is None and len(fallen.playing) > 1
