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
from engine.dreamweavers.law.rulings import Ruling, rulings
from engine.dreamweavers.law.sections import Section, sections
from engine.dreamweavers.law.terms import Term, terms

TITLES, NAMES = "Dreamweavers law", "Dreamweavers law names"
"""The contexts in the catalogue of what entries are called, and of what else (in a row, with commas between)."""


_LAST_NUMBER = re.compile(r"[ .][0-9]{1,3}$")
"""The number of a part at the end of a citation: `§Taking Damage 2.1`."""


class LawEntry(msgspec.Struct, frozen=True):
    """One thing to read.

    `key` cites it and never changes: "DW52", "§Attacking", and for a term its title. `where` are the keys of the sections
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
    words = [_of_term(term, t) for term in terms()]
    if locale is not Locale.ENGLISH:
        words.sort(key=lambda entry: _plain(entry.heading))
    found = [*words, *(_of_section(section, t) for section in sections())]
    found += [_of_ruling(ruling, t) for ruling in rulings()]
    if locale is not Locale.ENGLISH:
        known = entries()
        found = [replace(one, names=_once((*one.names, *known[one.key].names))) for one in found]
    return MappingProxyType({entry.key: entry for entry in found})


def cited(citation: str, locale: Locale = Locale.ENGLISH) -> LawEntry | None:
    """Return the entry that a citation leads to: `DW52`, `§Attacking`, `§Attacking 5`, `§Taking Damage 2.1`. None if there is none.

    Citations are English in every language; the entry is in the one that is asked for.
    """
    known = _citations()
    words = _folded(citation)
    while words not in known and words.startswith("§"):
        less = _LAST_NUMBER.sub("", words)
        if less == words:
            break
        words = less
    key = known.get(words)
    return entries(locale)[key] if key else None


@cache
def _citations() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for section in sections():
        for name in section.citations:
            found.setdefault(_folded(name), section.title)
    for key in entries():
        found[_folded(key)] = key
    for term in terms():
        for word in term.also:
            found.setdefault(_folded(word), term.title)
    return MappingProxyType(found)


def _folded(citation: str) -> str:
    """A citation with its capitals, articles and quotations left aside."""
    text = citation.strip().casefold().partition(' "')[0]
    is_section = text.startswith("§")
    words = [word for word in text.removeprefix("§").split() if word != "the"]
    return ("§" if is_section else "") + " ".join(words)


def _of_term(term: Term, t: Translator) -> LawEntry:
    heading = t.word(term.title, TITLES)
    names = (heading, *_also(term.also, t))
    return LawEntry(
        term.title,
        heading,
        t.word(term.text),
        (f"§{term.section}",),
        _once((*term.related, f"§{term.section}")),
        names,
    )


def _of_section(section: Section, t: Translator) -> LawEntry:
    name = t.word(section.name, TITLES)
    whole = next(one for one in sections() if one.title == section.whole)
    in_whole = t.word(whole.name, TITLES)
    number = section.title.removeprefix(section.whole)
    heading = f"§{in_whole}{number} {name}" if section.is_part else f"§{name}"
    related: tuple[str, ...] = (whole.title,)
    if not section.is_part:
        parts = (one.title for one in sections() if one.is_part and one.whole == section.title)
        standing = (term.title for term in terms() if term.section == section.name)
        about = (ruling.citation for ruling in rulings() if section.name in ruling.sections)
        related = _once((*parts, *standing, *about))
    also = section.also if t.locale is Locale.ENGLISH else ()
    names = _once((heading, f"§{in_whole}{number}", name, *also))
    return LawEntry(section.title, heading, t.word(section.text), (), related, names)


def _of_ruling(ruling: Ruling, t: Translator) -> LawEntry:
    title = t.word(ruling.title, TITLES)
    where = tuple(f"§{name}" for name in ruling.sections)
    heading = f"{ruling.citation} {title}"
    return LawEntry(
        ruling.citation, heading, t.word(ruling.text), where, where, (heading, ruling.citation, title)
    )


def _also(also: tuple[str, ...], t: Translator) -> tuple[str, ...]:
    """What else something is called, which is not the same number of names in every language."""
    if t.locale is Locale.ENGLISH or not also:
        return also
    return tuple(t.word(", ".join(also), NAMES).split(", "))


def _plain(text: str) -> str:
    """A text as it is put into the order of the alphabet: accents make no difference."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))
