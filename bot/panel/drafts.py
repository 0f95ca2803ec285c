"""Partial answers, encoded compactly for the id of a button.

A control's state is the draft *after* the press (or, for menus, before it). So nothing is kept in memory, and
a press delivered twice leads to the same state. Buttons that give an answer immediately contain a complete draft:
all answers if there are few, otherwise the usual ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import reduce
from itertools import combinations, islice, permutations

import msgspec
from msgspec.structs import replace

from bot.discord.components.plain import capitalised, shorten
from cards.i18n import Translator
from engine.kernel.question import Choice, Question, QuestionKind, shares

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_BASE = len(DIGITS)


class AnswerShape(Enum):
    """The shape of a partial answer."""

    SINGLE = "one of the options, or none where that is allowed"
    SET = "several options"
    SEQUENCE = "several options in order"
    SHARES = "points shared out"
    NUMBER = "a number"


def shape(question: Question) -> AnswerShape:
    """Return the shape of a question's answers."""
    match question.kind:
        case QuestionKind.NUMBER:
            return AnswerShape.NUMBER
        case QuestionKind.DISTRIBUTE:
            return AnswerShape.SHARES
        case QuestionKind.ORDER:
            return AnswerShape.SEQUENCE
        case QuestionKind.CARDS:
            if question.maximum == 1 and question.options:
                return AnswerShape.SINGLE
            return AnswerShape.SEQUENCE if question.ordered else AnswerShape.SET
        case QuestionKind.ACTION | QuestionKind.ONE | QuestionKind.YES_NO:
            return AnswerShape.SINGLE


class PartialAnswer(msgspec.Struct, frozen=True):
    """A partial answer and the visible page.

    `picks`: positions of options, in the order picked (SEQUENCE) or ascending (SET); for SHARES the points of
    each option in turn; for SINGLE the first option of the group that is open.
    """

    picks: tuple[int, ...] = ()
    page: int = 0

    def at(self, page: int) -> PartialAnswer:
        """Return the same draft on another page."""
        return replace(self, page=page)


def blank(question: Question) -> PartialAnswer:
    """Return the initial draft. If there is only one way to answer, it is filled in."""
    count = len(question.options)
    match shape(question):
        case AnswerShape.SHARES:
            limits = [o.limit for o in question.options]
            return PartialAnswer(tuple(limits) if sum(limits) <= question.maximum else (0,) * count)
        case AnswerShape.SET if question.minimum >= count:
            return PartialAnswer(tuple(range(count)))
        case AnswerShape.SEQUENCE if count == 1 and question.minimum >= 1:
            return PartialAnswer((0,))
        case _:
            return PartialAnswer()


def draft_of(question: Question, choice: Choice) -> PartialAnswer | None:
    """Return the draft of a complete answer; None if an answer takes one press."""
    places = {option.key: place for place, option in enumerate(question.options)}
    match shape(question):
        case AnswerShape.SET:
            return PartialAnswer(tuple(sorted(places[key] for key in choice)))
        case AnswerShape.SEQUENCE:
            return PartialAnswer(tuple(places[key] for key in choice))
        case AnswerShape.SHARES:
            points = shares(choice)
            return PartialAnswer(tuple(points.get(option.key, 0) for option in question.options))
        case _:
            return None


def bounds(question: Question) -> tuple[int, int]:
    """Return the minimum and maximum number of options to pick."""
    if question.kind is QuestionKind.ORDER:
        return len(question.options), len(question.options)
    return question.minimum, min(question.maximum, len(question.options))


def left_in_order(question: Question, draft: PartialAnswer) -> list[int]:
    """Return the positions of the options that can be picked next. Not every option can be first."""
    return [
        i
        for i, option in enumerate(question.options)
        if i not in draft.picks and (draft.picks or not option.later)
    ]


def is_complete(question: Question, draft: PartialAnswer) -> bool:
    """Return whether the draft can be confirmed."""
    if shape(question) is AnswerShape.SHARES:
        return sum(draft.picks) == question.maximum
    low, high = bounds(question)
    return low <= len(draft.picks) <= high


def chosen(question: Question, draft: PartialAnswer) -> Choice:
    """Return the answer of a complete draft."""
    options = question.options
    if shape(question) is AnswerShape.SHARES:
        return tuple(f"{options[i].key}={n}" for i, n in enumerate(draft.picks) if n)
    return tuple(options[i].key for i in draft.picks)


