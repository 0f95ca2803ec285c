"""Looking things up: every term, section and ruling as an entry, found by how the engine or a player cites it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from unicodedata import combining, normalize

import msgspec
from msgspec.structs import replace

from cards.i18n import Locale, Translator, translator
from engine.voidream.law.rulings import Ruling, rulings
from engine.voidream.law.sections import Section, sections
from engine.voidream.law.terms import Term, terms

TITLES, NAMES = "law", "law names"
"""The contexts in the catalogue of what entries are called, and of what else (in a row, with commas between)."""
RULING = "ruling"
"""What a ruling is called before its number by people who look for it."""


class LawEntry(msgspec.Struct, frozen=True):
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
def entries(locale: Locale = Locale.ENGLISH) -> Mapping[str, LawEntry]:
    """All entries by key, in a language: the terms in the order of the alphabet, the sections and rulings in theirs.

    Keys are English in every language, and English names lead to an entry in every language too.
    """
    t = translator(locale)
    found = [_of_term(term, t) for term in terms()]
    found += [_of_section(section, t) for section in sections() if not section.title.startswith("§6 ")]
    found += [_of_ruling(ruling, t) for ruling in rulings()]
    if locale is not Locale.ENGLISH:
        found[: len(terms())] = sorted(found[: len(terms())], key=lambda entry: _plain(entry.heading))
        known = entries()
        found = [replace(one, names=_once((*one.names, *known[one.key].names))) for one in found]
    return MappingProxyType({entry.key: entry for entry in found})


def cited(citation: str, locale: Locale = Locale.ENGLISH) -> LawEntry | None:
    """Return the entry that a citation leads to: `R25`, `§4`, `§6 Dormant`, `§4 Dealing Damage`. None if there is none.

    Citations are English in every language; the entry is in the one that is asked for.
    """
    found = _citations().get(_folded(citation))
    return entries(locale)[found.key] if found else None


@cache
def _citations() -> Mapping[str, LawEntry]:
    known = entries()
    found: dict[str, LawEntry] = {}
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


def _of_term(term: Term, t: Translator) -> LawEntry:
    about = [ruling.citation for ruling in rulings() if term.title in ruling.terms]
    section = () if term.in_glossary else (_readable(term.section),)
    related = (*term.related, *about, *section)
    heading = t.word(term.title, TITLES)
    names = (heading, *_also(term.title, term.also, t))
    return LawEntry(term.title, heading, t.word(term.text), (term.section,), _once(related), names)


def _of_section(section: Section, t: Translator) -> LawEntry:
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
    name = t.word(section.name, TITLES)
    heading = f"{section.chapter} {name}"
    names = (heading, section.title, name, f"{number} {name}", *_also(section.name, section.also, t))
    related = _once((*parts, *standing, *about, *chapter))
    return LawEntry(section.title, heading, t.word(section.text), (), related, names)


def _of_ruling(ruling: Ruling, t: Translator) -> LawEntry:
    where = [_readable(section) for section in ruling.sections]
    title = t.word(ruling.title, TITLES)
    heading = f"{ruling.citation} {title}"
    names = (heading, f"{t.word(RULING, NAMES)} {ruling.number}", title)
    related = _once((*ruling.terms, *where))
    return LawEntry(ruling.citation, heading, t.word(ruling.text), ruling.sections, related, names)


def _also(name: str, also: tuple[str, ...], t: Translator) -> tuple[str, ...]:
    """What else something is called, which is not the same number of names in every language."""
    if t.locale is Locale.ENGLISH:
        return also
    message = ", ".join(also) or name
    said = t.word(message, NAMES)
    return () if said == message else tuple(said.split(", "))


def _plain(text: str) -> str:
    """A text as it is put into the order of the alphabet: accents make no difference."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


def _readable(section: str) -> str:
    """The key of the entry for a section: of a part of §6, that is the term."""
    return next((t.title for t in terms() if t.in_glossary and t.section == section), section)


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))
