"""Whole matches of every game: every visible difference between two decisions follows from the story."""

from __future__ import annotations

import pytest

from bench.stories import BEFORE, Stretches, compared
from bot.games.registry import games
from engine.kernel.events.story_builder import StoryBuilder

MATCHES = 4
"""For each game; `bench.stories` checks more of them."""


@pytest.mark.parametrize("name", games().games)
def test_every_change_is_in_the_story(name: str) -> None:
    game, total = games().games[name], dict[str, Stretches]()
    for number in range(MATCHES):
        differences, _ = compared(game, game.seats[number % len(game.seats)], number)
        for what, stretches in differences.items():
            total.setdefault(what, Stretches()).add(stretches)
    for stretches in total.values():
        assert stretches.differences > 500
        assert stretches.examples == []
        assert stretches.counted == 0
    assert total[BEFORE].of_words(0.95) <= (70 if len(game.seats) > 1 else 52)
    assert max(total[BEFORE].words) <= 120


def test_a_gap_in_the_story_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the beats of one kind of event, the report names the missing change, and the story told instead."""
    game = games().games["voidream"]

    def build(builder: StoryBuilder, joins: object) -> tuple[object, ...]:
        beats = whole(builder, joins)  # type: ignore[arg-type]
        return tuple(beat for beat in beats if builder.seen[beat.covers[0]].kind != "returned-to-hand")

    whole = StoryBuilder.build
    monkeypatch.setattr(StoryBuilder, "build", build)
    differences, _ = compared(game, 2, 0)
    assert differences[BEFORE].untold.keys() >= {"hand"}
    assert "by ['returned-to-hand']; told: " in differences[BEFORE].examples[0]
