"""Candidate answers: the greedy player's favourite, and the ones that differ most from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.players.board_summary import BoardSummary
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.kernel.question import Choice, Option, Question, QuestionKind, different

MOST_ACTIONS = 5
MOST_DEFENCES = 4
MOST_OTHERS = 4
_MOST_SHIELDS = 3
"""So many shields at most are tried together, besides the set that the greedy player would take."""
_ANSWERED_AT_RANDOM = (
    Topic.DRAFT,
    Topic.INTENT,
    Topic.MULLIGAN,
    Topic.CARD_ORDER,
    Topic.TRIGGERS,
    Topic.RECURRING,
)
"""Acts so far from the next turns, or of such small effect there, that trying them out shows nothing."""


def candidates_of(greedy: Greedy, question: Question, sight: BoardSummary, first: Choice) -> list[Choice]:
    """Return the answers that are worth trying: `first`, then others, the likeliest first, none twice."""
    if question.topic in _ANSWERED_AT_RANDOM or question.ordered:
        return [first]
    if question.topic == Topic.ACTION:
        return _merged(question, first, _actions(greedy, sight, question), MOST_ACTIONS)
    if question.topic == Topic.DEFEND:
        ranked = _ranked(question, lambda option: greedy.defence(sight, option))
        return _merged(question, first, _without_vain_shields(greedy, sight, ranked), MOST_DEFENCES)
    if question.topic == Topic.ANSWER:
        ranked = _ranked(question, lambda option: greedy.answering(sight, option))
        return _merged(question, first, ranked, MOST_DEFENCES)
    if question.topic == Topic.SHIELDS:
        return _merged(question, first, _shields(sight, question), MOST_DEFENCES)
    if question.kind is QuestionKind.CARDS:
        return _merged(question, first, _cards(greedy, sight, question), MOST_OTHERS)
    if question.kind in (QuestionKind.ONE, QuestionKind.YES_NO):
        return _merged(question, first, ((option.key,) for option in question.options), MOST_OTHERS)
    return [first]


def _merged(question: Question, first: Choice, others: Iterable[Choice], most: int) -> list[Choice]:
    return different(question, chain((first,), others), most)


def _ranked(question: Question, worth: Callable[[Option], float]) -> Iterator[Choice]:
    """Yield the options, the one that is worth most first; of equal ones, the one that is offered first."""
    for _, option in sorted(
        ((-worth(option), number) for number, option in enumerate(question.options)),
    ):
        yield (question.options[option].key,)


def _actions(greedy: Greedy, sight: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield the best action of each sort (what lets the turn go on, a Refresh, an attack, the end of the turn), then the rest."""
    rated = sorted(
        ((*greedy.action(sight, option), option.key) for option in question.options),
        key=lambda one: (-one[1], one[2]),
    )
    sorts: set[int] = set()
    rest: list[str] = []
    for when, _, key in rated:
        if when in sorts:
            rest.append(key)
        else:
            sorts.add(when)
            yield (key,)
    yield from ((key,) for key in rest)


def _without_vain_shields(greedy: Greedy, sight: BoardSummary, ranked: Iterable[Choice]) -> Iterator[Choice]:
    """Yield these, without choosing shields where none that are held could stop the attack, or none are needed."""
    now = sight.view.attack
    held = [card.face.title for card in sight.mine.hand if card.face and card.face.kind == "Thought"]
    needed = 0 if now is None else now.power - now.shield_value
    can_stop = needed > 0 and bool(greedy.cheapest(sight, held, needed)[0])
    yield from (choice for choice in ranked if can_stop or choice != (OptionVerb.SHIELDS,))


def _shields(sight: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield no shields, and then the sets that just stop the attack, those first in which the cards are worth least."""
    yield ()
    now = sight.view.attack
    if now is None:
        return
    needed = now.power - now.shield_value - sight.mine.shields_bonus
    held: list[tuple[str, int, float]] = []
    for option in question.options:
        thing = sight.find(option.subject or option.key)
        if thing is not None:
            shield = thing.face.power + thing.text.keywords.get(KeywordName.BULWARK, 0)
            held.append((option.key, shield, sight.holding(thing)))
    sets: list[tuple[float, Choice]] = []
    for number in range(1, min(_MOST_SHIELDS, len(held), question.maximum) + 1):
        for some in combinations(held, number):
            total = sum(shield for _, shield, _ in some)
            if total >= needed and all(total - shield < needed for _, shield, _ in some):
                sets.append((sum(cost for _, _, cost in some), tuple(key for key, _, _ in some)))
    yield from (choice for _, choice in sorted(sets))


def _cards(greedy: Greedy, sight: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield sets of cards: as many as the greedy player would name, but others; then as few and as many as may be."""
    ranked = [key for _, key in greedy.naming(sight, question)]
    count = len(greedy.choice(sight, question))
    if count:
        for instead in ranked[count : count + 2]:
            yield (*ranked[: count - 1], instead)
    if count > question.minimum:
        yield tuple(ranked[: count - 1])
    if count < min(question.maximum, len(ranked)):
        yield tuple(ranked[: count + 1])
    yield from _likely_sets(ranked, count)


def _likely_sets(ranked: Sequence[str], count: int) -> Iterator[Choice]:
    yield from islice(combinations(ranked, count), 1, MOST_OTHERS)