def pack(question: Question, draft: PartialAnswer) -> str:
    """Return the draft as a short word of letters, digits, "-" and "_"."""
    page = DIGITS[min(draft.page, _BASE - 1)]
    match shape(question):
        case AnswerShape.SET:
            return page + _word(sum(1 << i for i in draft.picks))
        case AnswerShape.SHARES:
            number = 0
            for i in reversed(range(len(draft.picks))):
                number = number * _radix(question, i) + draft.picks[i]
            return page + _word(number)
        case _:
            width = _width(question)
            return page + "".join(_word(i).rjust(width, DIGITS[0]) for i in draft.picks)


def unpack(question: Question, text: str) -> PartialAnswer:
    """Return the draft that `pack` wrote. Raises ValueError for anything else."""
    if not text:
        return blank(question)
    page, body, count = _number(text[0]), text[1:], len(question.options)
    match shape(question):
        case AnswerShape.SET:
            number = _number(body)
            picks = tuple(i for i in range(number.bit_length()) if number >> i & 1)
        case AnswerShape.SHARES:
            number, points = _number(body), list[int]()
            for i in range(count):
                number, n = divmod(number, _radix(question, i))
                points.append(n)
            if number or any(n > o.limit for n, o in zip(points, question.options, strict=True)):
                raise ValueError("a draft of another question")
            return PartialAnswer(tuple(points), page)
        case _:
            width = _width(question)
            picks = tuple(_number(body[i : i + width]) for i in range(0, len(body), width))
    if len(set(picks)) != len(picks) or any(i >= count for i in picks):
        raise ValueError("a draft of another question")
    return PartialAnswer(picks, page)


def _radix(question: Question, index: int) -> int:
    return min(question.options[index].limit, question.maximum) + 1


def _width(question: Question) -> int:
    return len(_word(max(len(question.options) - 1, 0)))


def _word(number: int) -> str:
    digits = DIGITS[number % _BASE]
    while number := number // _BASE:
        digits = DIGITS[number % _BASE] + digits
    return digits


def _number(word: str) -> int:
    number = 0
    for digit in word:
        number = number * _BASE + DIGITS.index(digit)
    return number


FEW = 5
"""Up to this many possible answers get a button each: one row."""


THREE = 3
"""The number of options whose six orders get a button each, named by their numbers in the list."""


ALONE = 3
"""Up to this many options get a button to choose each alone, if there are too many answers for buttons."""


LABEL = 38
"""Characters of a button's label visible on a phone (Discord's limit is 80)."""


TWO = 2
"""The number of options for the labels "both" and "The other way round"."""


_SHORT = 10
"""Characters below which a shortened name is meaningless."""


def few(question: Question) -> list[PartialAnswer]:
    """Return every answer to the question if there are few, else nothing. Largest selections first."""
    if shape(question) is AnswerShape.SEQUENCE and len(question.options) > ALONE:
        return []  # There are too many already, so don't enumerate them.
    limit = FEW + is_order_of_three(question)
    drafts = list(islice(_every(question), limit + 1))
    return drafts if len(drafts) <= limit else []


def is_order_of_three(question: Question) -> bool:
    """Return whether the answers are the orders of three options, which are named by numbers."""
    return shape(question) is AnswerShape.SEQUENCE and bounds(question)[0] == len(question.options) == THREE


def usual(question: Question) -> list[PartialAnswer]:
    """Return the answers that most players want to a question with many: all, none, one alone, or full shares.

    Of shares also those that fill no option, and as many as possible.
    """
    count = len(question.options)
    low, high = bounds(question)
    match shape(question):
        case AnswerShape.SET:
            out = [PartialAnswer(tuple(range(count)))] if high >= count else []
            out += [PartialAnswer((i,)) for i in range(count) if count <= ALONE and low <= 1 <= high]
            return [*out, PartialAnswer()] if low == 0 else out
        case AnswerShape.SEQUENCE:
            out = (
                [PartialAnswer(tuple(range(count)))]
                if high >= count and not question.options[0].later
                else []
            )
            return [*out, PartialAnswer()] if low == 0 else out
        case AnswerShape.SHARES:
            by_limit = sorted(range(count), key=lambda i: question.options[i].limit)
            fillings = [_filling(question, (i, *_others(count, i))) for i in range(min(count, FEW))]
            candidates = [*fillings, *_filling_none(question), _filling(question, by_limit)]
            return list(dict.fromkeys(candidates))[:FEW]
        case AnswerShape.SINGLE | AnswerShape.NUMBER:
            return []


