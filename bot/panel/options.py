"""The options of a question by what people call them: labels, groups, and what is said beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from bot.discord.components.plain import bare, shorten
from bot.panel.drafts import (
    AnswerShape,
    PartialAnswer,
    shape,
)
from engine.kernel.question import Option, Question, QuestionKind

MENU = 25
"""Options of one menu."""
MEMBERS = 10
"""Options of one group: they become buttons. The options of a larger one are listed by themselves."""


@lru_cache(maxsize=64)
def labels(question: Question) -> tuple[str, ...]:
    """Return one label an option, each different from the others, at most 100 characters, without formatting.

    They are kept: a panel asks for them once for each of its buttons.
    """
    taken: dict[str, int] = {}
    out: list[str] = []
    for option in question.options:
        label = shorten(bare(option.label) or option.key, 95)
        taken[label] = taken.get(label, 0) + 1
        out.append(label if taken[label] == 1 else f"{label} ({taken[label]})")
    return tuple(out)


def grouped(question: Question, places: Iterable[int]) -> dict[int, list[int]]:
    """Return these positions of options with those of one group together, by the first of them; others are alone."""
    groups: dict[tuple[str, int], list[int]] = {}
    for i in places:
        group = question.options[i].group
        groups.setdefault((group, -1 if group else i), []).append(i)
    found: dict[int, list[int]] = {}
    for some in groups.values():
        found |= {some[0]: some} if len(some) <= MEMBERS else {i: [i] for i in some}
    return found


def group_named(question: Question, typed: str) -> PartialAnswer | None:
    """Return the half-made answer in which the group with this name is open; None if no group of several is called so.

    What is called like an option means that option.
    """
    wanted = typed.strip().casefold()
    if wanted in (name.casefold() for name in labels(question)):
        return None
    for first, some in grouped(question, range(len(question.options))).items():
        if len(some) > 1 and question.options[first].group.casefold() == wanted:
            return PartialAnswer((first,))
    return None


def listed(question: Question, places: Sequence[int]) -> list[tuple[str, int | None]]:
    """Return what people read of options at these positions, with the position of each.

    Where they are more than a menu holds, those of one group are called by its name, without a position.
    """
    names = labels(question)
    if len(places) <= MENU:
        return [(names[i], i) for i in places]
    groups = grouped(question, places).items()
    return [(names[i], i) if len(some) == 1 else (question.options[i].group, None) for i, some in groups]


def read_beside(question: Question) -> frozenset[str]:
    """Return the keys of options with which what they do is said, beside a button or in a menu: one of them is chosen."""
    if shape(question) is not AnswerShape.SINGLE or question.kind is QuestionKind.YES_NO:
        return frozenset()
    return frozenset(option.key for option in question.options if not is_lone(question, option))


def is_lone(question: Question, option: Option) -> bool:
    """Return whether an option of an ACTION question stands alone: it is done with nothing, as to pass is."""
    return question.kind is QuestionKind.ACTION and not option.subject and not option.group
