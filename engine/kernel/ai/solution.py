"""The solution of a puzzle: what surely speaks for it, and how it is played out."""

from __future__ import annotations

import msgspec

from cards.i18n import Translator
from engine.kernel.ai.advice import counted, differences
from engine.kernel.ai.counts import Difference
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.puzzles import Puzzle, posed
from engine.kernel.ai.search import Worlds
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event

WORLDS = 16
"""The number of positions in which an answer's effects are counted."""
MOST_STEPS = 8
"""Answers that are shown at most, the solution's own first."""


class SolutionStep(msgspec.Struct, frozen=True):
    """One answer: whose, what happened, and the puzzle's seat's view afterwards."""

    seat: int
    events: tuple[Event, ...]
    view: object


def reasons(thinking: Thinking, puzzle: Puzzle, than: int) -> tuple[Difference, ...]:
    """Return the certain, countable advantages of the solution over another answer, `than`; empty if there are none.

    Raises UnreadableMatch.
    """
    seat = puzzle.seat
    knowledge = posed(thinking.game, puzzle).known_to(seat)
    worlds = Worlds(thinking, knowledge, seat, f"puzzle {puzzle.key}, reasons")
    best, other = (
        [counted(thinking, worlds.play_on(n, puzzle.answers[place].choice), seat) for n in range(WORLDS)]
        for place in (puzzle.best, than)
    )
    return differences(thinking, best, other, seat)


def played_out(thinking: Thinking, puzzle: Puzzle, said: Translator) -> list[SolutionStep]:
    """Return the solution step by step: the best answer, then what the policy answers for all seats, always the same.

    It goes as far as the answers of the puzzle were tried, and no further than `MOST_STEPS`. Raises UnreadableMatch.
    """
    match = posed(thinking.game, puzzle)
    policy = thinking.policy(Chance(f"puzzle {puzzle.key}, played out"))
    is_there = thinking.horizon(match.machine)
    seat, choice = puzzle.seat, puzzle.answers[puzzle.best].choice
    steps: list[SolutionStep] = []
    while True:
        events = match.answer(seat, match.pending_questions[seat].id, choice)
        steps.append(SolutionStep(seat, events, match.view(puzzle.seat, said)))
        if match.outcome is not None or len(steps) == MOST_STEPS or is_there(match.machine):
            return steps
        if (forced := match.forced()) is not None:
            seat, choice = forced
        else:
            seat, question = min(match.questions.items())
            choice = policy.answer(question, lambda seat=seat: thinking.look(match.machine, seat))
