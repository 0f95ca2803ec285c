"""The search for Dreamweavers: candidates, the rollout policy, and the horizon."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import accumulate, combinations
from math import exp

from msgspec import structs

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.board_summary import BoardSummary
from engine.dreamweavers.players.candidates import candidates_of
from engine.dreamweavers.players.counts import COUNTS, by_then
from engine.dreamweavers.players.features import WORDS, features_of, of_intent, of_notion
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.dreamweavers.views.builder import glance
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.ai.formula import Formula, read_formula
from engine.kernel.ai.game_search import PlayOuts, Thinking
from engine.kernel.ai.levels import LEVELS, MEDIUM, Level
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import See

EASY_TEMPERATURE = 1.0
"""The softmax temperature of the easy policy, in the greedy player's units."""
MOST_PICKS = 5
DRAFTING = (Topic.DRAFT, Topic.INTENT)
TURNS_AHEAD = 1
"""The number of turns to simulate. Positions are rated when the next turn's player is about to act."""


class RolloutPolicy(Greedy):
    """The rollout policy after a candidate answer: the greedy player, but it drafts by win rate and completes its choices.

    After a choice of shields it uses some that stop the attack if there are any, although it wouldn't have defended.
    """

    def __init__(self, chance: Chance, formula: Formula) -> None:
        super().__init__(chance)
        self.formula = formula

    def answer(self, question: Question, see: See[DreamweaversView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if question.topic in DRAFTING:
            return picks(self.formula, question)[0]
        return super().answer(question, see)

    def shields(self, board: BoardSummary, titles: Sequence[str]) -> tuple[Choice, float]:
        """Return the cheapest shields that stop the current attack, and their value."""
        chosen, value = super().shields(board, titles)
        attack = board.view.attack
        if chosen or attack is None or attack.power <= attack.shield_value:
            return chosen, value
        return self.cheapest(board, titles, attack.power - attack.shield_value)[0], value


def picks(formula: Formula, question: Question) -> list[Choice]:
    """Return the best answers of the draft, or the best Intents, by the formula's weights of notions, best first."""
    weights = formula.parts([1.0] * len(formula.features))
    name = of_notion if question.topic == Topic.DRAFT else of_intent
    weights_by_key = {option.key: weights.get(name(option.subject), 0.0) for option in question.options}
    choices = combinations(sorted(weights_by_key), question.minimum)
    return sorted(choices, key=lambda choice: (-sum(weights_by_key[key] for key in choice), choice))[
        :MOST_PICKS
    ]


class EasyPolicy(Greedy):
    """The easy policy: the greedy player with random actions, more likely the better they look."""

    def move(self, board: BoardSummary, question: Question) -> Choice:
        """Return a random action of the Main Phase."""
        rated = [self.action(board, option)[1] for option in question.options]
        best = max(rated)
        weights = [round(2**40 * exp((value - best) / EASY_TEMPERATURE)) for value in rated]
        number = bisect(list(accumulate(weights)), self.chance.below(sum(weights)))
        return (question.options[number].key,)


FORMULA = read_formula(files("engine.dreamweavers.players").joinpath("weights.json").read_bytes())


def candidates(question: Question, view: DreamweaversView, first: Choice) -> Sequence[Choice]:
    """Return the answers to try."""
    if question.topic in DRAFTING:
        return picks(FORMULA, question)
    # Nothing random: options of equal value are ordered by their names.
    return candidates_of(Greedy(Chance("candidates")), question, BoardSummary(view, question.seat), first)


def without_search(level: Level, chance: Chance) -> Greedy:
    """Return the player for a level without a search; at medium, the greedy player."""
    return Greedy(chance) if level.key == MEDIUM.key else EasyPolicy(chance)


def horizon(ref: Referee) -> Callable[[Referee], bool]:
    """Return a test for the beginning of a later turn."""
    now = ref.position.turn
    last = now + TURNS_AHEAD if now else 1

    def is_there(later: Referee) -> bool:
        position = later.position
        return position.turn >= last and any(
            question.topic == Topic.ACTION for question in position.questions.values()
        )

    return is_there


DREAMWEAVERS_THINKING = Thinking[Referee, DreamweaversView](
    place=f"{__name__}:DREAMWEAVERS_THINKING",
    game=DREAMWEAVERS,
    formula=FORMULA,
    words=WORDS,
    counts=COUNTS,
    by_then=by_then,
    play_outs=PlayOuts(50, 45),
    levels={**LEVELS, MEDIUM.key: structs.replace(MEDIUM, answers=0, temperature=0.0)},
    features=features_of,
    view_of=glance,
    policy=lambda chance: RolloutPolicy(chance, FORMULA),
    without_search=without_search,
    candidates=candidates,
    horizon=horizon,
)
"""The search for Dreamweavers."""
