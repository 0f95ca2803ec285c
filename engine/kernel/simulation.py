"""Matches of any game, played to their end without people: by players that draw lots, or by ones that think."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.kernel.chance import Chance
from engine.kernel.event import Event
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.position import Outcome
from engine.kernel.question import Choice, Question, random_choice

LONGEST = 20_000
"""Answers after which a match is given up: by then it has shown that it does not end."""

See = Callable[[], Any]
"""Gives the view of the seat that is asked, and nothing else of the match."""


class Endless(RuntimeError):
    """A match that does not end; `str(error)` has its seed."""


class Player(Protocol):
    """Whoever answers the questions of a seat. Of the match they see the question, and their view if they look."""

    def answer(self, question: Question, see: See) -> Choice:
        """Return a legal answer."""
        ...


@dataclass(slots=True)
class RandomPlayer:
    """A player with whom every legal answer can come up."""

    chance: Chance

    def answer(self, question: Question, see: See) -> Choice:
        """Return a legal answer, drawn by lot."""
        return random_choice(question, self.chance)


@dataclass(slots=True)
class Playthrough:
    """What happened in a match: how often each kind of event, and how often the match waited for another seat."""

    outcome: Outcome
    answers: int
    hand_offs: int
    events: Counter[str] = field(default_factory=Counter[str])


def play(
    game: Game,
    setup: bytes,
    seed: str,
    players: Sequence[Player],
    *,
    watch: Callable[[Event], None] | None = None,
) -> Playthrough:
    """Play a match between these players, one a seat. The seed decides the match, and who answers first if several may.

    `watch` is shown every event. Raises Endless, and what `Match.answer` raises for an answer that is not legal.
    """
    match, begun = Match.begin(game, setup, seed)
    chance = Chance(f"{seed}, turns")
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
        choice = players[seat].answer(question, lambda seat=seat: match.view(seat))
        happened = match.answer(seat, question.id, choice)


def play_at_random(
    game: Game, setup: bytes, seed: str, seats: int = 2, *, watch: Callable[[Event], None] | None = None
) -> Playthrough:
    """Play a match in which every legal answer can come up. The seed decides the match and the answers."""
    players = [RandomPlayer(Chance(f"{seed}, answers of {seat}")) for seat in range(seats)]
    return play(game, setup, seed, players, watch=watch)
