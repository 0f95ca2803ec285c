"""Matches of Dreamweavers that were saved by earlier versions load, go on, and end as they would have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cards.dreamweavers.card_schema import read_source, source
from engine.dreamweavers.frames import ResolveEffect
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.kept_set import read_kept
from engine.dreamweavers.saves.migrations import MIGRATIONS
from engine.kernel.match import Match, replay
from engine.kernel.saving import FORMAT
from tests.engine.dreamweavers.table import answer, cards_in, feeling, laid, resolve, thought
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


def test_what_was_being_repeated_in_an_older_save_goes_on_from_where_it_is() -> None:
    spoken = [[4, 17]]
    repeating = {"procedure": "effect", "counts": [2], "chosen": [[3, 16], [4, 17]], "it": spoken}
    saved = {"position": {"stack": [{"procedure": "turn"}, repeating]}}
    MIGRATIONS[2].change(saved)
    assert saved["position"]["stack"] == [{"procedure": "turn"}, {**repeating, "before": [[2, spoken]]}]


@pytest.mark.parametrize(("says", "forgotten"), [("yes", [["Mine"], ["Theirs"]]), ("no", [["Mine"], []])])
def test_who_was_willing_in_an_older_save_does_it_when_the_other_has_been_asked(
    says: str, forgotten: list[list[str]]
) -> None:
    """Both were asked before either did it then: the first has said yes, and the second is being asked."""
    text = "Fleeting: Each player may forget a Thought they control. If they do, draw a card."
    ref = laid(
        {"thoughts": [thought("Mine")], "id": [feeling("Source", text)], "mind": [thought("Drawn")]},
        {"thoughts": [thought("Theirs")]},
    )
    resolve(ref, "Source")
    effect = ref.position.stack[-1]
    assert isinstance(effect, ResolveEffect)
    effect.choosing, effect.willing, effect.step = [1], [0], "ask_choice"
    ref.position.questions.clear()
    ref.run()
    answer(ref, says)
    in_ids = [[title for title in cards_in(ref, seat, "id") if title != "Source"] for seat in (0, 1)]
    assert in_ids == forgotten
    assert cards_in(ref, 0, "hand") == ["Drawn"]
