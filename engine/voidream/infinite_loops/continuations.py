"""Continuations of a match from one of the player's actions to the next, in every way that matters."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from itertools import combinations, islice

import msgspec

from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind
from engine.voidream.facts.actions import AbilityTriggered
from engine.voidream.game import VOIDREAM
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import PASS

PLAYER, OPPONENT = 0, 1

MOST_WAYS = 6
"""So many ways to answer one question are followed."""

IN_BREADTH, MOST_DECISIONS = 100, 250
"""The maximum number of decisions tried in all ways at once, and in all."""

BY_ITSELF = 40
"""The number of triggers within one action that shows a loop by itself: one that changes nothing is cut off at once."""


class TriedEnding(msgspec.Struct):
    """A possible end of an action: the match then, and what triggered on the way."""

    match: Match[Referee]
    triggered: Counter[str]


def ways(match: Match[Referee], key: str) -> Iterator[TriedEnding]:
    """Yield how an action may end, what takes the fewest decisions first.

    What takes too many is followed along one way, the latest: there shows whether it goes on by itself.
    """
    begins = VOIDREAM.pack(match.machine)
    waiting: deque[tuple[bytes, Choice, Counter[str]]] = deque([(begins, (key,), Counter())])
    for decisions in range(MOST_DECISIONS):
        if not waiting:
            return
        before, choice, so_far = waiting.popleft() if decisions < IN_BREADTH else waiting.pop()
        now = _laid_out(match, before)
        triggered = _answer(now, PLAYER, choice, so_far)
        while now.outcome is None and PLAYER not in now.pending_questions:
            triggered = _answer(now, OPPONENT, _least(now.pending_questions[OPPONENT].english), triggered)
        if now.outcome is not None or max(triggered.values(), default=0) >= BY_ITSELF:
            yield TriedEnding(now, triggered)
            continue
        question = now.pending_questions[PLAYER].english
        if question.kind is QuestionKind.ACTION:
            yield TriedEnding(now, triggered)
        else:
            here = VOIDREAM.pack(now.machine)
            further = [(here, option, triggered) for option in islice(_choices(question), MOST_WAYS)]
            waiting += further if decisions < IN_BREADTH else reversed(further)


def copied(match: Match[Referee]) -> Match[Referee]:
    """Return a match that goes on from here by itself."""
    return _laid_out(match, VOIDREAM.pack(match.machine))


def _laid_out(match: Match[Referee], position: bytes) -> Match[Referee]:
    """Return a match with the cards of this one that goes on from a position."""
    return Match.at(VOIDREAM, match.setup, match.seed, position)[0]


def _answer(match: Match[Referee], seat: int, choice: Choice, triggered: Counter[str]) -> Counter[str]:
    happened = match.answer(seat, match.pending_questions[seat].id, choice)
    told = (event.fact for event in happened)
    return triggered + Counter(fact.card for fact in told if isinstance(fact, AbilityTriggered))


def _least(question: Question) -> Choice:
    """Return the answer of a player who does nothing."""
    if question.kind is QuestionKind.ACTION:
        return (PASS,)
    if question.kind is QuestionKind.YES_NO:
        return ("no",)
    return next(_choices(question))


def _choices(question: Question) -> Iterator[Choice]:
    """Answers to a question, each sort of option once: what looks alike is alike."""
    keys = [option.key for option in question.options]
    match question.kind:
        case QuestionKind.NUMBER:
            yield from dict.fromkeys([(str(question.minimum),), (str(question.maximum),)])
        case QuestionKind.ORDER:
            yield tuple(keys)
            yield tuple(reversed(keys))
        case QuestionKind.DISTRIBUTE:
            left, shares = question.maximum, list[str]()
            for option in question.options:
                points = min(left, option.limit)
                left -= points
                if points:
                    shares.append(f"{option.key}={points}")
            yield tuple(shares)
        case _:
            looks: Mapping[str, tuple[str, str]] = {o.key: (o.label, o.detail) for o in question.options}
            seen: set[tuple[tuple[str, str], ...]] = set()
            sizes = dict.fromkeys(
                [question.minimum, min(question.maximum, len(keys)), max(1, question.minimum)]
            )
            for size in sizes:
                for chosen in islice(combinations(keys, size), 60):
                    look = tuple(sorted(looks[key] for key in chosen))
                    if look not in seen and question.minimum <= size <= question.maximum:
                        seen.add(look)
                        yield chosen
