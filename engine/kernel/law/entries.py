"""Lookup of the law: every term, section and ruling as an entry, found by citation or name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from types import MappingProxyType
from unicodedata import combining, normalize

import msgspec
from msgspec.structs import replace

from cards.i18n import ENGLISH, LINE, Locale, Message, Translator, translator
from engine.kernel.endings import Endings
from engine.kernel.law.records import Law, Ruling, Section, Term, rulings, sections, terms

RULE = "rule"
"""The context of citations of the rules, which are put together from what sections and terms are called."""


class LawEntry(msgspec.Struct, frozen=True):
    """One thing to read.

    `key` cites it and never changes: "R25", "§4 Damage", and for a term its title. `where` are the titles of the sections
    in which it stands, `related` the keys of entries to read on, `names` all that people may call it.
    """

    key: str
    heading: str
    text: str
    where: tuple[str, ...]
    related: tuple[str, ...]
    names: tuple[str, ...]


@cache
def entries(law: Law, locale: Locale = Locale.ENGLISH) -> Mapping[str, LawEntry]:
    """Return all entries by key, in a language: the terms in the order of the alphabet, the sections and rulings in theirs.

    Keys are English in every language, and English names lead to an entry in every language too.
    """
    t = translator(locale)
    found = [_of_term(law, term, t) for term in terms(law)]
    if locale is not Locale.ENGLISH:
        found.sort(key=lambda entry: _plain(entry.heading))
    found += [_of_section(law, one, t) for one in sections(law) if _key(law, one.title) == one.title]
    found += [_of_ruling(law, ruling, t) for ruling in rulings(law)]
    if locale is not Locale.ENGLISH:
        known = entries(law)
        found = [replace(one, names=_once(*one.names, *known[one.key].names)) for one in found]
    return MappingProxyType({entry.key: entry for entry in found})


def cited(law: Law, citation: str, locale: Locale = Locale.ENGLISH) -> LawEntry | None:
    """Return the entry that a citation leads to: `R25`, `§4`, `§6 Dormant 2`, `§4 Dealing Damage`. None if there is none.

    Citations are English in every language; the entry is in the one that is asked for.
    """
    known, words = _citations(law), _folded(citation)
    while words not in known and (inner := re.fullmatch(law.within, words)):
        words = inner[inner.lastindex or 0]
    return entries(law, locale)[known[words]] if words in known else None


def cite(law: Law, citation: str, locale: Locale) -> str:
    """Return a citation with the name of its section or term in a language: `§6 Evoke` is `§6 Evocar` in Spanish."""
    entry = cited(law, citation, locale)
    if entry is None or not citation.startswith("§") or citation[1:].isdecimal():
        return citation
    return entry.heading if entry.heading.startswith("§") else f"{citation.split()[0]} {entry.heading}"


def terms_in(law: Law, lines: Iterable[str]) -> tuple[Term, ...]:
    """Return the words of the game that these lines of card text use, in the order in which they first do.

    They are those of the rulebook's glossary, where it has one.
    """
    text = "\n".join(lines)
    found = [(match.start(), term) for term, pattern in on_cards(law) if (match := pattern.search(text))]
    return tuple(term for _, term in sorted(found, key=lambda each: each[0]))


@cache
def on_cards(law: Law) -> tuple[tuple[Term, re.Pattern[str]], ...]:
    """Return the terms that stand on cards, with patterns: whole words, and the marks of abilities as they are printed."""
    glossary = [term for term in terms(law) if term.about]
    return tuple((term, _pattern(term)) for term in glossary or terms(law))


def _pattern(term: Term) -> re.Pattern[str]:
    words = (
        re.escape(word) if word.startswith("(") else rf"\b{re.escape(word)}\b"
        for word in (term.title, *term.also)
    )
    return re.compile("|".join(words), re.IGNORECASE)


@cache
def _citations(law: Law) -> Mapping[str, str]:
    """Return the keys of entries by how they are cited: their own key before all, then sections, then other words."""
    found = {_folded(key): key for key in entries(law)}
    ways = [(name, _key(law, section.title)) for section in sections(law) for name in section.citations]
    ways += [(word, term.title) for term in terms(law) for word in term.also]
    for name, key in ways:
        found.setdefault(_folded(name), key)
    return MappingProxyType(found)


def _folded(citation: str) -> str:
    """A citation with its capitals and articles left aside."""
    text = citation.strip().casefold()
    words = " ".join(word for word in text.removeprefix("§").split() if word != "the")
    return f"§{words}" if text.startswith("§") else words


def _of_term(law: Law, term: Term, t: Translator) -> LawEntry:
    about = (ruling.citation for ruling in rulings(law) if term.title in ruling.terms)
    section = () if term.about else (_key(law, term.section),)
    heading = t.word(term.title, law.context)
    names = (heading, *_also(law, term.title, term.also, t))
    related = _once(*term.related, *about, *section)
    return LawEntry(term.title, heading, t.word(term.text), (term.section,), related, names)


def _of_section(law: Law, section: Section, t: Translator) -> LawEntry:
    whole = f"§{t.word(section.whole[1:], law.context)}"
    title = whole + section.title.removeprefix(section.whole)
    here = replace(section, title=title, name=t.word(section.name, law.context), whole=whole)
    names = _once(here.heading, title, section.title, here.name, *_also(law, section.name, section.also, t))
    parts = (one.title for one in sections(law) if one.whole == section.title and not one.is_whole)
    standing = (term.title for term in terms(law) if term.section == section.title)
    about = (ruling.citation for ruling in rulings(law) if section.title in ruling.sections)
    up = () if section.is_whole else (section.whole,)
    related = _once(*(_key(law, part) for part in parts), *standing, *about, *up)
    return LawEntry(section.title, here.heading, t.word(section.text), (), related, names)


def _of_ruling(law: Law, ruling: Ruling, t: Translator) -> LawEntry:
    title = t.word(ruling.title, law.context)
    heading = f"{ruling.citation} {title}"
    number = f"{t.word(law.ruling, law.names)} {ruling.number}" if law.ruling else ruling.citation
    related = _once(*ruling.terms, *(_key(law, section) for section in ruling.sections))
    names = (heading, number, title)
    return LawEntry(ruling.citation, heading, t.word(ruling.text), ruling.sections, related, names)


def _key(law: Law, section: str) -> str:
    """The key of the entry for a section: of an entry of the glossary, that is the term."""
    return _glossary(law).get(section, section)


@cache
def _glossary(law: Law) -> Mapping[str, str]:
    return MappingProxyType({term.section: term.title for term in terms(law) if term.about})


def _also(law: Law, name: str, also: tuple[str, ...], t: Translator) -> tuple[str, ...]:
    """Other names of something, of which each language can have another number."""
    if t.locale is Locale.ENGLISH:
        return also
    message = ", ".join(also) or name
    said = t.word(message, law.names)
    return () if said == message else tuple(said.split(", "))


def _plain(text: str) -> str:
    """A text as it is put into the order of the alphabet: accents make no difference."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


def _once(*keys: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


def causes_called(law: Law, endings: Endings, called: Callable[[str], Message]) -> Callable[[str], Message]:
    """Return `cause_words` of a game: what people call the causes of events and questions, and the rules behind reasons.

    A cause is data, and in English: a section (`§Combat`), a ruling (`DD16`), the key of a match's end, or, `called` by the
    game, a card's title.
    """

    def cause_words(cause: str) -> Message:
        number = cause.removeprefix(law.letters)
        if cause.startswith("§") or (number != cause and number.isdecimal()):
            return Message(cause, context=RULE)
        return endings[cause].name if cause in endings else called(cause)

    return cause_words


def languages(law: Law, printers: Mapping[Locale, Callable[[str], str]]) -> Callable[[Locale], Translator]:
    """Return the languages in which a game is played, with the rules cited as they are called in each.

    `printers` print the texts of cards, by language, but for English, in which they are.
    """

    @cache
    def language(locale: Locale) -> Translator:
        if locale is Locale.ENGLISH:
            return ENGLISH
        return translator(locale).printing(
            **{RULE: partial(cite, law, locale=locale), LINE: printers[locale]}
        )

    return language
