"""Random legal play: matches of any game, played to their end without people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.kernel.chance import Chance
from engine.kernel.event import Event
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.position import Outcome
from engine.kernel.question import random_choice

LONGEST = 20_000
"""Answers after which a match is given up: by then it has shown that it does not end."""


class Endless(RuntimeError):
    """A match that does not end; `str(error)` has its seed."""


@dataclass(slots=True)
class Playthrough:
    """What happened in a match: how often each kind of event, and how often the match waited for another seat."""

    outcome: Outcome
    answers: int
    hand_offs: int
    events: Counter[str] = field(default_factory=Counter[str])


def play_at_random(
    game: Game, setup: bytes, seed: str, *, watch: Callable[[Event], None] | None = None
) -> Playthrough:
    """Play a match in which every legal answer can come up. The seed decides the match and the answers.

    `watch` is shown every event. Raises Endless.
    """
    match, begun = Match.begin(game, setup, seed)
    chance = Chance(f"{seed}, answers")
    kinds: Counter[str] = Counter()
    asked = -1
    hand_offs = 0
    happened = begun
    while True:
        for event in happened:
            kinds[event.kind] += 1
            if watch is not None:
                watch(event)
        if match.outcome is not None:
            return Playthrough(match.outcome, match.turn_count, hand_offs, kinds)
        if match.turn_count >= LONGEST:
            raise Endless(f"The match with the seed “{seed}” has not ended after {LONGEST} answers.")
        seats = sorted(match.questions)
        seat = seats[0] if len(seats) == 1 else chance.pick(seats)
        hand_offs += seat != asked
        asked = seat
        question = match.questions[seat]
        happened = match.answer(seat, question.id, random_choice(question, chance))
