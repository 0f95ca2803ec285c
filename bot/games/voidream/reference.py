"""Voidream's rules and cards for looking things up: from the law (`engine.voidream.law`) and the printed cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from bot.games.law_pages import card_by_name, found_by_name, links, shown, spoken
from bot.games.reference import ENGLISH, CardPage, Link, RulesEntry
from bot.games.search import folded, search
from cards.i18n import Locale, Message, Translator, msg, row
from cards.i18n import title as title_of
from cards.i18n import translator as tongue_in
from cards.voidream.card_lines import LINE
from cards.voidream.decks import ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.kernel.law import LawEntry
from engine.voidream.citations import RULE
from engine.voidream.law import cited, entries, rulings, terms, terms_in
from engine.voidream.saves.decks import card_in
from engine.voidream.views.build import face_of
from engine.voidream.views.types import CardFace
from render.voidream.alt import alt_card
from render.voidream.card import draw_card
from render.voidream.wording import FACTIONS, flavour_of, kind_line, numbers_words, rules_of

CONTENTS = ("§2", "§3", "§4", "§5", "§6", "§7", "§8")
BEGIN_WITH = (
    "Depth rule",
    "Mind",
    "Turn",
    "Evoke",
    "Conflict",
    "Dawn",
    "Dusk",
    "Damage",
    "Nightmare",
    "Losing",
)
"""What to read first, besides the sections."""
_MARKS = ("Activated ability", "Triggered ability")
"""Entries for the marks of abilities: the card says in words which line is which."""
_KEYWORDS = frozenset(keyword.value for keyword in KeywordName)
_BY_KIND = {Kind.CONSTRUCT: "Construct", Kind.BASTION: "Bastion", Kind.MIND: "Mind"}


class VoidreamReference:
    """The reference of Voidream; see `bot.games.reference.Reference`."""

    def suggest_topics(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return entries of the law that fit, as (shown, key)."""
        known = entries(translator.locale)
        keys = (
            search(typed, _names_of_topics(translator.locale)) if typed.strip() else [*BEGIN_WITH, *CONTENTS]
        )
        return [(shown(known[key]), key) for key in keys]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every entry of the law, as (shown, key): the terms, the sections, the rulings."""
        return [(shown(entry), key) for key, entry in entries().items()]

    def topic(self, typed: str, translator: Translator = ENGLISH) -> RulesEntry:
        """Return an entry of the law. Raises NotFound."""
        if not typed.strip():
            return _contents(translator)
        known, names = entries(translator.locale), _names_of_topics(translator.locale)
        found = cited(typed, translator.locale) or known[found_by_name(typed, names, known)]
        return _topic(found, translator)

    def suggest_cards(self, typed: str, translator: Translator = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that fit, as (shown, title)."""
        found = search(typed, _names_of_cards(translator.locale))
        return [(_in_short(the_set().find(title), translator), title) for title in found]

    def card(self, typed: str, translator: Translator = ENGLISH) -> CardPage:
        """Return a card of the set. Raises NotFound."""
        title = card_by_name(typed, _names_of_cards(translator.locale), translator)
        return _page(the_set().find(title), translator)

    def cause(
        self, setup: bytes, cause: str, translator: Translator = ENGLISH
    ) -> RulesEntry | CardPage | None:
        """Return the card of that title as it is in the match, or else the entry of the law that is cited."""
        card = card_in(setup, cause)
        if card is not None:
            return _page(card, translator)
        entry = cited(cause, translator.locale)
        return None if entry is None else _topic(entry, translator)

    def cite(self, citation: str, translator: Translator = ENGLISH) -> str:
        """Return a citation as people write it: `§6 Evoke` is `§6 Evocar` in Spanish."""
        return translator.word(citation, RULE)

    def picture(self, face: CardFace, translator: Translator = ENGLISH) -> bytes:
        """Draw a card."""
        return draw_card(face, translator)

    def alt(self, face: CardFace, translator: Translator = ENGLISH) -> str:
        """Return the alt text of a card's picture."""
        return alt_card(face, translator)


# -- topics


@cache
def _names_of_topics(locale: Locale) -> dict[str, Sequence[str]]:
    return {key: entry.names for key, entry in entries(locale).items()}


def _contents(translator: Translator) -> RulesEntry:
    return RulesEntry(
        key="",
        title=translator(msg("The rules of Voidream")),
        text=translator(
            msg(
                "Look up a term, a section such as §4 or a ruling such as R25. Everything is told here in our own "
                "short words. Rulings say how the rulebook is read where it is silent or could be read two ways."
            )
        ),
        links=links([*CONTENTS, *BEGIN_WITH], entries(translator.locale)),
    )