def _every(question: Question) -> Iterator[PartialAnswer]:
    count = len(question.options)
    low, high = bounds(question)
    match shape(question):
        case AnswerShape.SET:
            for size in range(min(high, count), low - 1, -1):
                yield from (PartialAnswer(picks) for picks in combinations(range(count), size))
        case AnswerShape.SEQUENCE:
            first = left_in_order(question, PartialAnswer())
            for size in range(min(high, count), low - 1, -1):
                for picks in permutations(range(count), size):
                    if not picks or picks[0] in first:
                        yield PartialAnswer(picks)
        case AnswerShape.SHARES:
            limits = [option.limit for option in question.options]
            yield from (PartialAnswer(points) for points in _shares(limits, question.maximum))
        case AnswerShape.SINGLE | AnswerShape.NUMBER:
            pass


def _shares(limits: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to distribute the points, beginning with the most for the first options."""
    if not limits:
        yield from [()] if total == 0 else []
        return
    first, *rest = limits
    for points in range(min(first, total), max(0, total - sum(rest)) - 1, -1):
        yield from ((points, *more) for more in _shares(rest, total - points))


def _others(count: int, first: int) -> list[int]:
    return [i for i in range(count) if i != first]


def _filling(question: Question, in_order: Sequence[int]) -> PartialAnswer:
    """Return the distribution in which each option in turn gets its maximum, as long as points are left."""
    left = question.maximum
    points = [0] * len(question.options)
    for i in in_order:
        points[i] = min(left, question.options[i].limit)
        left -= points[i]
    return PartialAnswer(tuple(points))


def _filling_none(question: Question) -> list[PartialAnswer]:
    """Return the distribution in which no option gets its maximum, if there is one: the first ones get the most."""
    left = question.maximum
    points: list[int] = []
    for option in question.options:
        points.append(min(left, max(option.limit - 1, 0)))
        left -= points[-1]
    return [] if left else [PartialAnswer(tuple(points))]


def named(
    question: Question, names: Sequence[str], draft: PartialAnswer, translate: Translator, room: int = LABEL
) -> str:
    """Return the label of an answer, at most `room` characters; "" if it doesn't fit."""
    picks, count = draft.picks, len(names)
    form = shape(question)
    if form is AnswerShape.SHARES and any(picks):
        parts = [(translate.msg("{n} to {name}", n=n, name="{}"), names[i]) for i, n in enumerate(picks) if n]
        return _fitted(", ".join(part for part, _ in parts), [name for _, name in parts], room)
    if form is AnswerShape.SHARES or not picks:
        return question.none or translate.msg("None of them")
    if form is AnswerShape.SEQUENCE and bounds(question)[0] == count > 1:
        if picks == tuple(range(count)):
            return translate.msg("In this order")
        if count == TWO:
            return translate.msg("The other way round")
    if form is AnswerShape.SET and len(picks) == count > 1:
        return _selection_text(
            question, translate.msg("both") if count == TWO else translate.msg("all {n}", n=count)
        )
    if form is AnswerShape.SET and len(picks) == count - 1 > TWO:
        [left] = set(range(count)) - set(picks)
        return _fitted(
            _selection_text(question, translate.msg("all but {name}", name="{}")), [names[left]], room
        )
    listed = " + ".join("{}" for _ in picks)
    if form is AnswerShape.SEQUENCE:
        listed = reduce(
            lambda first, other: translate.msg("{first}, then {other}", first=first, other=other),
            ["{}"] * len(picks),
        )
    return _fitted(_selection_text(question, listed), [names[i] for i in picks], room)


def _selection_text(question: Question, chosen: str) -> str:
    """Return the description of a selection, as at the start of a sentence."""
    text = (question.some or "{cards}").replace("{cards}", chosen)
    return capitalised(text)


def _fitted(frame: str, names: Sequence[str], room: int) -> str:
    """Return a text with names inserted, shortened to fit; "" if they would be too short to tell apart."""
    left = room - len(frame.replace("{}", ""))
    if sum(map(len, names)) > left:
        each = left // len(names)
        if each < _SHORT:
            return ""
        names = [shorten(name, each) for name in names]
    return frame.format(*names)
