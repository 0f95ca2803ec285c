"""Older saves of Dreamweavers are read correctly; `test_saves_of_games` checks that they continue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cards.dreamweavers.card_schema import read_source, source
from cards.language.nodes import Player
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.migrations import MIGRATIONS
from engine.dreamweavers.saves.stored_set import read_kept
from engine.kernel.effects.program import DidOp, MayOp, ModesOp
from engine.kernel.match import Match
from tests.golden_saves.of_games import ALL

FILES = next(saves.files for saves in ALL if saves.game is DREAMWEAVERS)
NAMES = [f"{file.parent.name} {file.stem}" for file in FILES]


@pytest.mark.parametrize("file", FILES[:1], ids=NAMES[:1])
def test_its_card_texts_are_unchanged(file: Path) -> None:
    """Their texts are read by the current card language, which prints them unchanged."""
    pool = read_kept(Match.load(DREAMWEAVERS, file.read_bytes()).setup)
    assert len(pool.cards) == 180
    for held in pool.cards.values():
        assert read_source(source(held.card), is_kept=True) == held.card


def test_a_repetition_in_an_older_save_continues() -> None:
    spoken = [[4, 17]]
    repeating = {"procedure": "effect", "counts": [2], "chosen": [[3, 16], [4, 17]], "it": spoken}
    saved: dict[str, Any] = {"position": {"cards": [], "stack": [{"procedure": "turn"}, repeating]}}
    for migration in MIGRATIONS[2:4]:
        migration.change(saved)
    assert saved["position"]["stack"] == [
        {"procedure": "turn"},
        {
            "procedure": "effect",
            "loops": [2],
            "named": [[3, 16], [4, 17]],
            "it": spoken,
            "before": [[2, spoken, 0]],
        },
    ]


def test_an_option_that_was_asked_in_an_older_save_is_asked() -> None:
    asked: dict[str, Any] = {
        "procedure": "effect", "step": "hear_choice", "stage": "may", "choosing": [0], "willing": [], "short": True,
        "turns": [[0, 1, []]], "by_turn": [[0, [[4, 17]]]],
    }  # fmt: skip
    saved: dict[str, Any] = {"position": {"cards": [], "stack": [asked]}}
    MIGRATIONS[3].change(saved)
    assert saved["position"]["stack"] == [
        {
            "procedure": "effect", "step": "hear_choice", "undone": True,
            "turns": [[0, 1, []]], "by_turn": [[0, [[4, 17]], None]],
        }
    ]  # fmt: skip


@pytest.mark.parametrize("file", FILES[::9], ids=NAMES[::9])
def test_no_older_save_has_cards_whose_operations_moved(file: Path) -> None:
    """The assumptions of the fourth migration: no options for each player, and nothing after an "If you do"."""
    pool = read_kept(Match.load(DREAMWEAVERS, file.read_bytes()).setup)
    for text in pool.texts.values():
        for program in text.programs.values():
            for op in program.ops:
                assert not isinstance(op, MayOp | ModesOp) or op.who is not Player.EACH
                assert not isinstance(op, DidOp) or op.skip == len(program.ops)
