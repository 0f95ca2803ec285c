"""The search for Dreams of Dystopia: candidates, the policy of rollouts, and the horizon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain

from msgspec import structs

from cards.i18n import Message, msg
from engine.dreams_of_dystopia.ai.counts import COUNTS
from engine.dreams_of_dystopia.ai.features import WORDS, features_of
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.players.valuation import Valuation
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.views.builder import build_view
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.ai.formula import read_formula
from engine.kernel.ai.game_search import MOST_CANDIDATES, Thinking
from engine.kernel.ai.levels import EASY, HARD, LEVELS, MEDIUM
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind, different, random_choice
from engine.kernel.simulation import See

ACQUIRING = (OptionVerb.RECRUIT, OptionVerb.PURCHASE)
WORTH_HAVING = 0.6
"""The minimum value of an acquisition, relative to the average of the player's cards."""
TRUST = 0.02
"""The minimum lead in win chance of another answer over the greedy player's."""
CARELESS: Mapping[str, int] = {EASY.key: 4, MEDIUM.key: 12}
"""The number of answers of which a level without search gives one at random."""
LARGE = 2
"""With more players than this, positions are valued earlier, because rounds are long."""


class Quick(Greedy):
    """The policy of rollouts: the greedy player, but with quickly estimated acquisitions."""

    def answer(self, question: Question, see: See[DystopiaView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if question.topic != Topic.ACT:
            return super().answer(question, see)
        options = tuple(option for option in question.options if option.verb not in ACQUIRING)
        choice = super().answer(structs.replace(question, options=options), see)
        if len(options) == len(question.options) or choice != (OptionVerb.END,):
            return choice
        return (at_first_sight(question, see()),)


def at_first_sight(question: Question, view: DystopiaView) -> str:
    """Return the key of the acquisition with the best quick estimate, or of the end of the turn if none is good."""
    valuation = Valuation(BoardSummary(view, question.seat, Chance("at first board")))
    owned = valuation.board.owned
    ranked = [(WORTH_HAVING * sum(map(valuation.in_deck, owned)) / max(1, len(owned)), OptionVerb.END.value)]
    for option in question.options:
        if option.verb in ACQUIRING:
            side = valuation.board.pool.sides.get(option.subject)
            ranked.append((valuation.in_deck(side) if side else 0.0, option.key))
    return max(ranked)[1]


class Careless(Greedy):
    """The greedy player with random answers at a fixed rate."""

    def __init__(self, chance: Chance, one_of: int) -> None:
        super().__init__(chance)
        self.one_of = one_of

    def answer(self, question: Question, see: See[DystopiaView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if self.chance.below(self.one_of) == 0:
            return random_choice(question, self.chance)
        return super().answer(question, see)


def candidates(question: Question, view: DystopiaView, first: Choice) -> Sequence[Choice]:
    """Return the candidate answers, the greedy player's first."""
    return different(question, chain((first,), _others(question, first)), MOST_CANDIDATES)


def _others(question: Question, first: Choice) -> Iterator[Choice]:
    """Yield other answers to a question, the likeliest first."""
    keys = [option.key for option in question.options]
    if question.topic == Topic.MASTER:
        return  # A Master's value only shows in a whole match.
    if question.topic == Topic.ACT:
        # The adviser decides what to acquire and when to end: the formula knows too little about the future of a deck.
        ending = (*ACQUIRING, OptionVerb.END)
        yield from ((option.key,) for option in question.options if option.verb not in ending)
    elif question.minimum == 1 == question.maximum:
        yield from ((key,) for key in keys)
    elif question.kind is QuestionKind.CARDS and not question.ordered:
        yield from _selections(question, keys, first)


def _selections(question: Question, keys: Sequence[str], first: Choice) -> Iterator[Choice]:
    """Yield other choices of cards: the fewest possible, then each other card in place of the last one."""
    if len(first) > question.minimum:
        yield first[: question.minimum]
    yield from ((*first[:-1], key) for key in keys if key not in first)


def horizon(m: Referee) -> Callable[[Referee], bool]:
    """Return a test for the position at which rollouts end: a later turn, in duels with the cards used now back."""
    last = m.position.turn + (2 if m.seat_count <= LARGE else 1)

    def is_reached(later: Referee) -> bool:
        questions = later.position.questions.values()
        return later.position.turn >= last and any(question.topic == Topic.ACT for question in questions)

    return is_reached


def by_then(m: Referee) -> Message:
    """Return the horizon in words."""
    if m.seat_count <= LARGE:
        return msg("in two turns", "hint")
    return msg("when the next turn begins", "hint")


DYSTOPIA_THINKING = Thinking[Referee, DystopiaView](
    place=f"{__name__}:DYSTOPIA_THINKING",
    game=DYSTOPIA,
    formula=read_formula(files("engine.dreams_of_dystopia.ai").joinpath("weights.json").read_bytes()),
    words=WORDS,
    counts=COUNTS,
    by_then=by_then,
    levels={
        **LEVELS,
        MEDIUM.key: structs.replace(MEDIUM, answers=0, temperature=0.0),
        HARD.key: structs.replace(HARD, trust=TRUST),
    },
    even_through=2,
    features=features_of,
    view_of=build_view,
    policy=Quick,
    adviser=Greedy,
    without_search=lambda level, chance: Careless(chance, CARELESS[level.key]),
    candidates=candidates,
    horizon=horizon,
)
