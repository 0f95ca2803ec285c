"""Whole matches of every game: each difference that people see between two decisions follows from a sentence that they read."""

from __future__ import annotations

import pytest

from bench.stories import BEFORE, Stretches, compared
from bot.games.registry import games
from engine.kernel.events.story_builder import StoryBuilder

MATCHES = 4
"""In each game; `bench.stories` reads more of them."""


@pytest.mark.parametrize("name", games().games)
def test_nothing_that_changed_is_untold(name: str) -> None:
    game, total = games().games[name], dict[str, Stretches]()
    for number in range(MATCHES):
        found, _ = compared(game, game.seats[number % len(game.seats)], number)
        for what, stretches in found.items():
            total.setdefault(what, Stretches()).add(stretches)
    for stretches in total.values():
        assert stretches.differences > 500
        assert stretches.examples == []
        assert stretches.counted == 0
    assert total[BEFORE].of_words(0.95) <= (70 if len(game.seats) > 1 else 52)
    assert max(total[BEFORE].words) <= 120


def test_what_is_not_told_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the beats of one kind of event, the account names what is missing, and what was told instead."""
    game = games().games["voidream"]

    def build(builder: StoryBuilder, joins: object) -> tuple[object, ...]:
        beats = whole(builder, joins)  # type: ignore[arg-type]
        return tuple(one for one in beats if builder.seen[one.covers[0]].kind != "returned-to-hand")

    whole = StoryBuilder.build
    monkeypatch.setattr(StoryBuilder, "build", build)
    found, _ = compared(game, 2, 0)
    assert found[BEFORE].untold.keys() >= {"hand"}
    assert "by ['returned-to-hand']; told: " in found[BEFORE].examples[0]
