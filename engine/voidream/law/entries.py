"""Looking things up: every term, section and ruling as an entry, found by how the engine or a player cites it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from engine.voidream.law.rulings import Ruling, rulings
from engine.voidream.law.sections import Section, sections
from engine.voidream.law.terms import Term, terms


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to read.

    `key` cites it and never changes: "R25", "§4 Damage", and for a term its title. `where` are the keys of the sections
    in which it stands, `related` those of entries to read on, `names` all that people may call it.
    """

    key: str
    heading: str
    text: str
    where: tuple[str, ...]
    related: tuple[str, ...]
    names: tuple[str, ...]


@cache
def entries() -> Mapping[str, Entry]:
    """All entries by key: the terms in the order of the alphabet, the sections and rulings in theirs."""
    found = [_of_term(term) for term in terms()]
    found += [_of_section(section) for section in sections() if not section.title.startswith("§6 ")]
    found += [_of_ruling(ruling) for ruling in rulings()]
    return MappingProxyType({entry.key: entry for entry in found})


def cited(citation: str) -> Entry | None:
    """Return the entry that a citation leads to: `R25`, `§4`, `§6 Dormant`, `§4 Dealing Damage`. None if there is none."""
    return _citations().get(_folded(citation))


@cache
def _citations() -> Mapping[str, Entry]:
    known = entries()
    found: dict[str, Entry] = {}
    for section in sections():
        entry = known.get(section.title) or known[section.name]
        for name in section.citations:
            found[_folded(name)] = entry
    for entry in known.values():
        found[_folded(entry.key)] = entry
    for term in terms():
        for word in term.also:
            found.setdefault(_folded(word), known[term.title])
    return MappingProxyType(found)


def _folded(citation: str) -> str:
    """A citation with its capitals, articles and numbers left aside: `§6 Dormant 2` is `§6 Dormant`."""
    words = re.sub(r"^§\s+", "§", citation.strip().casefold()).split()
    if len(words) > 1 and (words[-1].isdecimal() or words[-1] in ("x", "(x)")):
        words = words[:-1]
    return " ".join(word for word in words if word != "the") or citation.casefold()


def _of_term(term: Term) -> Entry:
    about = [ruling.citation for ruling in rulings() if term.title in ruling.terms]
    section = () if term.in_glossary else (_readable(term.section),)
    related = (*term.related, *about, *section)
    names = (term.title, *term.also)
    return Entry(term.title, term.title, term.text, (term.section,), _once(related), names)


def _of_section(section: Section) -> Entry:
    parts: list[str] = []
    if section.is_chapter:
        parts = [
            one.name if one.chapter == "§6" else one.title
            for one in sections()
            if one.chapter == section.title and one is not section
        ]
    standing = [term.title for term in terms() if term.section == section.title]
    about = [ruling.citation for ruling in rulings() if section.title in ruling.sections]
    chapter = () if section.is_chapter else (section.chapter,)
    number = section.chapter.removeprefix("§")
    names = (section.heading, section.title, section.name, f"{number} {section.name}", *section.also)
    related = _once((*parts, *standing, *about, *chapter))
    return Entry(section.title, section.heading, section.text, (), related, names)


def _of_ruling(ruling: Ruling) -> Entry:
    where = [_readable(section) for section in ruling.sections]
    names = (f"{ruling.citation} {ruling.title}", f"ruling {ruling.number}", ruling.title)
    return Entry(
        ruling.citation,
        f"{ruling.citation} {ruling.title}",
        ruling.text,
        ruling.sections,
        _once((*ruling.terms, *where)),
        names,
    )


def _readable(section: str) -> str:
    """The key of the entry for a section: of a part of §6, that is the term."""
    return next((t.title for t in terms() if t.in_glossary and t.section == section), section)


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))
