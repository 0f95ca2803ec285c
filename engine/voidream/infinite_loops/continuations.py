"""Continuations of a match from one of the player's actions to the next, in every relevant way."""

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
"""The maximum number of different answers tried for one question."""

IN_BREADTH, MOST_DECISIONS = 100, 250
"""The maximum number of decisions tried breadth-first, and in total."""

BY_ITSELF = 40
"""The number of triggers within one action that indicates a loop without actions: loops without change are cut off."""


class TriedEnding(msgspec.Struct):
    """A possible end of an action: the match at that point, and the triggers on the way."""

    match: Match[Referee]
    triggered: Counter[str]


def ways(match: Match[Referee], begins: bytes, key: str) -> Iterator[TriedEnding]:
    """Yield the possible ends of an action in the match's position `begins`, those with the fewest decisions first.

    Above a limit, only one way is followed, depth-first, which shows whether it continues by itself.
    """
    queue: deque[tuple[bytes | Match[Referee], Choice, Counter[str]]] = deque([(begins, (key,), Counter())])
    for decisions in range(MOST_DECISIONS):
        if not queue:
            return
        before, choice, so_far = queue.popleft() if decisions < IN_BREADTH else queue.pop()
        current = _laid_out(match, before) if isinstance(before, bytes) else before
        triggered = _answer(current, PLAYER, choice, so_far)
        while current.outcome is None and PLAYER not in current.pending_questions:
            triggered = _answer(
                current, OPPONENT, _least(current.pending_questions[OPPONENT].english), triggered
            )
        if current.outcome is not None or max(triggered.values(), default=0) >= BY_ITSELF:
            yield TriedEnding(current, triggered)
            continue
        question = current.pending_questions[PLAYER].english
        if question.kind is QuestionKind.ACTION:
            yield TriedEnding(current, triggered)
        else:
            *others, last = islice(_choices(question), MOST_WAYS)
            saved = VOIDREAM.pack(current.machine) if others else b""
            # The last way needs no copy of the position.
            further = [*((saved, option, triggered) for option in others), (current, last, triggered)]
            queue += further if decisions < IN_BREADTH else reversed(further)


def copied(match: Match[Referee]) -> Match[Referee]:
    """Return an independent copy of a match at its current position."""
    return _laid_out(match, VOIDREAM.pack(match.machine))


def _laid_out(match: Match[Referee], position: bytes) -> Match[Referee]:
    """Return a match with the same cards at a position."""
    return Match.at(VOIDREAM, match.setup, match.seed, position)[0]


def _answer(match: Match[Referee], seat: int, choice: Choice, triggered: Counter[str]) -> Counter[str]:
    happened = match.answer(seat, match.pending_questions[seat].id, choice)
    facts = (event.fact for event in happened)
    return triggered + Counter(fact.card for fact in facts if isinstance(fact, AbilityTriggered))


def _least(question: Question) -> Choice:
    """Return the answer of a player who does as little as possible."""
    if question.kind is QuestionKind.ACTION:
        return (PASS,)
    if question.kind is QuestionKind.YES_NO:
        return ("no",)
    return next(_choices(question))


def _choices(question: Question) -> Iterator[Choice]:
    """Return different answers to a question, with only one of several equal-looking options."""
    keys = [option.key for option in question.options]
    match question.kind:
        case QuestionKind.NUMBER:
            yield from dict.fromkeys([(str(question.minimum),), (str(question.maximum),)])
        case QuestionKind.ORDER:
            yield tuple(keys)
            yield tuple(reversed(keys))
        case QuestionKind.DISTRIBUTE:
            remaining, shares = question.maximum, list[str]()
            for option in question.options:
                points = min(remaining, option.limit)
                remaining -= points
                if points:
                    shares.append(f"{option.key}={points}")
            yield tuple(shares)
        case _:
            looks: Mapping[str, tuple[str, str]] = {o.key: (o.label, o.detail) for o in question.options}
            seen_kinds: set[tuple[tuple[str, str], ...]] = set()
            sizes = dict.fromkeys(
                [question.minimum, min(question.maximum, len(keys)), max(1, question.minimum)]
            )
            for size in sizes:
                for chosen in islice(combinations(keys, size), 60):
                    look = tuple(sorted(looks[key] for key in chosen))
                    if look not in seen_kinds and question.minimum <= size <= question.maximum:
                        seen_kinds.add(look)
                        yield chosen
