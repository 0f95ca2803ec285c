"""Typed answers: names or numbers, separated by commas.

Autocompletion suggestions carry a stamp that identifies their question, as buttons do: one that is sent twice
decides once.

Every text is read once from start to end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.discord.components.plain import QUOTED, bare, shorten
from bot.errors import Refusal
from bot.panel.drafts import AnswerShape, bounds, shape
from bot.panel.question_text import grouped_options, how_to_type, labels
from cards.i18n import Translator, msg
from cards.numerals import numeral
from engine.kernel.question import Choice, Question, shares

_DIGITS = "0123456789"
_MOST = 100
"""Discord's limit for a suggestion, both displayed and sent."""
_ROOM = 76
"""The same limit less a stamp with two numbers of ten digits."""
_STAMP = re.compile(r"\[([0-9]{1,18})\.([0-9]{1,18})\] ")
_NOTHING = frozenset({"none", "nothing", "nada", "ninguna", "ninguno", "-", ""})


class QuestionMark(NamedTuple):
    """The question that a suggestion answers, and its match."""

    match: int
    question: int

    def on(self, answer: str) -> str:
        """Return the value sent when the suggestion is chosen: the stamp and the typed form of the answer."""
        return f"[{self.match}.{self.question}] {answer}"


def stamped(text: str) -> tuple[QuestionMark | None, str]:
    """Return the stamp of a typed answer, or None, and the answer without it."""
    stamp_match = _STAMP.match(text)
    return (
        (QuestionMark(int(stamp_match[1]), int(stamp_match[2])), text[stamp_match.end() :])
        if stamp_match
        else (None, text)
    )


def read_typed(question: Question, text: str, translate: Translator) -> Choice:
    """Return the answer a person typed. Raises Refusal with a sentence that lists the possible inputs.

    A name can be shortened as long as only one option matches. The engine must still check the result.
    """
    text = bare(text)
    none = {*_NOTHING, _none(question, translate).casefold(), translate.msg("None of them").casefold()}
    match shape(question):
        case AnswerShape.NUMBER:
            return (text,)
        case AnswerShape.SINGLE:
            if bounds(question)[0] == 0 and text.casefold() in none:
                return ()
            return (question.options[_Options(question, translate).find(text)].key,)
        case AnswerShape.SET | AnswerShape.SEQUENCE:
            if text.casefold() in none:
                return ()
            return tuple(question.options[i].key for i in _Options(question, translate).all_in(text))
        case AnswerShape.SHARES:
            return _shares(question, text, translate)


def _none(question: Question, translate: Translator) -> str:
    """Return the label of the empty answer, as on its button."""
    return question.none or translate.msg("None of them")


def suggestions(
    question: Question, typed: str, translate: Translator, stamp: QuestionMark
) -> list[tuple[str, str]]:
    """Return up to 25 completions that identify the question, as (shown, sent), each at most 100 characters.

    The typed text is the first one if it is a valid answer.
    """
    _, typed = stamped(typed)
    completions = complete(question, typed, translate)
    if (whole := _whole(question, typed.strip(), translate)) is not None:
        completions = [whole, *(suggestion for suggestion in completions if suggestion[0] != whole[0])]
    stamped_suggestions = [(shown, stamp.on(text)) for shown, text in completions]
    return [suggestion for suggestion in stamped_suggestions if len(suggestion[1]) <= _MOST][:25]


def _whole(question: Question, typed: str, translate: Translator) -> tuple[str, str] | None:
    """Return the typed text as a suggestion; None if it isn't an answer, or is a number, which is suggested anyway."""
    kind = shape(question)
    try:
        choice = read_typed(question, typed, translate) if typed and kind is not AnswerShape.NUMBER else ()
    except Refusal:
        return None
    names = dict(zip((option.key for option in question.options), labels(question), strict=True))
    if kind is AnswerShape.SHARES:
        parts = [f"{names[key]} = {n}" for key, n in shares(choice).items()]
    else:
        parts = [names[key] for key in choice]
    return (shorten(", ".join(parts), _MOST), typed) if parts else None


def complete(question: Question, typed: str, translate: Translator) -> list[tuple[str, str]]:
    """Return up to 25 completions, as (shown, typed), each at most 100 characters."""
    names = labels(question)
    # A typed name must not be replaced by "none".
    is_meant = bounds(question)[0] == 0 and bool(_fitting([_none(question, translate)], typed.strip()))
    none = [(shorten(_none(question, translate), _MOST), "none")] if is_meant else []
    match shape(question):
        case AnswerShape.NUMBER:
            numbers = (str(n) for n in range(question.minimum, question.maximum + 1))
            fitting = [n for n in numbers if n.startswith(typed.strip())]
            return [(n, n) for n in fitting[:25]]
        case AnswerShape.SINGLE:
            query = typed.strip()
            fitting = _fitting(names, query)
            groups = _fitting([option.group for option in question.options], query) if query else []
            options = grouped_options(question, list(dict.fromkeys([*fitting, *groups])))
            completions = [
                (label, label if len(label) <= _ROOM else str(i + 1))
                if i is not None
                else (f"{shorten(label, _MOST - 2)} …", label)
                for label, i in options
            ]
            return none + completions[: 25 - len(none)]
        case AnswerShape.SET | AnswerShape.SEQUENCE:
            return _complete_list(question, names, typed, translate)[: 25 - len(none)] + none
        case AnswerShape.SHARES:
            return _complete_list(question, names, typed, translate)