def _topic(entry: LawEntry, translator: Translator) -> RulesEntry:
    cards: Iterable[Card] = ()
    if entry.key.casefold() in _KEYWORDS:
        cards = (card for card in the_set() if entry.key in _used(card))
    named = [title for ruling in rulings() if ruling.citation == entry.key for title in ruling.cards]
    found = [*cards, *(the_set().find(title) for title in named if title in the_set())]
    places = [cited(place, translator.locale) for place in entry.where]
    return RulesEntry(
        key=entry.key,
        title=entry.heading,
        text=entry.text,
        where=", ".join(
            dict.fromkeys(_place(place, entry, translator) for place in places if place is not None)
        ),
        links=links(entry.related, entries(translator.locale)),
        cards=tuple(
            Link(translator(title_of(card.title)), _kind(face_of(card), translator), card=card.title)
            for card in found
        ),
    )


def _place(place: LawEntry, entry: LawEntry, translator: Translator) -> str:
    """How the section is called in which something stands: a glossary entry is found under its own name."""
    if place.key == entry.key:
        return entries(translator.locale)["§6"].heading
    return place.heading if place.heading.startswith("§") else f"§6 {place.heading}"


# -- cards


@cache
def _names_of_cards(locale: Locale) -> dict[str, Sequence[str]]:
    """What cards are called, in the reader's language and in English, in the order of the alphabet."""
    said = tongue_in(locale)
    names = {card.title: tuple(dict.fromkeys((said(title_of(card.title)), card.title))) for card in the_set()}
    return dict(sorted(names.items(), key=lambda one: folded(one[1][0])))


@cache
def _used(card: Card) -> tuple[str, ...]:
    """The glossary's entries that a card's text uses, in the order in which it does."""
    face = face_of(card)
    return tuple(term.title for term in terms_in((*face.text, *face.inverted, *_back(card))))


def _back(card: Card, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """What stands on the back of a bastion (§8)."""
    if card.back is None:
        return ()
    back = card.back
    lines = [
        msg("Dream: {numbers}", numbers=f"{back.dream.total}({back.dream.guest})"),
        msg(
            "Arcana: {card} + {numbers}",
            card=title_of(back.major),
            numbers=f"{back.arcana.total}({back.arcana.guest})",
        ),
    ]
    return tuple(
        translator(line) for line in (*lines, *(msg(one, LINE) for one in print_text(back.text).splitlines()))
    )


def _in_short(card: Card, translator: Translator) -> str:
    return f"{translator(title_of(card.title))} ({_kind(face_of(card), translator)})"


def _page(card: Card, translator: Translator) -> CardPage:
    face = face_of(card)
    used, known = _used(card), entries(translator.locale)
    explained = [term.title for term in terms() if term.title in used and term.title not in _MARKS]
    explained.sort(key=used.index)
    about = {*explained, _BY_KIND.get(card.kind, "")}
    if card.major:
        about.add("Major arcanum")
    concerning = [ruling for ruling in rulings() if card.title in ruling.cards]
    concerning += [ruling for ruling in rulings() if about & {*ruling.terms} and ruling not in concerning]
    kind = card.kind.value.capitalize()
    further = explained + [ruling.citation for ruling in concerning]
    further += [title for title in _MARKS if title in used] + [kind]
    lines = (numbers_words(face, translator), *rules_of(face, translator), *_back(card, translator))
    return CardPage(
        key=card.title,
        title=translator(title_of(card.title)),
        kind=_kind(face, translator),
        lines=tuple(spoken(line, translator) for line in lines if line),
        flavour=flavour_of(face, translator),
        explained=tuple((known[title].heading, known[title].text) for title in explained),
        rulings=tuple(known[ruling.citation].heading for ruling in concerning),
        decks=tuple(translator(deck) for deck in _holding(card.title)),
        links=links(dict.fromkeys(further), known),
        face=face,
    )


def _kind(face: CardFace, translator: Translator) -> str:
    line = msg("{card}, {faction}", card=kind_line(face, translator), faction=FACTIONS[face.faction])
    if face.value:
        line = msg(
            "{card}, value {n}, {faction}",
            card=kind_line(face, translator),
            n=face.value,
            faction=FACTIONS[face.faction],
        )
    return translator(line)


@cache
def _holding(title: str) -> tuple[Message, ...]:
    found: list[Message] = []
    for deck in ready_made():
        cards = [deck.bastion, deck.mind, *deck.arcana, *deck.dream]
        count = sum(card.title == title for card in cards)
        if count:
            name = msg(deck.name, "deck")
            found.append(row(name, f"({count})") if count > 1 else name)
    return tuple(found)
