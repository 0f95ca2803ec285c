"""Candidate answers for the search: the greedy player's favourite, and those that differ most from it."""

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
"""The maximum number of shields tried together, in addition to the greedy player's set."""
_NOT_SEARCHED = (Topic.DRAFT, Topic.INTENT, Topic.MULLIGAN, Topic.CARD_ORDER, Topic.TRIGGERS, Topic.RECURRING)
"""Questions whose answers aren't searched, because they hardly affect the next turns."""


def candidates_of(greedy: Greedy, question: Question, board: BoardSummary, first: Choice) -> list[Choice]:
    """Return the answers to try: `first`, then others, the likeliest first, without repeats."""
    if question.topic in _NOT_SEARCHED or question.ordered:
        return [first]
    if question.topic == Topic.ACTION:
        return _merged(question, first, _actions(greedy, board, question), MOST_ACTIONS)
    if question.topic == Topic.DEFEND:
        ranked = _ranked(question, lambda option: greedy.defence(board, option))
        return _merged(question, first, _without_useless_shields(greedy, board, ranked), MOST_DEFENCES)
    if question.topic == Topic.ANSWER:
        ranked = _ranked(question, lambda option: greedy.value_of_answer(board, option))
        return _merged(question, first, ranked, MOST_DEFENCES)
    if question.topic == Topic.SHIELDS:
        return _merged(question, first, _shields(board, question), MOST_DEFENCES)
    if question.kind is QuestionKind.CARDS:
        return _merged(question, first, _cards(greedy, board, question), MOST_OTHERS)
    if question.kind in (QuestionKind.ONE, QuestionKind.YES_NO):
        return _merged(question, first, ((option.key,) for option in question.options), MOST_OTHERS)
    return [first]


def _merged(question: Question, first: Choice, others: Iterable[Choice], most: int) -> list[Choice]:
    return different(question, chain((first,), others), most)


def _ranked(question: Question, value: Callable[[Option], float]) -> Iterator[Choice]:
    """Yield the options by value, highest first; equal ones in the order in which they are offered."""
    for _, option in sorted(
        ((-value(option), number) for number, option in enumerate(question.options)),
    ):
        yield (question.options[option].key,)


def _actions(greedy: Greedy, board: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield the best action of each priority (continuing the turn, Refresh, attack, ending the turn), then the others."""
    rated = sorted(
        ((*greedy.action(board, option), option.key) for option in question.options),
        key=lambda item: (-item[1], item[2]),
    )
    sorts: set[int] = set()
    others: list[str] = []
    for when, _, key in rated:
        if when in sorts:
            others.append(key)
        else:
            sorts.add(when)
            yield (key,)
    yield from ((key,) for key in others)


def _without_useless_shields(
    greedy: Greedy, board: BoardSummary, ranked: Iterable[Choice]
) -> Iterator[Choice]:
    """Yield the choices without shields if no shields in hand can stop the attack, or none are needed."""
    attack = board.view.attack
    hand = [card.face.title for card in board.mine.hand if card.face and card.face.kind == "Thought"]
    needed = 0 if attack is None else attack.power - attack.shield_value
    can_stop = needed > 0 and bool(greedy.cheapest(board, hand, needed)[0])
    yield from (choice for choice in ranked if can_stop or choice != (OptionVerb.SHIELDS,))


def _shields(board: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield no shields, then the minimal sets that stop the attack, by the value of their cards, lowest first."""
    yield ()
    attack = board.view.attack
    if attack is None:
        return
    needed = attack.power - attack.shield_value - board.mine.shields_bonus
    shields: list[tuple[str, int, float]] = []
    for option in question.options:
        card = board.find(option.subject or option.key)
        if card is not None:
            shield = card.face.power + card.text.keywords.get(KeywordName.BULWARK, 0)
            shields.append((option.key, shield, board.value_in_hand(card)))
    sets: list[tuple[float, Choice]] = []
    for number in range(1, min(_MOST_SHIELDS, len(shields), question.maximum) + 1):
        for group in combinations(shields, number):
            total = sum(shield for _, shield, _ in group)
            if total >= needed and all(total - shield < needed for _, shield, _ in group):
                sets.append((sum(cost for _, _, cost in group), tuple(key for key, _, _ in group)))
    yield from (choice for _, choice in sorted(sets))


def _cards(greedy: Greedy, board: BoardSummary, question: Question) -> Iterator[Choice]:
    """Yield sets of cards: of the greedy player's size with other cards, then one smaller and one larger set."""
    ranked = [key for _, key in greedy.rate_cards(board, question)]
    count = len(greedy.choice(board, question))
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