def _complete_list(
    question: Question, names: Sequence[str], typed: str, translate: Translator
) -> list[tuple[str, str]]:
    """Complete a list. Everything before the last comma is kept, as numbers to keep it short."""
    is_shares = shape(question) is AnswerShape.SHARES
    *earlier, unfinished = _parts(typed)
    options = _Options(question, translate)
    try:
        chosen_positions = [options.find(_name(part) if is_shares else part) for part in earlier if part]
    except Refusal:
        return []
    points = [_points(part)[1] or "1" for part in earlier if part] if is_shares else []
    head = (
        [f"{i + 1} = {n}" for i, n in zip(chosen_positions, points, strict=True)]
        if is_shares
        else [str(i + 1) for i in chosen_positions]
    )
    completions: list[tuple[str, str]] = []
    if chosen_positions and not unfinished:
        completions += _suggested([names[i] for i in chosen_positions], head)
    for i in _fitting(names, _name(unfinished) if is_shares else unfinished):
        if i not in chosen_positions and (chosen_positions or not question.options[i].later):
            points_left = question.maximum - sum(int(n) for n in points)
            share = min(max(points_left, 0), question.options[i].limit)
            tail = f"{i + 1} = {share}" if is_shares else str(i + 1)
            shown = f"{names[i]} = {share}" if is_shares else names[i]
            completions += _suggested([*(names[k] for k in chosen_positions), shown], [*head, tail])
    return completions[:25]


def _suggested(shown: Sequence[str], typed: Sequence[str]) -> list[tuple[str, str]]:
    """Return a list as a suggestion; nothing if it is too long, as its beginning would be a different answer."""
    name, text = ", ".join(shown), ", ".join(typed)
    if len(name) > _MOST:
        name = "… " + name[2 - _MOST :]
    if len(text) > _ROOM:
        text = ",".join(part.replace(" ", "") for part in typed)
    return [(name, text)] if len(text) <= _MOST else []


def _parts(text: str) -> list[str]:
    """Return the parts between commas or semicolons."""
    return [part.strip() for part in text.replace(";", ",").split(",")]


def _points(part: str) -> tuple[str, str]:
    """Return the name and the points, one to four digits, in "name = 3", "name: 3" or "name 3".

    Without points, the name is the whole text and the points are "".
    """
    before = part.rstrip(_DIGITS)
    points = part[len(before) :]
    name = before.rstrip()
    if name.endswith(("=", ":", "×")):
        name = name[:-1].rstrip()
    elif name == before:
        return part, ""
    return (name, points) if name and 1 <= len(points) <= 4 else (part, "")


def _name(part: str) -> str:
    return _points(part)[0]


def _fitting(names: Sequence[str], typed: str) -> list[int]:
    """Return the positions of names that contain the typed text, those that begin with it first."""
    query = typed.casefold()
    folded = [name.casefold() for name in names]
    starting = [i for i, name in enumerate(folded) if name.startswith(query)]
    return starting + [i for i, name in enumerate(folded) if query in name and not name.startswith(query)]


class _Options:
    """The options of a question by their display names."""

    def __init__(self, question: Question, translate: Translator) -> None:
        self._question = question
        self._translate = translate
        self._labels = labels(question)
        self._folded = [name.casefold() for name in self._labels]
        self._places: dict[str, int] = {}
        for i, option in enumerate(question.options):
            for name in (self._folded[i], option.key.casefold()):
                self._places.setdefault(name, i)

    def find(self, typed: str) -> int:
        """Return the position of the matching option. Raises Refusal."""
        translate, query = self._translate, typed.strip().casefold()
        if query in self._places:
            return self._places[query]
        number = numeral(query)
        if number is not None and 1 <= number <= len(self._labels):
            return number - 1
        fitting = [i for i, name in enumerate(self._folded) if query and query in name] or [
            i for i, option in enumerate(self._question.options) if query == option.group.casefold() != ""
        ]
        if len(fitting) == 1:
            return fitting[0]
        shown = shorten(typed.strip(), 60)
        if fitting:
            names = ", ".join(
                f"{translate(QUOTED.filled(name=self._labels[i]))} ({i + 1})" for i in fitting[:8]
            )
            raise Refusal(msg("“{typed}” matches {names}. Type more of the name.", typed=shown, names=names))
        raise Refusal(
            msg(
                "“{typed}” isn't one of the options. {how}", typed=shown, how=_what(self._question, translate)
            )
        )

    def all_in(self, text: str) -> Iterator[int]:
        """Yield the positions of all named options. A name can itself contain commas. Raises Refusal."""
        parts = _parts(text)
        whole = {", ".join(_parts(name)) for name in self._folded}
        lengths = sorted({len(_parts(name)) for name in self._folded} - {1}, reverse=True)
        at = 0
        while at < len(parts):
            length = next((n for n in lengths if ", ".join(parts[at : at + n]).casefold() in whole), 1)
            yield self.find(", ".join(parts[at : at + length]))
            at += length


def _shares(question: Question, text: str, translate: Translator) -> Choice:
    out: list[str] = []
    options = _Options(question, translate)
    for part in _parts(text) if text else []:
        name, points = _points(part)
        if not points:
            options.find(part)
            raise Refusal(msg("“{typed}” needs points. Try “{typed} = 1”.", typed=part))
        if int(points):
            out.append(f"{question.options[options.find(name)].key}={int(points)}")
    return tuple(out)


def _what(question: Question, translate: Translator) -> str:
    """Return the possible inputs: the options if there are few, and the syntax."""
    names = labels(question)
    if 0 < len(names) <= 8:
        names_listed = ", ".join(translate(QUOTED.filled(name=name)) for name in names)
        return translate.msg("You can choose {names}.", names=names_listed)
    return how_to_type(question, translate)
