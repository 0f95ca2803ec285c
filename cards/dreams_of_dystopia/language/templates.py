"""The templates of sentences by number, and the nearest one to a sentence that can't be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from itertools import product

_END = re.compile(r"(?<=[.,:;])(?<!curse:)(?<!curses:) +", re.IGNORECASE)
"""The gap between the parts of a line: sentences, instructions, and prefixes."""
_OPTION = re.compile(r"^you may ", re.IGNORECASE)
_OPENERS = {"ability ": "T1", "support ": "T2", "combat ": "T3"}
"""The templates of prefixes without their colon."""
_NUMBER = re.compile(r"[0-9]+")


@cache
def templates() -> dict[str, tuple[str, ...]]:
    """Return the wordings of the templates by number, "T1" to "T52"."""
    text = files("cards.dreams_of_dystopia.language").joinpath("templates.toml").read_text("utf-8")
    return {number: tuple(wordings) for number, wordings in tomllib.loads(text).items()}


def variants(wording: str) -> Iterator[str]:
    """Yield the variants of a wording, with each of the alternatives in brackets."""
    parts = re.split(r"\[([^][]*)\]", wording)
    for way in product(*(part.split(", ") if place % 2 else [part] for place, part in enumerate(parts))):
        yield "".join(way)


def nearest(line: str, column: int, found: str = "", meant: str = "") -> str:
    """Return the template nearest to the part of a line at a column (from 1), such as `T24: "Return a Curse …"`.

    The part is also compared with `found`, the text at the column, replaced by `meant`.
    """
    ways = [_part_at(line, column)]
    if meant and line.startswith(found, column - 1):
        ways.append(_part_at(line[: column - 1] + meant + line[column - 1 + len(found) :], column))
    plain = next((number for opener, number in _OPENERS.items() if ways[0].startswith(opener)), "")
    if "choose one" in line.casefold() and (column >= len(line) or line.startswith("or ", column - 1)):
        plain = "T49"  # A mode is missing before or after "or".
    if meant == "may":
        plain = "T48"
    if plain:
        return f'{plain}: "{templates()[plain][0]}"'
    known = {(number, wording): 0.0 for number, wording, _ in _parts()}
    for number, wording, part in _parts():
        known[number, wording] = max(known[number, wording], *(_likeness(way, part) for way in ways))
    number, wording = max(known, key=lambda template: known[template])
    return f'{number}: "{wording}"'


def _likeness(one: str, other: str) -> float:
    """Return the similarity of two parts by words, letters (as a typo spoils a word), and beginnings."""
    words, others = one.split(), other.split()
    by_words = SequenceMatcher(None, words, others).ratio()
    by_letters = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return by_words + by_letters + (words[:1] == others[:1]) / 2 + (words[:3] == others[:3]) / 4


def _part_at(line: str, column: int) -> str:
    ends = [*(end.end() for end in _END.finditer(line)), len(line) + 1]
    number = next((place for place, end in enumerate(ends) if column <= end), len(ends) - 1)
    return _comparable(_END.split(line)[number])


@cache
def _parts() -> tuple[tuple[str, str, str], ...]:
    """Return the parts of all templates in comparable form, each with its number and wording."""
    return tuple(
        (number, wording, _comparable(part))
        for number, wordings in templates().items()
        for wording in wordings
        for way in variants(wording)
        for part in _END.split(way)
        if "…" not in part or _OPTION.match(part)
    )


def _comparable(part: str) -> str:
    return _NUMBER.sub("x", _OPTION.sub("", part.strip()).lower()).replace(":", "").rstrip(".,;")
