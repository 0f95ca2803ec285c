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
"""The catalogue context for citations of rules, which are translated from the names of sections and terms."""


class LawEntry(msgspec.Struct, frozen=True):
    """An article of the law.

    `key` cites it and never changes: "R25", "§4 Damage", or the title of a term. `where` are the titles of the sections
    that contain it, `related` the keys of related entries, and `names` all names that people may use for it.
    """

    key: str
    heading: str
    text: str
    where: tuple[str, ...]
    related: tuple[str, ...]
    names: tuple[str, ...]


@cache
def entries(law: Law, locale: Locale = Locale.ENGLISH) -> Mapping[str, LawEntry]:
    """Return all entries by key, in a language: terms in alphabetical order, then sections and rulings.

    Keys are English in every language, and English names lead to an entry in every language, too.
    """
    t = translator(locale)
    all_entries = [_of_term(law, term, t) for term in terms(law)]
    if locale is not Locale.ENGLISH:
        all_entries.sort(key=lambda entry: _plain(entry.heading))
    all_entries += [
        _of_section(law, item, t) for item in sections(law) if _key(law, item.title) == item.title
    ]
    all_entries += [_of_ruling(law, ruling, t) for ruling in rulings(law)]
    if locale is not Locale.ENGLISH:
        english = entries(law)
        all_entries = [
            replace(item, names=_once(*item.names, *english[item.key].names)) for item in all_entries
        ]
    return MappingProxyType({entry.key: entry for entry in all_entries})


def cited(law: Law, citation: str, locale: Locale = Locale.ENGLISH) -> LawEntry | None:
    """Return the entry that a citation leads to: `R25`, `§4`, `§6 Dormant 2`, `§4 Dealing Damage`; else None.

    Citations are English in every language; the entry is in the language of `locale`.
    """
    citations, citation_key = _citations(law), _folded(citation)
    while citation_key not in citations and (inner := re.fullmatch(law.within, citation_key)):
        citation_key = inner[inner.lastindex or 0]
    return entries(law, locale)[citations[citation_key]] if citation_key in citations else None


def cite(law: Law, citation: str, locale: Locale) -> str:
    """Return a citation with the name of its section or term in a language: `§6 Evoke` is `§6 Evocar` in Spanish."""
    entry = cited(law, citation, locale)
    if entry is None or not citation.startswith("§") or citation[1:].isdecimal():
        return citation
    return entry.heading if entry.heading.startswith("§") else f"{citation.split()[0]} {entry.heading}"


def terms_in(law: Law, lines: Iterable[str]) -> tuple[Term, ...]:
    """Return the game's terms that these lines of card text use, in order of first use.

    If the rulebook has a glossary, only its terms count.
    """
    text = "\n".join(lines)
    matches = [(match.start(), term) for term, pattern in on_cards(law) if (match := pattern.search(text))]
    return tuple(term for _, term in sorted(matches, key=lambda match_and_term: match_and_term[0]))


@cache
def on_cards(law: Law) -> tuple[tuple[Term, re.Pattern[str]], ...]:
    """Return the terms that appear on cards, with patterns: whole words, and ability marks as printed."""
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
    """Return the keys of entries by citation. An entry's own key has priority, then sections, then other words."""
    keys = {_folded(key): key for key in entries(law)}
    aliases = [(name, _key(law, section.title)) for section in sections(law) for name in section.citations]
    aliases += [(word, term.title) for term in terms(law) for word in term.also]
    for name, key in aliases:
        keys.setdefault(_folded(name), key)
    return MappingProxyType(keys)


def _folded(citation: str) -> str:
    """Return a citation without capitals and articles."""
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
    translated = replace(section, title=title, name=t.word(section.name, law.context), whole=whole)
    names = _once(
        translated.heading, title, section.title, translated.name, *_also(law, section.name, section.also, t)
    )
    parts = (part.title for part in sections(law) if part.whole == section.title and not part.is_whole)
    section_terms = (term.title for term in terms(law) if term.section == section.title)
    about = (ruling.citation for ruling in rulings(law) if section.title in ruling.sections)
    parent = () if section.is_whole else (section.whole,)
    related = _once(*(_key(law, part) for part in parts), *section_terms, *about, *parent)
    return LawEntry(section.title, translated.heading, t.word(section.text), (), related, names)


def _of_ruling(law: Law, ruling: Ruling, t: Translator) -> LawEntry:
    title = t.word(ruling.title, law.context)
    heading = f"{ruling.citation} {title}"
    number = f"{t.word(law.ruling, law.names)} {ruling.number}" if law.ruling else ruling.citation
    related = _once(*ruling.terms, *(_key(law, section) for section in ruling.sections))
    names = (heading, number, title)
    return LawEntry(ruling.citation, heading, t.word(ruling.text), ruling.sections, related, names)


def _key(law: Law, section: str) -> str:
    """Return the key of a section's entry. For a section that is a glossary entry, that is the term."""
    return _glossary(law).get(section, section)


@cache
def _glossary(law: Law) -> Mapping[str, str]:
    return MappingProxyType({term.section: term.title for term in terms(law) if term.about})


def _also(law: Law, name: str, also: tuple[str, ...], t: Translator) -> tuple[str, ...]:
    """Return the other names of an entry. Languages can have different numbers of them."""
    if t.locale is Locale.ENGLISH:
        return also
    message = ", ".join(also) or name
    translated = t.word(message, law.names)
    return () if translated == message else tuple(translated.split(", "))


def _plain(text: str) -> str:
    """Return a text for alphabetical sorting, without accents."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


def _once(*keys: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


def cause_names(law: Law, endings: Endings, card_title: Callable[[str], Message]) -> Callable[[str], Message]:
    """Return `cause_words` of a game: the names of causes of events and questions, and of rules behind reasons.

    A cause is data, in English: a section (`§Combat`), a ruling (`DD16`), the key of an ending, or a card's title,
    which `card_title` names.
    """

    def cause_words(cause: str) -> Message:
        number = cause.removeprefix(law.letters)
        if cause.startswith("§") or (number != cause and number.isdecimal()):
            return Message(cause, context=RULE)
        return endings[cause].name if cause in endings else card_title(cause)

    return cause_words


def languages(law: Law, printers: Mapping[Locale, Callable[[str], str]]) -> Callable[[Locale], Translator]:
    """Return a function from a locale to the game's translator, which also names cited rules in that language.

    `printers` print card texts by language, except English, the language of the data.
    """

    @cache
    def language(locale: Locale) -> Translator:
        if locale is Locale.ENGLISH:
            return ENGLISH
        return translator(locale).printing(
            **{RULE: partial(cite, law, locale=locale), LINE: printers[locale]}
        )

    return language
