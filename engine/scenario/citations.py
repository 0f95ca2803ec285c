"""The rules that a scenario tests: "(§6 Heroic, R25)" in its title, or a line `tests: §6 Heroic, R25`.

Sections begin with "§" and a number or a name, rulings are a game's letters and a number: R25, DW52.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from engine.kernel.diagnostics import nearest
from engine.kernel.law import Law, rulings, sections
from engine.scenario.mistakes import TextPlace

_GROUP = re.compile(r"\(((?:§\s*[0-9A-Z]|[A-Z]{1,3}\s*[0-9])[^()]*)\)")
_PART = re.compile(r"[^,]+")
_RULING = re.compile(r"[A-Z]+[0-9]+")


class Citation(msgspec.Struct, frozen=True):
    """A section or a ruling as written, with its place."""

    place: TextPlace
    text: str


class Citable(msgspec.Struct, frozen=True):
    """A section of a rulebook or a ruling: its citation, and its subject in a few words."""

    citation: str
    about: str
    also: tuple[str, ...] = ()
    """Other ways to cite it."""


class Citables:
    """Everything that a game's scenarios can cite: the sections of its rulebook in order, then the rulings."""

    def __init__(self, entries: Iterable[Citable]) -> None:
        self.entries = tuple(entries)
        self._files = {
            _normal(name): entry for entry in reversed(self.entries) for name in (entry.citation, *entry.also)
        }

    def find(self, text: str) -> Citable | None:
        """Return the section or ruling of a citation, if it exists."""
        return self._files.get(_normal(text))

    def why_unknown(self, text: str) -> str:
        """Describe what is wrong with an unknown citation, and what could be there."""
        citations = [entry.citation for entry in self.entries]
        rulings = [citation for citation in citations if _RULING.fullmatch(citation)]
        if _RULING.fullmatch(text) and rulings:
            return f"There is no ruling {text}; the last one is {rulings[-1]}."
        number = text.split()[0]
        beneath = [citation for citation in citations if citation.split()[0] == number]
        near = nearest(text, citations)
        if near and (near.split()[0] == number or not beneath):
            return f"“{text}” is no section that can be cited. Did you mean “{near}”?"
        return f"“{text}” is no section that can be cited: there is {', '.join(beneath or citations[:1])}."


@cache
def citables(law: Law) -> Citables:
    """Return everything the scenarios of a game with this law can cite."""
    parts = [one for one in sections(law) if one.about]
    known = [Citable(one.citations[0], one.about, one.citations[1:]) for one in parts]
    return Citables([*known, *(Citable(ruling.citation, ruling.title) for ruling in rulings(law))])


def cited_in_title(title: str, place: TextPlace) -> Iterator[Citation]:
    """Return the citations of a title in parentheses; `place` is where the title begins."""
    for group in _GROUP.finditer(title):
        yield from cited_in_list(group[1], TextPlace(place.line, place.column + group.start(1)))


def cited_in_list(text: str, place: TextPlace) -> Iterator[Citation]:
    """Return the citations of a comma-separated list."""
    for part in _PART.finditer(text):
        if words := part[0].strip():
            begin = part.start() + len(part[0]) - len(part[0].lstrip())
            yield Citation(TextPlace(place.line, place.column + begin), words)


def _normal(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
