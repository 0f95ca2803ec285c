"""A game's reference: its rules in short words, and its cards. Every game brings its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from bot.errors import NotFound
from bot.games.search import exactly, folded, search
from cards.i18n import ENGLISH, Locale, Message, Translator, msg, row, series
from cards.i18n import title as title_of
from cards.i18n import translator as translator_of
from engine.kernel.law import RULE, Law, LawEntry, cite, cited, entries, rulings, terms_in

DETAIL = 100
"""Characters of a link's detail."""
MENU = 25
"""Links that fit in one menu."""
NEAREST = 3
"""The number of suggestions for something unknown."""


class Link(msgspec.Struct, frozen=True):
    """Something to read on: a topic by its key, or a card by its title."""

    label: str
    detail: str
    topic: str = ""
    card: str = ""


F_co = TypeVar("F_co", covariant=True, default=object)


class Face(msgspec.Struct, Generic[F_co], frozen=True):
    """The information on a card, or on anything else with a picture, and how it is drawn."""

    content: F_co
    draw: Callable[[F_co, Translator], bytes]
    alt_of: Callable[[F_co, Translator], str]

    def picture(self, translator: Translator = ENGLISH) -> bytes:
        """Draw it as a PNG."""
        return self.draw(self.content, translator)

    def alt(self, translator: Translator = ENGLISH) -> str:
        """Return the alt text of the picture."""
        return self.alt_of(self.content, translator)


class RulesEntry(msgspec.Struct, frozen=True):
    """An entry of the rules. `where` is its place in words, "" if there is no other."""

    key: str
    title: str
    text: str
    where: str = ""
    links: tuple[Link, ...] = ()
    cards: tuple[Link, ...] = ()
    """Cards that it is about."""
    face: Face | None = None
    """None where there is nothing to see."""


class CardPage(msgspec.Struct, frozen=True):
    """The public page of a card, from its printed text alone; `key` is its English title.

    `lines` are its text without symbols that only a picture can show. `explained` are its game terms with their
    meanings. `rulings` are those about it. `decks` are the ready-made decks with it and the number of copies; None in
    a game without decks.
    """

    key: str
    title: str
    kind: str
    lines: tuple[str, ...]
    flavour: str
    explained: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]
    decks: tuple[str, ...] | None
    links: tuple[Link, ...]
    face: Face


Names = Mapping[str, Sequence[str]]
"""Names by key, the proper name first."""


class FurtherTopic(msgspec.Struct, frozen=True):
    """A topic that isn't a rule: `label` is its name among the rules, `entry` makes its text."""

    link: Link
    label: str
    entry: Callable[[], RulesEntry]


