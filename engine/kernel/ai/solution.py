"""The solution of a puzzle: the certain reasons for it, and its continuation."""

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
"""The maximum number of answers shown, including the solution."""


class SolutionStep(msgspec.Struct, frozen=True):
    """One answer: its seat, its events, and the view of the puzzle's seat afterwards."""

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


def played_out(thinking: Thinking, puzzle: Puzzle, translator: Translator) -> list[SolutionStep]:
    """Return the solution step by step: the best answer, then the policy's answers for all seats, always the same ones.

    It ends at the horizon of the puzzle's search, and after at most `MOST_STEPS`. Raises UnreadableMatch.
    """
    match = posed(thinking.game, puzzle)
    policy = thinking.policy(Chance(f"puzzle {puzzle.key}, played out"))
    is_there = thinking.horizon(match.machine)
    seat, choice = puzzle.seat, puzzle.answers[puzzle.best].choice
    steps: list[SolutionStep] = []
    while True:
        events = match.answer(seat, match.pending_questions[seat].id, choice)
        steps.append(SolutionStep(seat, events, match.view(puzzle.seat, translator)))
        if match.outcome is not None or len(steps) == MOST_STEPS or is_there(match.machine):
            return steps
        if (forced := match.forced()) is not None:
            seat, choice = forced
        else:
            seat, question = min(match.questions.items())
            choice = policy.answer(question, lambda seat=seat: thinking.view_of(match.machine, seat))
