"""Lessons as data: the tables of `lessons.toml` in a package of the game.

A table refers to a condition by name; the game's course defines the conditions. A text has a slot for each card that it
names, and the table says which card that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Formatter
from typing import Generic

import msgspec

from cards.i18n import Message, title
from engine.kernel.game import V_co
from engine.kernel.lessons import Ask, Lesson, LessonExplanation, LessonLine, When, is_asked, offered

_Cards = dict[str, str]
"""The titles of cards by the slots of a text."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A `LessonLine`. Without `when`, it applies if its press is offered. Its slot {card} is the card of its press."""

    text: str
    when: str = ""
    press: tuple[str, str] | None = None
    cards: _Cards = {}


class _Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """A `Lesson`. `cards` are those of all of its texts, unless a line has its own."""

    key: str
    title: str
    at: int
    goal: str
    lines: list[_Line]
    reached: str
    praise: str
    missed: str = ""
    pity: str = ""
    cards: _Cards = {}


class _Explanation(msgspec.Struct, forbid_unknown_fields=True):
    """A `LessonExplanation`."""

    key: str
    when: str
    text: str
    in_lessons: bool = False
    of_question: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    aim: str
    explanations: list[_Explanation]
    lessons: list[_Lesson]


class LessonFile(msgspec.Struct, Generic[V_co], frozen=True):
    """The texts of a course: how to win, the explanations in order of precedence, and the lessons."""

    aim: Message
    explained: tuple[LessonExplanation[V_co], ...]
    lessons: tuple[Lesson[V_co], ...]


def lessons_in(
    package: str, asked: Mapping[str, Ask[V_co]], moments: Mapping[str, When[V_co]]
) -> LessonFile[V_co]:
    """Return the lessons in `lessons.toml` of a package.

    `asked` are the conditions on a question by name, and `moments` the others. Raises KeyError for an unknown name.
    """
    text = files(package).joinpath("lessons.toml").read_text("utf-8")
    file = msgspec.toml.decode(text, type=_File)
    whens = {**{name: is_asked(condition) for name, condition in asked.items()}, **moments}

    def line(one: _Line, cards: _Cards) -> LessonLine[V_co]:
        assert one.when or one.press is not None, f"{one.text!r} has no condition"
        when = whens[one.when] if one.when else offered(*(one.press or ("", "")))
        pressed = {"card": one.press[1]} if one.press else {}
        return LessonLine(when, _message(one.text, cards | pressed | one.cards), one.press)

    def lesson(one: _Lesson) -> Lesson[V_co]:
        return Lesson(
            key=one.key,
            title=Message(one.title, context="lesson"),
            at=one.at,
            goal=_message(one.goal, one.cards),
            lines=tuple(line(each, one.cards) for each in one.lines),
            reached=whens[one.reached],
            praise=_message(one.praise, one.cards),
            missed=whens[one.missed] if one.missed else lambda moment: False,
            pity=_message(one.pity, one.cards) if one.pity else None,
        )

    explained = (
        LessonExplanation(
            each.key, asked[each.when], Message(each.text), each.in_lessons, of_question=each.of_question
        )
        for each in file.explanations
    )
    return LessonFile(Message(file.aim), tuple(explained), tuple(map(lesson, file.lessons)))


def _message(text: str, cards: _Cards) -> Message:
    """Return a text with the titles of its cards filled in."""
    slots = dict.fromkeys(slot for _, slot, _, _ in Formatter().parse(text) if slot)
    return Message(text).filled(**{slot: title(cards[slot]) for slot in slots})