class Reference(ABC):
    """A game's rules and cards for lookup. Nothing depends on a match, except `cause`.

    Cards are identified by their English titles, and are as currently printed.

    Texts are in the reader's language, from `translator`; keys, and titles as values, are always English. Input is
    understood in the reader's language and in English.
    """

    law: Law
    welcome: Message
    """The heading of the overview."""
    introduction: Message
    suggested: tuple[str, ...]
    """Keys suggested before anything is typed."""
    contents: tuple[str, ...]
    """Keys linked from the introduction."""
    keywords: frozenset[str]
    """Words whose entries show the cards that use them."""

    @abstractmethod
    def titles(self) -> Collection[str]:
        """Return the titles of all cards as currently printed."""

    @abstractmethod
    def text(self, title: str) -> Iterable[str]:
        """Return the English printed text of a card in which game terms can occur."""

    @abstractmethod
    def kind(self, title: str, translator: Translator) -> str:
        """Return the card's type in words."""

    def detail(self, title: str, translator: Translator) -> str:
        """Return the description of a card in a link."""
        return self.kind(title, translator)

    @abstractmethod
    def page(self, title: str, translator: Translator) -> CardPage:
        """Return a card's page."""

    @abstractmethod
    def entry_in_match(
        self, setup: bytes, cause: str, translator: Translator
    ) -> RulesEntry | CardPage | None:
        """Return the card of that title in a match with this setup, or another topic; None if there is none."""

    def further(self, translator: Translator) -> Sequence[FurtherTopic]:
        """Return the topics that aren't rules, which come first; most games have none."""
        del translator
        return ()

    def suggest_topics(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return topics that match the typed text, as (shown, key), best first."""
        topics = {key: label for label, key in self._topics(translator)}
        names = {**self._further_names(translator), **_names_of_entries(self.law, translator.locale)}
        keys = search(typed, names) if typed.strip() else self.suggested
        return [(topics[key], key) for key in keys]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every topic, as (shown in English, key), in the order of the rulebook."""
        return list(self._topics(ENGLISH))

    def topic(self, typed: str, translator: Translator = ENGLISH) -> RulesEntry:
        """Return the topic of that key or name; "" for the overview. Raises NotFound with the nearest ones."""
        if not typed.strip():
            further = (topic.link for topic in self.further(translator))
            links = (*further, *self.links(self.contents, translator))[:MENU]
            return RulesEntry("", translator(self.welcome), translator(self.introduction), links=links)
        if (found := cited(self.law, typed, translator.locale)) is not None:
            return self._entry(found, translator)
        if (key := exactly(typed, self._further_names(translator))) is not None:
            return next(topic.entry() for topic in self.further(translator) if topic.link.topic == key)
        known, names = entries(self.law, translator.locale), _names_of_entries(self.law, translator.locale)
        if (key := exactly(typed, names)) is not None:
            return self._entry(known[key], translator)
        near = [_shown(known[one]) for one in search(typed, names)[:NEAREST]]
        raise NotFound(_with_advice(msg("The rules have no entry called “{name}”.", name=typed[:60]), near))

    def suggest_cards(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that match the typed text, as (shown, title), best first."""
        found = search(typed, _names_of_cards(self, translator.locale))
        return [(f"{translator(title_of(title))} ({self.kind(title, translator)})", title) for title in found]

    def card(self, typed: str, translator: Translator = ENGLISH) -> CardPage:
        """Return the card of that title as currently printed. Raises NotFound with the nearest titles."""
        names = _names_of_cards(self, translator.locale)
        if (title := exactly(typed, names)) is not None:
            return self.page(title, translator)
        near = [translator(title_of(one)) for one in search(typed, names)[:NEAREST]]
        raise NotFound(_with_advice(msg("There's no card called “{name}”.", name=typed[:60]), near))

    def cause(
        self, setup: bytes, cause: str, translator: Translator = ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return the meaning of an event's cause in a match with this setup: a card as in that match, or a topic."""
        if (found := self.entry_in_match(setup, cause, translator)) is not None:
            return found
        entry = cited(self.law, cause, translator.locale)
        return None if entry is None else self._entry(entry, translator)

    def cite(self, citation: str, translator: Translator = ENGLISH) -> str:
        """Return a citation of the rules as people write it: `§6 Evoke` is `§6 Evocar` in Spanish."""
        return translator.word(citation, RULE)

    def links(self, keys: Iterable[str], translator: Translator) -> tuple[Link, ...]:
        """Return entries of the law to read on."""
        known = entries(self.law, translator.locale)
        return tuple(Link(known[key].heading, cut(known[key].text), topic=key) for key in keys)

    def card_link(self, title: str, translator: Translator) -> Link:
        """Return a card to read on."""
        return Link(translator(title_of(title)), self.detail(title, translator), card=title)

    def explained(self, keys: Iterable[str], translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the names of law entries, each with its meaning."""
        known = entries(self.law, translator.locale)
        return tuple((known[key].heading, known[key].text) for key in keys)

    def used(self, text: Iterable[str]) -> tuple[str, ...]:
        """Return the terms that the text of a card uses, in the order in which it does."""
        return _used(self.law, tuple(text))

    def _topics(self, translator: Translator) -> Iterator[tuple[str, str]]:
        for topic in self.further(translator):
            yield topic.label, topic.link.topic
        for key, entry in entries(self.law, translator.locale).items():
            yield _shown(entry), key

    def _further_names(self, translator: Translator) -> Names:
        links = (topic.link for topic in self.further(translator))
        return {link.topic: (link.label, link.topic) for link in links}

    def _entry(self, entry: LawEntry, translator: Translator) -> RulesEntry:
        return RulesEntry(
            key=entry.key,
            title=entry.heading,
            text=entry.text,
            where=", ".join(dict.fromkeys(self._places(entry, translator.locale))),
            links=self.links(entry.related, translator),
            cards=tuple(self.card_link(title, translator) for title in self._cards_about(entry)),
        )

    def _places(self, entry: LawEntry, locale: Locale) -> Iterator[str]:
        """Return the sections that contain something: an entry of the glossary is not found under its own name."""
        known = entries(self.law, locale)
        for place in entry.where:
            found = cited(self.law, place)
            key = place.split()[0] if found is not None and found.key == entry.key else place
            yield known[key].heading if key in known else cite(self.law, key, locale)

    def _cards_about(self, entry: LawEntry) -> Iterator[str]:
        titles = self.titles()
        if entry.key.casefold() in self.keywords:
            yield from (title for title in titles if entry.key in self.used(self.text(title)))
        for ruling in rulings(self.law):
            if ruling.citation == entry.key:
                yield from (title for title in ruling.cards if title in titles)


@cache
def _names_of_entries(law: Law, locale: Locale) -> Names:
    return {key: entry.names for key, entry in entries(law, locale).items()}


@cache
def _names_of_cards(reference: Reference, locale: Locale) -> Names:
    """Return the names of cards, in the reader's language and in English, in the order of the alphabet."""
    said = translator_of(locale)
    names = {title: tuple(dict.fromkeys((said(title_of(title)), title))) for title in reference.titles()}
    return dict(sorted(names.items(), key=lambda one: folded(one[1][0])))


@cache
def _used(law: Law, text: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(term.title for term in terms_in(law, text))


def _shown(entry: LawEntry) -> str:
    """Return the name of an entry among others: a term with its place."""
    is_term = entry.where and not entry.heading.startswith(f"{entry.key} ")
    return f"{entry.heading} ({entry.where[0].split()[0]})" if is_term else entry.heading


def cut(text: str) -> str:
    """Return the beginning of a text, as much as a link's detail has room for."""
    return text if len(text) <= DETAIL else text[: DETAIL - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def for_screen_reader(line: str, said: Translator) -> str:
    """Return a line of a card without its signs: "(A)" and "(!)" mean nothing when they are read aloud."""
    activated, triggered = said(msg("[Activated]")), said(msg("[Triggered]"))
    return line.replace("(A)", activated).replace("(!)", triggered)


def _with_advice(sentence: Message, near: Sequence[str]) -> Message:
    """Return the sentence with suggestions. `near` are already in the reader's language."""
    if not near:
        return sentence
    quoted = (msg("“{name}”", name=name) for name in near)
    return row(sentence, msg("Did you mean {names}?", names=series(*quoted, joined="or")))
