"""A game's reference of rules and cards. Each game has its own subclass of `Reference`."""

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
"""Maximum characters of a link's detail (Discord's limit for the description of a menu option)."""
MENU = 25
"""Maximum links in one menu (Discord's limit)."""
NEAREST = 3
"""The number of suggestions for an unknown name."""


class Link(msgspec.Struct, frozen=True):
    """A link to further reading: a topic by its key, or a card by its title."""

    label: str
    detail: str
    topic: str = ""
    card: str = ""


F_co = TypeVar("F_co", covariant=True, default=object)


class Face(msgspec.Struct, Generic[F_co], frozen=True):
    """A card, or anything else with a picture, and the functions that draw it."""

    content: F_co
    draw: Callable[[F_co, Translator], bytes]
    alt_of: Callable[[F_co, Translator], str]

    def picture(self, translator: Translator = ENGLISH) -> bytes:
        """Return the picture as a PNG."""
        return self.draw(self.content, translator)

    def alt(self, translator: Translator = ENGLISH) -> str:
        """Return the alt text of the picture."""
        return self.alt_of(self.content, translator)


class RulesEntry(msgspec.Struct, frozen=True):
    """An entry of the rules. `where` is its place in the rulebook, in words, or ""."""

    key: str
    title: str
    text: str
    where: str = ""
    links: tuple[Link, ...] = ()
    cards: tuple[Link, ...] = ()
    """The cards that the entry is about."""
    face: Face | None = None
    """None for an entry without a picture."""


class CardPage(msgspec.Struct, frozen=True):
    """The public page of a card, from its printed text alone. `key` is its English title.

    `lines` are its text, without symbols that only a picture can show. `explained` are its game terms with their
    meanings. `rulings` are the headings of rulings about it. `decks` are the ready-made decks with the card, with the
    number of copies; None in a game without decks.
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
"""Names by key, the main name first."""


class FurtherTopic(msgspec.Struct, frozen=True):
    """A topic that isn't a rule. `label` is its name among the rules, `entry` builds its text."""

    link: Link
    label: str
    entry: Callable[[], RulesEntry]


