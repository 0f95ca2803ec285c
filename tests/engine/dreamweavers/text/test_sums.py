"""Summaries of several events: what they say is true of the last one."""

from __future__ import annotations

import pytest

from cards.dreamweavers.language.words import Ban
from engine.dreamweavers.facts.in_force import Forbidden
from engine.dreamweavers.facts.turns import TrackerMoved
from engine.dreamweavers.game import DREAMWEAVERS
from engine.kernel.events.event import SeenEvent
from engine.kernel.events.story import StoryAct
from engine.kernel.events.summary import summary_lines


@pytest.mark.parametrize(
    ("side", "number", "sentence"),
    [
        (0, 2, "Your memory: 2."),
        (None, 0, "Your memory: 0."),
        (1, 1, "You leave your opponent 1 memory."),
    ],
)
def test_a_sum_of_memory_names_its_player(side: int | None, number: int, sentence: str) -> None:
    moved = SeenEvent(TrackerMoved(0, "pay", 0, 3, side, number), "DW29")
    (summary,) = summary_lines([StoryAct(1, DREAMWEAVERS.story([moved], ("Ada", "Bo"), 0))], words=0)
    assert [str(one.text) for one in summary.sentences] == [sentence]


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("untap", "Stays tapped: 2 cards."),
        (Ban.ATTACK, "Can't attack: 2 cards."),
        (Ban.ATTACK_EGO, "Can't attack an Ego: 2 cards."),
        (Ban.DESTROYED, "Protected: 2 cards."),
    ],
)
def test_a_sum_names_what_is_forbidden(what: str, sentence: str) -> None:
    happened = SeenEvent(Forbidden(["Owl"], what, "turn"), "Hush")
    acts = [StoryAct(n, DREAMWEAVERS.story([happened], ("Ada", "Bo"), 0)) for n in (1, 2)]
    summary, *_ = summary_lines(acts, words=0)
    assert [str(one.text) for one in summary.sentences] == [sentence]
