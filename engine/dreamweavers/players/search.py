"""The search for Dreamweavers: candidates, the policy of rollouts, and the horizon."""

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

CARELESS = 1.0
"""The temperature of the easy policy, in the greedy player's units."""
MOST_PICKS = 5
DRAFTING = (Topic.DRAFT, Topic.INTENT)
TURNS_AHEAD = 1
"""The number of turns after which a position is judged, when the next turn's player is about to act."""


class Resolute(Greedy):
    """The player after a tried answer: the greedy player, but it drafts what has won most, and does what it has begun.

    Who has been made to choose shields chooses some that stop the attack if there are any, though it would have let it through.
    """

    def __init__(self, chance: Chance, formula: Formula) -> None:
        super().__init__(chance)
        self.formula = formula

    def answer(self, question: Question, see: See[DreamweaversView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if question.topic in DRAFTING:
            return picks(self.formula, question)[0]
        return super().answer(question, see)

    def shields(self, sight: BoardSummary, titles: Sequence[str]) -> tuple[Choice, float]:
        """Return the cheapest shields that stop the attack in progress, and what they are worth."""
        chosen, worth = super().shields(sight, titles)
        now = sight.view.attack
        if chosen or now is None or now.power <= now.shield_value:
            return chosen, worth
        return self.cheapest(sight, titles, now.power - now.shield_value)[0], worth


def picks(formula: Formula, question: Question) -> list[Choice]:
    """Return the best answers of the draft, or the best Intents, by what the formula says of notions; the best first."""
    weights = formula.parts([1.0] * len(formula.features))
    name = of_notion if question.topic == Topic.DRAFT else of_intent
    worth = {option.key: weights.get(name(option.subject), 0.0) for option in question.options}
    some = combinations(sorted(worth), question.minimum)
    return sorted(some, key=lambda choice: (-sum(worth[key] for key in choice), choice))[:MOST_PICKS]


class Careless(Greedy):
    """The greedy player, but any action may be taken: the likelier the better it looks."""

    def move(self, sight: BoardSummary, question: Question) -> Choice:
        """Return an action of the Main Phase, at random."""
        rated = [self.action(sight, option)[1] for option in question.options]
        most = max(rated)
        weights = [round(2**40 * exp((worth - most) / CARELESS)) for worth in rated]
        number = bisect(list(accumulate(weights)), self.chance.below(sum(weights)))
        return (question.options[number].key,)


FORMULA = read_formula(files("engine.dreamweavers.players").joinpath("weights.json").read_bytes())


def candidates(question: Question, view: DreamweaversView, first: Choice) -> Sequence[Choice]:
    """Return the answers that are worth trying."""
    if question.topic in DRAFTING:
        return picks(FORMULA, question)
    # Without randomness: ties are broken by the keys of options.
    return candidates_of(Greedy(Chance("candidates")), question, BoardSummary(view, question.seat), first)


def without_search(level: Level, chance: Chance) -> Greedy:
    """Return the player for a level without a search; at medium, the greedy player."""
    return Greedy(chance) if level.key == MEDIUM.key else Careless(chance)


def horizon(ref: Referee) -> Callable[[Referee], bool]:
    """Return a test for the beginning of a later turn."""
    now = ref.position.turn
    last = now + TURNS_AHEAD if now else 1

    def is_there(later: Referee) -> bool:
        position = later.position
        return position.turn >= last and any(one.topic == Topic.ACTION for one in position.questions.values())

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
    look=glance,
    policy=lambda chance: Resolute(chance, FORMULA),
    without_search=without_search,
    candidates=candidates,
    horizon=horizon,
)
"""The search for Dreamweavers."""
