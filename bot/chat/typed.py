"""Answers that were typed: names or numbers, with commas between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.chat.drafts import Shape, bounds, shape
from bot.chat.plain import bare, shorten
from bot.chat.questions import how_to_type, labels
from bot.chat.words import Words
from bot.errors import Refusal, Told
from engine.kernel.question import Choice, Question

_SEPARATOR = re.compile(r"\s*[,;]\s*")
_POINTS = re.compile(r"^(?P<name>.+?)\s*(?:=|:|×|\s)\s*(?P<points>\d{1,4})$")
_NOTHING = frozenset({"none", "nothing", "nada", "ninguna", "ninguno", "-", ""})


def read_typed(question: Question, text: str, words: Words) -> Choice:
    """Return the answer that a person typed. Raises Refusal with a sentence that says what could be typed.

    A name may be shortened as long as only one option fits. What is returned is still to be checked by the engine.
    """
    text = bare(text)
    match shape(question):
        case Shape.NUMBER:
            return (text,)
        case Shape.SINGLE:
            if bounds(question)[0] == 0 and text.casefold() in _NOTHING:
                return ()
            return (question.options[_find(question, text, words)].key,)
        case Shape.SET | Shape.SEQUENCE:
            if text.casefold() in _NOTHING:
                return ()
            return tuple(question.options[i].key for i in _find_all(question, text, words))
        case Shape.SHARES:
            return _shares(question, text, words)


def complete(question: Question, typed: str, words: Words) -> list[tuple[str, str]]:
    """Return up to 25 ways to go on typing, as (shown, typed then), each at most 100 characters."""
    names = labels(question)
    match shape(question):
        case Shape.NUMBER:
            numbers = (str(n) for n in range(question.minimum, question.maximum + 1))
            fitting = [n for n in numbers if n.startswith(typed.strip())]
            return [(n, n) for n in fitting[:25]]
        case Shape.SINGLE:
            fitting = _fitting(names, typed.strip())
            out = [(names[i], names[i]) for i in fitting]
            # Whoever types a name means it: "none" is not to be taken in its place.
            is_meant = bounds(question)[0] == 0 and bool(_fitting([words.none_of_them], typed.strip()))
            return ([(words.none_of_them, "none")] if is_meant else []) + out[:24]
        case _:
            return _complete_list(question, names, typed, words)


def _complete_list(question: Question, names: list[str], typed: str, words: Words) -> list[tuple[str, str]]:
    """Go on with a list: what stands before the last comma is kept, written as numbers so that it stays short."""
    is_shares = shape(question) is Shape.SHARES
    *before, last = _SEPARATOR.split(typed.strip())
    try:
        kept = [_find(question, _name(part) if is_shares else part, words) for part in before if part]
    except Refusal:
        return []
    points = [(_POINTS.match(p) or {"points": "1"})["points"] for p in before if p] if is_shares else []
    head = (
        [f"{i + 1} = {n}" for i, n in zip(kept, points, strict=True)]
        if is_shares
        else [str(i + 1) for i in kept]
    )
    out: list[tuple[str, str]] = []
    if kept and not last:
        out.append(_choice([names[i] for i in kept], head))
    for i in _fitting(names, _name(last) if is_shares else last):
        if i not in kept and (kept or not question.options[i].later):
            left = question.maximum - sum(int(n) for n in points)
            share = min(max(left, 0), question.options[i].limit)
            tail = f"{i + 1} = {share}" if is_shares else str(i + 1)
            shown = f"{names[i]} = {share}" if is_shares else names[i]
            out.append(_choice([*(names[k] for k in kept), shown], [*head, tail]))
    return out[:25]


def _choice(shown: Sequence[str], typed: Sequence[str]) -> tuple[str, str]:
    name = ", ".join(shown)
    if len(name) > 100:
        name = "… " + name[-98:]
    return name, ", ".join(typed)[:100]


def _name(part: str) -> str:
    found = _POINTS.match(part)
    return found["name"] if found else part


def _fitting(names: Sequence[str], typed: str) -> list[int]:
    """Return the positions of names that contain what was typed, those that begin with it first."""
    wanted = typed.casefold()
    begin = [i for i, name in enumerate(names) if name.casefold().startswith(wanted)]
    return begin + [i for i, name in enumerate(names) if wanted in name.casefold() and i not in begin]


def _find(question: Question, typed: str, words: Words) -> int:
    """Return the position of the option that was meant. Raises Refusal."""
    names = labels(question)
    wanted = typed.strip().casefold()
    for i, option in enumerate(question.options):
        if wanted in (names[i].casefold(), option.key.casefold()):
            return i
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    fitting = [i for i, name in enumerate(names) if wanted and wanted in name.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    shown = shorten(typed.strip(), 60)
    if fitting:
        these = ", ".join(f"{words.quoted.format(name=names[i])} ({i + 1})" for i in fitting[:8])
        raise Told(words.several_fit.format(typed=shown, names=these))
    raise Told(words.not_understood.format(typed=shown, how=_what(question, words)))


def _find_all(question: Question, text: str, words: Words) -> list[int]:
    """Return the positions of all that were named; a name may hold commas itself."""
    parts = _SEPARATOR.split(text)
    found: list[int] = []
    while parts:
        for end in range(len(parts), 1, -1):
            joined = ", ".join(parts[:end]).casefold()
            if joined in [name.casefold() for name in labels(question)]:
                break
        else:
            end = 1
        found.append(_find(question, ", ".join(parts[:end]), words))
        parts = parts[end:]
    return found


def _shares(question: Question, text: str, words: Words) -> Choice:
    out: list[str] = []
    for part in _SEPARATOR.split(text) if text else []:
        found = _POINTS.match(part)
        if found is None:
            _find(question, part, words)
            raise Told(words.no_points.format(typed=part))
        if int(found["points"]):
            key = question.options[_find(question, found["name"], words)].key
            out.append(f"{key}={int(found['points'])}")
    return tuple(out)


def _what(question: Question, words: Words) -> str:
    """Return what could be typed: the options if they are few, and the way to write them."""
    names = labels(question)
    if 0 < len(names) <= 8:
        these = ", ".join(words.quoted.format(name=name) for name in names)
        return words.what_can_be_chosen.format(names=these)
    return how_to_type(question, words)
