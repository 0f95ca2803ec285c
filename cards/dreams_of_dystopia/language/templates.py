"""The templates of sentences by their numbers, and which of them a sentence comes nearest that can't be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from itertools import product

_END = re.compile(r"(?<=[.,:;])(?<!curse:)(?<!curses:) +", re.IGNORECASE)
"""Between the parts of a line: a sentence, an instruction, or what stands in front of one."""
_OPTION = re.compile(r"^you may ", re.IGNORECASE)
_OPENERS = {"ability ": "T1", "support ": "T2", "combat ": "T3"}
"""The words that begin a part whose colon is missing."""
_NUMBER = re.compile(r"[0-9]+")


@cache
def templates() -> dict[str, tuple[str, ...]]:
    """Return the templates by their numbers, "T1" to "T52", each with its wordings as the brief for the set has them."""
    text = files("cards.dreams_of_dystopia.language").joinpath("templates.toml").read_text("utf-8")
    return {number: tuple(wordings) for number, wordings in tomllib.loads(text).items()}


def said_out(wording: str) -> Iterator[str]:
    """Yield what a wording can be: of what stands in brackets, each one."""
    parts = re.split(r"\[([^][]*)\]", wording)
    for way in product(*(part.split(", ") if place % 2 else [part] for place, part in enumerate(parts))):
        yield "".join(way)


def nearest(line: str, column: int, found: str = "", meant: str = "") -> str:
    """Return `T24: "Return a Curse …"`: the template that comes nearest the part of a line at this column, from 1.

    What was `found` there is read as well as what was probably `meant`.
    """
    ways = [_part_at(line, column)]
    if meant and line.startswith(found, column - 1):
        ways.append(_part_at(line[: column - 1] + meant + line[column - 1 + len(found) :], column))
    plain = next((number for opener, number in _OPENERS.items() if ways[0].startswith(opener)), "")
    if "choose one" in line.casefold() and (column >= len(line) or line.startswith("or ", column - 1)):
        plain = "T49"  # A choice of one: the "or" is missing, or what stands in front of it.
    if meant == "may":
        plain = "T48"
    if plain:
        return f'{plain}: "{templates()[plain][0]}"'
    known = {(number, wording): 0.0 for number, wording, _ in _parts()}
    for number, wording, part in _parts():
        known[number, wording] = max(known[number, wording], *(_likeness(way, part) for way in ways))
    number, wording = max(known, key=lambda one: known[one])
    return f'{number}: "{wording}"'


def _likeness(one: str, other: str) -> float:
    """Return the similarity of two parts by their words, their letters (for a slip spoils a word), and their beginnings."""
    words, others = one.split(), other.split()
    alike = (
        SequenceMatcher(None, words, others).ratio()
        + SequenceMatcher(None, one, other, autojunk=False).ratio()
    )
    return alike + (words[:1] == others[:1]) / 2 + (words[:3] == others[:3]) / 4


def _part_at(line: str, column: int) -> str:
    ends = [*(end.end() for end in _END.finditer(line)), len(line) + 1]
    number = next((place for place, end in enumerate(ends) if column <= end), len(ends) - 1)
    return _comparable(_END.split(line)[number])


@cache
def _parts() -> tuple[tuple[str, str, str], ...]:
    """The parts of all templates, as they are compared, with the number and the wording of each."""
    return tuple(
        (number, wording, _comparable(part))
        for number, wordings in templates().items()
        for wording in wordings
        for way in said_out(wording)
        for part in _END.split(way)
        if "…" not in part or _OPTION.match(part)
    )


def _comparable(part: str) -> str:
    return _NUMBER.sub("x", _OPTION.sub("", part.strip()).lower()).replace(":", "").rstrip(".,;")
