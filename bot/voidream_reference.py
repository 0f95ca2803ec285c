"""Voidream's rules and cards for looking things up: from the law (`engine.voidream.law`) and the printed cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from bot.errors import NotFound
from bot.reference import ENGLISH, CardPage, Link, Topic
from bot.searching import exactly, folded, search
from cards.locales import Locale, Phrase, Tongue, row, say, series
from cards.locales import title as title_of
from cards.locales import tongue as tongue_in
from cards.voidream.building import LINE
from cards.voidream.decks import ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.voidream.causes import RULE
from engine.voidream.kept_decks import card_in
from engine.voidream.law import Entry, cited, entries, glossary_in, rulings, terms
from engine.voidream.view import CardFace
from engine.voidream.views import face_of
from render.voidream.alt import alt_card
from render.voidream.card import draw_card
from render.voidream.wording import FACTIONS, flavour_of, kind_line, numbers_words, rules_of

DETAIL = 100
"""Characters of a link's detail."""
NEAREST = 3
"""How many suggestions are made for something unknown."""
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
    """The reference of Voidream; see `bot.reference.Reference`."""

    def suggest_topics(self, typed: str, tongue: Tongue = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return entries of the law that fit, as (shown, key)."""
        known = entries(tongue.locale)
        keys = search(typed, _names_of_topics(tongue.locale)) if typed.strip() else [*BEGIN_WITH, *CONTENTS]
        return [(_shown(known[key]), key) for key in keys]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every entry of the law, as (shown, key): the terms, the sections, the rulings."""
        return [(_shown(entry), key) for key, entry in entries().items()]

    def topic(self, typed: str, tongue: Tongue = ENGLISH) -> Topic:
        """Return an entry of the law. Raises NotFound."""
        if not typed.strip():
            return _contents(tongue)
        known, names = entries(tongue.locale), _names_of_topics(tongue.locale)
        found = cited(typed, tongue.locale)
        if found is None:
            key = exactly(typed, names)
            found = known[key] if key else None
        if found is None:
            near = [_shown(known[key]) for key in search(typed, names)[:NEAREST]]
            raise NotFound(
                _with_advice(say("The rules have no entry called “{name}”.", name=typed[:60]), near)
            )
        return _topic(found, tongue)

    def suggest_cards(self, typed: str, tongue: Tongue = ENGLISH) -> Sequence[tuple[str, str]]:
        """Return cards that fit, as (shown, title)."""
        found = search(typed, _names_of_cards(tongue.locale))
        return [(_in_short(the_set().find(title), tongue), title) for title in found]

    def card(self, typed: str, tongue: Tongue = ENGLISH) -> CardPage:
        """Return a card of the set. Raises NotFound."""
        names = _names_of_cards(tongue.locale)
        title = exactly(typed, names)
        if title is None:
            near = [tongue(title_of(title)) for title in search(typed, names)[:NEAREST]]
            raise NotFound(_with_advice(say("There is no card called “{name}”.", name=typed[:60]), near))
        return _page(the_set().find(title), tongue)

    def cause(self, setup: bytes, cause: str, tongue: Tongue = ENGLISH) -> Topic | CardPage | None:
        """Return the card of that title as it is in the match, or else the entry of the law that is cited."""
        card = card_in(setup, cause)
        if card is not None:
            return _page(card, tongue)
        entry = cited(cause, tongue.locale)
        return None if entry is None else _topic(entry, tongue)

    def cite(self, citation: str, tongue: Tongue = ENGLISH) -> str:
        """Return a citation as people write it: `§6 Evoke` is `§6 Evocar` in Spanish."""
        return tongue.word(citation, RULE)

    def picture(self, face: CardFace, tongue: Tongue = ENGLISH) -> bytes:
        """Draw a card."""
        return draw_card(face, tongue)

    def alt(self, face: CardFace, tongue: Tongue = ENGLISH) -> str:
        """Return the alt text of a card's picture."""
        return alt_card(face, tongue)


# -- topics


@cache
def _names_of_topics(locale: Locale) -> dict[str, Sequence[str]]:
    return {key: entry.names for key, entry in entries(locale).items()}


def _shown(entry: Entry) -> str:
    is_term = entry.where and not entry.heading.startswith(f"{entry.key} ")
    return f"{entry.heading} ({entry.where[0].split()[0]})" if is_term else entry.heading


def _contents(tongue: Tongue) -> Topic:
    return Topic(
        key="",
        title=tongue(say("The rules of Voidream")),
        text=tongue(
            say(
                "Look up a term, a section such as §4 or a ruling such as R25. Everything is told here in our own "
                "short words. Rulings say how the rulebook is read where it is silent or could be read two ways."
            )
        ),
        links=tuple(_links([*CONTENTS, *BEGIN_WITH], tongue)),
    )


def _topic(entry: Entry, tongue: Tongue) -> Topic:
    cards: Iterable[Card] = ()
    if entry.key.casefold() in _KEYWORDS:
        cards = (card for card in the_set() if entry.key in _used(card))
    named = [title for ruling in rulings() if ruling.citation == entry.key for title in ruling.cards]
    found = [*cards, *(the_set().find(title) for title in named if title in the_set())]
    places = [cited(place, tongue.locale) for place in entry.where]
    return Topic(
        key=entry.key,
        title=entry.heading,
        text=entry.text,
        where=", ".join(dict.fromkeys(_place(place, entry, tongue) for place in places if place is not None)),
        links=tuple(_links(entry.related, tongue)),
        cards=tuple(
            Link(tongue(title_of(card.title)), _kind(face_of(card), tongue), card=card.title)
            for card in found
        ),
    )


def _place(place: Entry, entry: Entry, tongue: Tongue) -> str:
    """How the section is called in which something stands: a glossary entry is found under its own name."""
    if place.key == entry.key:
        return entries(tongue.locale)["§6"].heading
    return place.heading if place.heading.startswith("§") else f"§6 {place.heading}"


def _links(keys: Iterable[str], tongue: Tongue) -> Iterable[Link]:
    known = entries(tongue.locale)
    for key in keys:
        entry = known[key]
        yield Link(entry.heading, _cut(entry.text), topic=key)


def _cut(text: str) -> str:
    return text if len(text) <= DETAIL else text[: DETAIL - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def _with_advice(sentence: Phrase, near: Sequence[str]) -> Phrase:
    """The sentence, and what may have been meant; `near` are in the reader's language already."""
    if not near:
        return sentence
    quoted = (say("“{name}”", name=name) for name in near)
    return row(sentence, say("Did you mean {names}?", names=series(*quoted, joined="or")))


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
    return tuple(term.title for term in glossary_in((*face.text, *face.inverted, *_back(card))))


def _back(card: Card, tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """What stands on the back of a bastion (§8)."""
    if card.back is None:
        return ()
    back = card.back
    lines = [
        say("Dream: {numbers}", numbers=f"{back.dream.total}({back.dream.guest})"),
        say(
            "Arcana: {card} + {numbers}",
            card=title_of(back.major),
            numbers=f"{back.arcana.total}({back.arcana.guest})",
        ),
    ]
    return tuple(
        tongue(line) for line in (*lines, *(say(one, LINE) for one in print_text(back.text).splitlines()))
    )


def _in_short(card: Card, tongue: Tongue) -> str:
    return f"{tongue(title_of(card.title))} ({_kind(face_of(card), tongue)})"


def _page(card: Card, tongue: Tongue) -> CardPage:
    face = face_of(card)
    used, known = _used(card), entries(tongue.locale)
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
    lines = (numbers_words(face, tongue), *rules_of(face, tongue), *_back(card, tongue))
    return CardPage(
        key=card.title,
        title=tongue(title_of(card.title)),
        kind=_kind(face, tongue),
        lines=tuple(_spoken(line, tongue) for line in lines if line),
        flavour=flavour_of(face, tongue),
        explained=tuple((known[title].heading, known[title].text) for title in explained),
        rulings=tuple(known[ruling.citation].heading for ruling in concerning),
        decks=tuple(tongue(deck) for deck in _holding(card.title)),
        links=tuple(_links(dict.fromkeys(further), tongue)),
        face=face,
    )


def _kind(face: CardFace, tongue: Tongue) -> str:
    line = say("{card}, {faction}", card=kind_line(face, tongue), faction=FACTIONS[face.faction])
    if face.value:
        line = say(
            "{card}, value {n}, {faction}",
            card=kind_line(face, tongue),
            n=face.value,
            faction=FACTIONS[face.faction],
        )
    return tongue(line)


def _spoken(line: str, tongue: Tongue) -> str:
    """A line of a card without its signs: "(A)" and "(!)" say nothing to somebody who hears them."""
    activated, triggered = tongue(say("[Activated]")), tongue(say("[Triggered]"))
    return line.replace("(A)", activated).replace("(!)", triggered)


@cache
def _holding(title: str) -> tuple[Phrase, ...]:
    found: list[Phrase] = []
    for deck in ready_made():
        cards = [deck.bastion, deck.mind, *deck.arcana, *deck.dream]
        count = sum(card.title == title for card in cards)
        if count:
            name = say(deck.name, "deck")
            found.append(row(name, f"({count})") if count > 1 else name)
    return tuple(found)