class Reference(ABC):
    """A game's rules and cards for lookup. Only `cause` and `entry_in_match` depend on a match.

    Cards are identified by their English titles, and shown as currently printed. Texts are in the reader's language,
    from `translator`. Input is understood in the reader's language and in English.
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

    def former_titles(self) -> Collection[str]:
        """Return the titles of cards that earlier editions had."""
        return ()

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
        """Return the card or topic with this name in a match with this setup, or None."""

    def further(self, translator: Translator) -> Sequence[FurtherTopic]:
        """Return the topics that aren't rules. They are listed first; most games have none."""
        del translator
        return ()

    def suggest_topics(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return topics that match the typed text, as (label, key), best first."""
        topics = {key: label for label, key in self._topics(translator)}
        names = {**self._further_names(translator), **_names_of_entries(self.law, translator.locale)}
        keys = search(typed, names) if typed.strip() else self.suggested
        return [(topics[key], key) for key in keys]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every topic, as (English label, key), in the order of the rulebook."""
        return list(self._topics(ENGLISH))

    def topic(self, typed: str, translator: Translator = ENGLISH) -> RulesEntry:
        """Return the topic with this key or name; "" means the overview. Raises NotFound with the nearest names."""
        if not typed.strip():
            further = (topic.link for topic in self.further(translator))
            links = (*further, *self.links(self.contents, translator))[:MENU]
            return RulesEntry("", translator(self.welcome), translator(self.introduction), links=links)
        if (cited_entry := cited(self.law, typed, translator.locale)) is not None:
            return self._entry(cited_entry, translator)
        if (key := exactly(typed, self._further_names(translator))) is not None:
            return next(topic.entry() for topic in self.further(translator) if topic.link.topic == key)
        entries_by_key, names = (
            entries(self.law, translator.locale),
            _names_of_entries(self.law, translator.locale),
        )
        if (key := exactly(typed, names)) is not None:
            return self._entry(entries_by_key[key], translator)
        near = [_label(entries_by_key[nearest_key]) for nearest_key in search(typed, names)[:NEAREST]]
        raise NotFound(_with_advice(msg("The rules have no entry called “{name}”.", name=typed[:60]), near))

    def suggest_cards(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that match the typed text, as (label, title), best first."""
        matches = search(typed, _names_of_cards(self, translator.locale))
        return [
            (f"{translator(title_of(title))} ({self.kind(title, translator)})", title) for title in matches
        ]

    def card(self, typed: str, translator: Translator = ENGLISH) -> CardPage:
        """Return the page of the card with this title. Raises NotFound with the nearest titles."""
        names = _names_of_cards(self, translator.locale)
        if (title := exactly(typed, names)) is not None:
            return self.page(title, translator)
        if (former := exactly(typed, {title: (title,) for title in self.former_titles()})) is not None:
            raise NotFound(msg("{card} is no longer in the set.", card=title_of(former)))
        near = [translator(title_of(nearest)) for nearest in search(typed, names)[:NEAREST]]
        raise NotFound(_with_advice(msg("There's no card called “{name}”.", name=typed[:60]), near))

    def cause(
        self, setup: bytes, cause: str, translator: Translator = ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return the page of an event's cause in a match with this setup: a card as in that match, or a topic."""
        if (entry_in_setup := self.entry_in_match(setup, cause, translator)) is not None:
            return entry_in_setup
        entry = cited(self.law, cause, translator.locale)
        return None if entry is None else self._entry(entry, translator)

    def cite(self, citation: str, translator: Translator = ENGLISH) -> str:
        """Return a translated citation of the rules: `§6 Evoke` is `§6 Evocar` in Spanish."""
        return translator.word(citation, RULE)

    def links(self, keys: Iterable[str], translator: Translator) -> tuple[Link, ...]:
        """Return links to entries of the law."""
        entries_by_key = entries(self.law, translator.locale)
        return tuple(
            Link(entries_by_key[key].heading, cut(entries_by_key[key].text), topic=key) for key in keys
        )

    def card_link(self, title: str, translator: Translator) -> Link:
        """Return a link to a card's page, with its translated title and a short detail."""
        return Link(translator(title_of(title)), self.detail(title, translator), card=title)

    def explained(self, keys: Iterable[str], translator: Translator) -> tuple[tuple[str, str], ...]:
        """Return the headings of law entries, each with its text."""
        entries_by_key = entries(self.law, translator.locale)
        return tuple((entries_by_key[key].heading, entries_by_key[key].text) for key in keys)

    def used(self, text: Iterable[str]) -> tuple[str, ...]:
        """Return the game terms in the text of a card, in order of appearance."""
        return _used(self.law, tuple(text))

    def _topics(self, translator: Translator) -> Iterator[tuple[str, str]]:
        for topic in self.further(translator):
            yield topic.label, topic.link.topic
        for key, entry in entries(self.law, translator.locale).items():
            yield _label(entry), key

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
        """Yield the headings of the sections that contain an entry.

        A glossary entry doesn't count as its own section.
        """
        entries_by_key = entries(self.law, locale)
        for place in entry.where:
            cited_entry = cited(self.law, place)
            key = place.split()[0] if cited_entry is not None and cited_entry.key == entry.key else place
            yield entries_by_key[key].heading if key in entries_by_key else cite(self.law, key, locale)

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
    """Return the names of cards in the reader's language and in English, in alphabetical order."""
    translate = translator_of(locale)
    names = {title: tuple(dict.fromkeys((translate(title_of(title)), title))) for title in reference.titles()}
    return dict(sorted(names.items(), key=lambda entry: folded(entry[1][0])))


@cache
def _used(law: Law, text: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(term.title for term in terms_in(law, text))


def _label(entry: LawEntry) -> str:
    """Return the label of an entry in a list. A glossary term is followed by its section."""
    is_term = entry.where and not entry.heading.startswith(f"{entry.key} ")
    return f"{entry.heading} ({entry.where[0].split()[0]})" if is_term else entry.heading


def cut(text: str) -> str:
    """Return a text shortened to a link's detail."""
    return text if len(text) <= DETAIL else text[: DETAIL - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def for_screen_reader(line: str, translate: Translator) -> str:
    """Return a line of a card with its symbols "(A)" and "(!)" in words, for reading aloud."""
    activated, triggered = translate(msg("[Activated]")), translate(msg("[Triggered]"))
    return line.replace("(A)", activated).replace("(!)", triggered)


def _with_advice(sentence: Message, near: Sequence[str]) -> Message:
    """Return the sentence with suggestions. `near` is already translated."""
    if not near:
        return sentence
    quoted = (msg("“{name}”", name=name) for name in near)
    return row(sentence, msg("Did you mean {names}?", names=series(*quoted, joined="or")))
