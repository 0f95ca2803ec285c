"""The search for Voidream (see `engine.kernel.ai`).

The greedy player plays until the end of the round. Candidates besides its own answer are its next favourites and, for
choices of several cards, other combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import chain

from engine.kernel.ai.formula import read_formula
from engine.kernel.ai.game_search import MOST_CANDIDATES, PlayOuts, Thinking
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Question, QuestionKind, different
from engine.voidream.game import VOIDREAM
from engine.voidream.players.counts import COUNTS, by_then
from engine.voidream.players.features import WORDS, features
from engine.voidream.players.greedy.board_summary import AnyView, BoardSummary
from engine.voidream.players.greedy.conflict_estimate import lines_of
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.views.lazy_view import ViewOnDemand

EASY_TEMPERATURE = 4.0
"""The softmax temperature of the easy policy, in the greedy player's points."""


def candidates(question: Question, view: AnyView, first: Choice) -> Sequence[Choice]:
    """Return the answers to try, the greedy player's own first."""
    board = BoardSummary(view, question.seat)
    others = (choice for choice in _others(board, question, first) if _is_legal(question, choice))
    return different(question, chain((first,), others), MOST_CANDIDATES)


def horizon(ref: Referee) -> Callable[[Referee], bool]:
    """Return a test for the end of the current round."""
    current_round = ref.position.round
    return lambda later: later.position.round > current_round


def _others(board: BoardSummary, question: Question, first: Choice) -> Iterator[Choice]:
    """Yield other answers to a question, the likeliest first."""
    keys = [option.key for option in question.options]
    match question.kind:
        case QuestionKind.ACTION:
            yield from _actions(board, question)
        case QuestionKind.ONE | QuestionKind.YES_NO:
            yield from ((key,) for key in keys)
        case QuestionKind.CARDS if question.topic in (Topic.ATTACKERS, Topic.DEFENDERS):
            yield from _declarations(board, question, first)
        case QuestionKind.CARDS if not question.ordered:
            yield from _selections(keys, question, first)
        case _:
            pass  # The depth of cuts, the distribution of damage, and orders are left to the policy.


def _actions(board: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield actions by their estimated value, with passing among the first."""
    greedy = Greedy(Chance(""))
    values = {option.key: greedy.action(board, option.verb, option.subject) for option in question.options}
    ranked = sorted(values, key=lambda key: (-values[key], key))
    passing = [option.key for option in question.options if option.verb == OptionVerb.PASS]
    for key in (*ranked[:3], *passing, *ranked[3:]):
        yield (key,)


def _declarations(board: BoardSummary, question: Question, first: Choice) -> Iterator[Choice]:
    """Yield declarations: no one, everyone, and the strongest, about as many as the greedy player would declare."""
    things = {option.key: board.find(option.subject) for option in question.options}
    able = [card for card in things.values() if card is not None]
    key_of = {card.tag: key for key, card in things.items() if card is not None}
    yield ()
    yield tuple(things)
    conflict = board.view.conflict
    kinds = [conflict.kind] if conflict is not None and conflict.kind else ["dawn", "dusk"]
    lines = [line for kind in kinds for line in lines_of(able, kind)]
    for line in sorted(lines, key=lambda line: abs(len(line) - len(first))):
        yield tuple(key_of[card.tag] for card in line)


def _selections(keys: Sequence[str], question: Question, first: Choice) -> Iterator[Choice]:
    """Yield other choices of cards: each other card instead of the last one, fewer, and more."""
    if first and not question.minimum:
        yield ()
    other_keys = [key for key in keys if key not in first]
    for key in other_keys:
        yield (*first[:-1], key)
    if first:
        yield first[:-1]
    for key in other_keys:
        yield (*first, key)


def _is_legal(question: Question, choice: Choice) -> bool:
    selectable_later = {option.key for option in question.options if option.later}
    return question.minimum <= len(choice) <= question.maximum and not (
        choice and choice[0] in selectable_later
    )


VOIDREAM_THINKING = Thinking[Referee, AnyView](
    place=f"{__name__}:VOIDREAM_THINKING",
    game=VOIDREAM,
    formula=read_formula(files("engine.voidream.players").joinpath("weights.json").read_bytes()),
    words=WORDS,
    counts=COUNTS,
    by_then=by_then,
    even_through=1,
    play_outs=PlayOuts(50, 49),
    features=features,
    view_of=ViewOnDemand,
    policy=Greedy,
    without_search=lambda level, chance: Greedy(chance, EASY_TEMPERATURE),
    candidates=candidates,
    horizon=horizon,
)
"""The search for Voidream."""
