"""What a scenario says that it tests: "(§6 Heroic, R25)" in its title, or a line `tests: §6 Heroic, R25`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.kernel.diagnostics import nearest
from engine.voidream.law.rulings import rulings
from engine.voidream.law.sections import sections
from engine.voidream.scenario.items import Place

_GROUP = re.compile(r"\(((?:§|R)\s*[0-9][^()]*)\)")
_PART = re.compile(r"[^,]+")


@dataclass(frozen=True, slots=True)
class Citation:
    """A section or a ruling as it was written, and where."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Citable:
    """A section of the rulebook or a ruling: how it is cited, and what it is about in a few words."""

    citation: str
    about: str
    also: tuple[str, ...] = ()
    """Other ways to cite it."""


@cache
def citable() -> dict[str, Citable]:
    """Everything that a scenario can cite, by citation: the rulebook from §2 to §8, then the rulings."""
    entries = [
        Citable(section.citations[0], section.about, section.citations[1:])
        for section in sections()
        if section.about
    ]
    entries += [Citable(ruling.citation, ruling.title) for ruling in rulings()]
    return {entry.citation: entry for entry in entries}


def cited_in_title(title: str, place: Place) -> Iterator[Citation]:
    """Return what a title cites in parentheses; `place` is where the title begins."""
    for group in _GROUP.finditer(title):
        yield from cited_in_list(group[1], Place(place.line, place.column + group.start(1)))


def cited_in_list(text: str, place: Place) -> Iterator[Citation]:
    """Return what a list of citations with commas between them cites."""
    for part in _PART.finditer(text):
        if words := part[0].strip():
            begin = part.start() + len(part[0]) - len(part[0].lstrip())
            yield Citation(Place(place.line, place.column + begin), words)


def find(text: str) -> Citable | None:
    """Return what a citation means, if there is such a section or ruling."""
    wanted = _normal(text)
    for entry in citable().values():
        if wanted in map(_normal, (entry.citation, *entry.also)):
            return entry
    return None


def _normal(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def why_unknown(text: str) -> str:
    """Say what is wrong with a citation that means nothing, and what could stand there."""
    if re.fullmatch(r"R[0-9]+", text):
        last = rulings()[-1].citation
        return f"There is no ruling {text}; the last one is {last}."
    number = text.split()[0]
    beneath = [citation for citation in citable() if citation.split()[0] == number]
    near = nearest(text, citable())
    if near and near.split()[0] == number:
        return f"“{text}” is no section that can be cited. Did you mean “{near}”?"
    known = beneath or [*citable()][:1]
    return f"“{text}” is no section that can be cited: there is {', '.join(known)}."
