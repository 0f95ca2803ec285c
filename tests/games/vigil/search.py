"""Search for Vigil: every answer is tried, and the seat with more light and oil is ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.i18n import msg, msg_plural
from engine.kernel.ai.counts import Count
from engine.kernel.ai.formula import Formula
from engine.kernel.ai.game_search import MOST_CANDIDATES, Thinking, less_the_others, whole_view
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import RandomPlayer
from tests.games.vigil.game import VIGIL
from tests.games.vigil.player import Watchful
from tests.games.vigil.position import VigilView
from tests.games.vigil.steps import VigilMachine


def features(machine: VigilMachine, seat: int) -> Sequence[float]:
    return less_the_others(machine, seat, own)


def own(machine: VigilMachine, seat: int) -> Sequence[float]:
    watcher = machine.position.watchers[seat]
    return (float(watcher.light), float(watcher.oil))


def candidates(question: Question, view: VigilView, first: Choice) -> Sequence[Choice]:
    if question.kind is QuestionKind.NUMBER:
        numbers = range(question.minimum, question.maximum + 1)
        return (first, *[(str(n),) for n in numbers if (str(n),) != first])[:MOST_CANDIDATES]
    if question.minimum == 1 == question.maximum:
        return (first, *[(one.key,) for one in question.options if (one.key,) != first])[:MOST_CANDIDATES]
    return (first,)


def horizon(machine: VigilMachine) -> Callable[[VigilMachine], bool]:
    night = machine.position.night
    return lambda later: later.position.night > night


VIGIL_THINKING = Thinking[VigilMachine, VigilView](
    place=f"{__name__}:VIGIL_THINKING",
    game=VIGIL,
    formula=Formula(("light", "oil"), (0.8, 0.2)),
    words={
        "light": msg("light, which counts in the end", "vigil"),
        "oil": msg("oil left to burn", "vigil"),
    },
    counts=(
        Count(
            "light",
            lambda machine, seat: machine.position.watchers[seat].light,
            msg_plural("you have one more light", "you have about {n} more light", 0),
            msg_plural("{who} has one light less", "{who} has about {n} less light", 0),
        ),
        Count(
            "oil",
            lambda machine, seat: machine.position.watchers[seat].oil,
            msg_plural("you keep one more oil", "you keep about {n} more oil", 0),
            msg_plural("{who} has one oil less", "{who} has about {n} less oil", 0),
            unit=2,
        ),
    ),
    by_then=lambda machine: msg("by the end of the night", "vigil"),
    features=features,
    view_of=whole_view(VIGIL),
    policy=Watchful,
    without_search=lambda level, chance: RandomPlayer(chance),
    candidates=candidates,
    horizon=horizon,
)
"""Weights for two to four seats."""
