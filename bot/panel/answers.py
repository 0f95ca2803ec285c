"""Presses on the controls of a question as answers, or as steps towards one; and whole answers that are one press.

Those are all that a question has, where they are few, and the usual ones where they are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, islice, permutations

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import field
from bot.discord.components.plain import bare, shorten
from bot.panel.answer_controls import GROUP
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    bounds,
    chosen,
    is_complete,
    left_in_order,
    shape,
    unpack,
)
from bot.panel.one_option import NONE
from bot.panel.question_text import MENU, how_to_type
from cards.i18n import Translator
from engine.kernel.question import Choice, Question, QuestionKind


class Decided(msgspec.Struct, frozen=True):
    """The press is an answer."""

    choice: Choice


class Drafted(msgspec.Struct, frozen=True):
    """The press went on with a half-made answer: show the question again with it."""

    draft: PartialAnswer


class Typing(msgspec.Struct, frozen=True):
    """The press asks for the form in which an answer can be typed."""


class Luck(msgspec.Struct, frozen=True):
    """The press asks for an answer that is random."""


def press(question: Question, control: CustomId, values: Sequence[str]) -> Decided | Drafted | Typing | Luck:
    """Return what a press on one of the question's controls means. Raises ValueError for a control that isn't."""
    _, _, packed = control.state.rpartition(".")
    match control.act:
        case "pick":
            return Decided(_one(question, control.state))
        case "menu" if values[0].startswith(GROUP):
            return Drafted(_open(question, int(values[0].removeprefix(GROUP)), packed))
        case "menu":
            return Decided(_one(question, values[0]))
        case "set":
            number, draft = int(control.state.split(".")[0]), unpack(question, packed)
            there = range(number * MENU, min(number * MENU + MENU, len(question.options)))
            kept = {i for i in draft.picks if i not in there} | {int(v) for v in values if int(v) in there}
            return Drafted(replace(draft, picks=tuple(sorted(kept))))
        case "add":
            draft = unpack(question, packed)
            pick = int(values[0])
            if pick not in left_in_order(question, draft):
                return Drafted(draft)
            return Drafted(_finished(question, replace(draft, picks=(*draft.picks, pick))))
        case "to":
            return Drafted(unpack(question, packed))
        case "done":
            draft = unpack(question, packed)
            return Decided(chosen(question, draft)) if is_complete(question, draft) else Drafted(draft)
        case "type":
            return Typing()
        case "lot" if question.kind is QuestionKind.NUMBER:
            return Luck()
        case _:
            raise ValueError(f"no control of a question: {control.act}")


def form(question: Question, match: str, translate: Translator) -> ui.Modal:
    """Return the form in which the answer can be typed; `match` is the key of the match. To be called in a running event loop."""
    modal = ui.Modal(title=translate.msg("Your answer"), custom_id=CustomId("typed", match, question.id).id)
    entry = field("answer", placeholder=how_to_type(question, translate)[:100])
    modal.add_item(
        ui.Label(
            text=translate.msg("Answer"),
            description=shorten(bare(question.purpose), 100),
            component=entry,
        )
    )
    modal.stop()
    return modal


def _one(question: Question, value: str) -> Choice:
    if question.kind is QuestionKind.NUMBER:
        return (value,)
    if value == NONE:
        return ()
    index = int(value)
    if not 0 <= index < len(question.options):
        raise ValueError("no such option")
    return (question.options[index].key,)


def _open(question: Question, first: int, packed: str) -> PartialAnswer:
    """Return the half-made answer in which a group is open, on the page of the menus from which it was opened."""
    if question.kind is QuestionKind.NUMBER or not 0 <= first < len(question.options):
        raise ValueError("no such group")
    return replace(unpack(question, packed), picks=(first,))


def _finished(question: Question, draft: PartialAnswer) -> PartialAnswer:
    """Put the last option where it can only go, when all are to be ordered."""
    left = [i for i in range(len(question.options)) if i not in draft.picks]
    if len(left) == 1 and bounds(question)[0] == len(question.options):
        return replace(draft, picks=(*draft.picks, left[0]))
    return draft


FEW = 5
"""Answers up to this many are a button each: one row."""
ALONE = 3
"""Of options up to this many each can be chosen alone by a button, where all answers would be too many."""
LABEL = 38
"""Characters of a button's label that a phone shows (Discord takes 80)."""
TWO = 2
"""The number that may be called both, and the other way round."""
_SHORT = 10
"""Characters of a name below which it tells nothing."""


def few(question: Question) -> list[PartialAnswer]:
    """Return every answer to the question, if there are few; else none. Those that do most come first."""
    if shape(question) is AnswerShape.SEQUENCE and len(question.options) > ALONE:
        return []  # There are more ways to begin alone, and nobody should count them all.
    found = list(islice(_every(question), FEW + 1))
    return found if len(found) <= FEW else []


def usual(question: Question) -> list[PartialAnswer]:
    """Return the answers that most people want, of a question that has many: all, none, one alone; full shares."""
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
            return list(dict.fromkeys(_filling(question, i) for i in range(min(count, FEW))))
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
    """Yield every way to share these points, as much as possible to the first ones first."""
    if not limits:
        yield from [()] if total == 0 else []
        return
    first, *rest = limits
    for points in range(min(first, total), max(0, total - sum(rest)) - 1, -1):
        yield from ((points, *more) for more in _shares(rest, total - points))


def _filling(question: Question, first: int) -> PartialAnswer:
    """Return the shares where one option gets all that it takes, and the others what is left, in order."""
    left = question.maximum
    points = [0] * len(question.options)
    for i in (first, *(i for i in range(len(points)) if i != first)):
        points[i] = min(left, question.options[i].limit)
        left -= points[i]
    return PartialAnswer(tuple(points))


def named(
    question: Question, names: Sequence[str], draft: PartialAnswer, translate: Translator, room: int = LABEL
) -> str:
    """Return the name of an answer on a button with room for this number of characters; "" if it can't be told there."""
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
        return _said(question, translate.msg("both") if count == TWO else translate.msg("all {n}", n=count))
    if form is AnswerShape.SET and len(picks) == count - 1 > TWO:
        [left] = set(range(count)) - set(picks)
        return _fitted(_said(question, translate.msg("all but {name}", name="{}")), [names[left]], room)
    listed = " + ".join("{}" for _ in picks)
    if form is AnswerShape.SEQUENCE:
        listed = reduce(
            lambda first, other: translate.msg("{first}, then {other}", first=first, other=other),
            ["{}"] * len(picks),
        )
    return _fitted(_said(question, listed), [names[i] for i in picks], room)


def _said(question: Question, chosen: str) -> str:
    """Return what choosing something comes to, as a sentence begins."""
    text = (question.some or "{cards}").replace("{cards}", chosen)
    return text[:1].upper() + text[1:]


def _fitted(frame: str, names: Sequence[str], room: int) -> str:
    """Return a text with names in it, each shortened where it would be too long; "" if they would tell nothing."""
    left = room - len(frame.replace("{}", ""))
    if sum(map(len, names)) > left:
        each = left // len(names)
        if each < _SHORT:
            return ""
        names = [shorten(name, each) for name in names]
    return frame.format(*names)
