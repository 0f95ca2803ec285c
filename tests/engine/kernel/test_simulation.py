"""Matches played by programs: who sees what, whose turn it is, and matches that do not end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from cards.voidream.decks import ready_made
from engine.kernel import simulation
from engine.kernel.chance import Chance
from engine.kernel.event import Event
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import Endless, RandomPlayer, See, play, play_at_random
from engine.voidream.game import VOIDREAM

SETUP = VOIDREAM.setup(ready_made()[:2])


@dataclass
class Looking:
    """A player that draws lots, and writes down which seat it was asked for and which view it was given."""

    chance: Chance
    seen: list[tuple[int, Any]] = field(default_factory=list[tuple[int, Any]])

    def answer(self, question: Question, see: See) -> Choice:
        self.seen.append((question.seat, see()))
        return RandomPlayer(self.chance).answer(question, see)


def test_players_are_asked_for_their_own_seat_and_shown_their_own_view() -> None:
    players = [Looking(Chance("a")), Looking(Chance("b"))]
    through = play(VOIDREAM, SETUP, "views", players)
    assert through.outcome.reason
    for seat, player in enumerate(players):
        assert player.seen
        assert {asked for asked, _ in player.seen} == {seat}
        for _, view in player.seen:
            assert view.viewer == seat
            assert all(card.face is None for card in view.sides[1 - seat].hand)


def test_the_same_seed_is_the_same_match() -> None:
    def kinds(seed: str) -> list[str]:
        out: list[str] = []

        def watch(event: Event) -> None:
            out.append(event.kind)

        through = play_at_random(VOIDREAM, SETUP, seed, watch=watch)
        assert sum(through.events.values()) == len(out)
        assert 0 < through.hand_offs <= through.answers
        return out

    assert kinds("once") == kinds("once")
    assert kinds("once") != kinds("twice")


def test_a_match_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 10)
    with pytest.raises(Endless, match="“short” has not ended after 10 answers"):
        play_at_random(VOIDREAM, SETUP, "short")
