"""Voidream's rules and cards for looking things up: from the law (`engine.voidream.law`) and the printed cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from bot.errors import NotFound
from bot.reference import CardPage, Link, Topic
from bot.searching import exactly, search
from cards.voidream.decks import ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.voidream.game import card_in
from engine.voidream.law import Entry, cited, entries, glossary_in, rulings, terms
from engine.voidream.view import CardFace
from engine.voidream.views import face_of
from render.voidream.alt import alt_card
from render.voidream.card import draw_card
from render.voidream.wording import FACTIONS, kind_line, plain, rules_of

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

    def suggest_topics(self, typed: str) -> Sequence[tuple[str, str]]:
        """Return entries of the law that fit, as (shown, key)."""
        known = entries()
        keys = search(typed, _names_of_topics()) if typed.strip() else [*BEGIN_WITH, *CONTENTS]
        return [(_shown(known[key]), key) for key in keys]

    def all_topics(self) -> Sequence[tuple[str, str]]:
        """Return every entry of the law, as (shown, key): the terms, the sections, the rulings."""
        return [(_shown(entry), key) for key, entry in entries().items()]

    def topic(self, typed: str) -> Topic:
        """Return an entry of the law. Raises NotFound."""
        if not typed.strip():
            return _contents()
        found = cited(typed)
        if found is None:
            key = exactly(typed, _names_of_topics())
            found = entries()[key] if key else None
        if found is None:
            near = [f"“{_shown(entries()[key])}”" for key in search(typed, _names_of_topics())[:NEAREST]]
            raise NotFound(f"The rules have no entry called “{typed[:60]}”.{_did_you_mean(near)}")
        return _topic(found)

    def suggest_cards(self, typed: str) -> Sequence[tuple[str, str]]:
        """Return cards that fit, as (shown, title)."""
        return [(_in_short(the_set().find(title)), title) for title in search(typed, _names_of_cards())]

    def card(self, typed: str) -> CardPage:
        """Return a card of the set. Raises NotFound."""
        title = exactly(typed, _names_of_cards())
        if title is None:
            near = [f"“{title}”" for title in search(typed, _names_of_cards())[:NEAREST]]
            raise NotFound(f"There is no card called “{typed[:60]}”.{_did_you_mean(near)}")
        return _page(the_set().find(title))

    def cause(self, setup: bytes, cause: str) -> Topic | CardPage | None:
        """Return the card of that title as it is in the match, or else the entry of the law that is cited."""
        card = card_in(setup, cause)
        if card is not None:
            return _page(card)
        entry = cited(cause)
        return None if entry is None else _topic(entry)

    def picture(self, face: CardFace) -> bytes:
        """Draw a card."""
        return draw_card(face)

    def alt(self, face: CardFace) -> str:
        """Return the alt text of a card's picture."""
        return alt_card(face)


# -- topics


@cache
def _names_of_topics() -> dict[str, Sequence[str]]:
    return {key: entry.names for key, entry in entries().items()}


def _shown(entry: Entry) -> str:
    return (
        f"{entry.heading} ({entry.where[0].split()[0]})"
        if entry.key == entry.heading and entry.where
        else entry.heading
    )


def _contents() -> Topic:
    return Topic(
        key="",
        title="The rules of Voidream",
        text="Look up a term, a section such as §4 or a ruling such as R25. Everything is told here in our own short "
        "words. Rulings say how the rulebook is read where it is silent or could be read two ways.",
        links=tuple(_links([*CONTENTS, *BEGIN_WITH])),
    )


def _topic(entry: Entry) -> Topic:
    cards: Iterable[Card] = ()
    if entry.key.casefold() in _KEYWORDS:
        cards = (card for card in the_set() if entry.key in _used(card))
    named = [title for ruling in rulings() if ruling.citation == entry.key for title in ruling.cards]
    found = [*cards, *(the_set().find(title) for title in named if title in the_set())]
    places = [cited(place) for place in entry.where]
    return Topic(
        key=entry.key,
        title=entry.heading,
        text=entry.text,
        where=", ".join(dict.fromkeys(_place(place, entry) for place in places if place is not None)),
        links=tuple(_links(entry.related)),
        cards=tuple(Link(card.title, _kind(face_of(card)), card=card.title) for card in found),
    )


def _place(place: Entry, entry: Entry) -> str:
    """How the section is called in which something stands: a glossary entry is found under its own name."""
    if place.key == entry.key:
        return "§6 Glossary"
    return place.heading if place.heading.startswith("§") else f"§6 {place.heading}"


def _links(keys: Iterable[str]) -> Iterable[Link]:
    known = entries()
    for key in keys:
        entry = known[key]
        yield Link(entry.heading, _cut(entry.text), topic=key)


def _cut(text: str) -> str:
    return text if len(text) <= DETAIL else text[: DETAIL - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def _did_you_mean(near: Sequence[str]) -> str:
    return f" Did you mean {' or '.join(filter(None, (', '.join(near[:-1]), near[-1])))}?" if near else ""


# -- cards


@cache
def _names_of_cards() -> dict[str, Sequence[str]]:
    return {card.title: (card.title,) for card in sorted(the_set(), key=lambda card: card.title)}


@cache
def _used(card: Card) -> tuple[str, ...]:
    """The glossary's entries that a card's text uses, in the order in which it does."""
    face = face_of(card)
    return tuple(term.title for term in glossary_in((*face.text, *face.inverted, *_back(card))))


def _back(card: Card) -> tuple[str, ...]:
    """What stands on the back of a bastion (§8)."""
    if card.back is None:
        return ()
    back = card.back
    lines = [
        f"Dream: {back.dream.total}({back.dream.guest})",
        f"Arcana: {back.major} + {back.arcana.total}({back.arcana.guest})",
    ]
    return (*lines, *print_text(back.text).splitlines())


def _in_short(card: Card) -> str:
    return f"{card.title} ({_kind(face_of(card))})"


def _page(card: Card) -> CardPage:
    face = face_of(card)
    used = _used(card)
    explained = [term for term in terms() if term.title in used and term.title not in _MARKS]
    explained.sort(key=lambda term: used.index(term.title))
    about = {*(term.title for term in explained), _BY_KIND.get(card.kind, "")}
    if card.major:
        about.add("Major arcanum")
    concerning = [ruling for ruling in rulings() if card.title in ruling.cards]
    concerning += [ruling for ruling in rulings() if about & {*ruling.terms} and ruling not in concerning]
    kind = card.kind.value.capitalize()
    further = [term.title for term in explained] + [ruling.citation for ruling in concerning]
    further += [title for title in _MARKS if title in used] + [kind]
    return CardPage(
        title=card.title,
        kind=_kind(face),
        lines=tuple(_spoken(line) for line in (*_numbers(face), *rules_of(face), *_back(card))),
        flavour=face.flavour,
        explained=tuple((term.title, term.text) for term in explained),
        rulings=tuple(f"{ruling.citation} {ruling.title}" for ruling in concerning),
        decks=_holding(card.title),
        links=tuple(_links(dict.fromkeys(further))),
        face=face,
    )


def _kind(face: CardFace) -> str:
    value = f", value {face.value}" if face.value else ""
    return f"{kind_line(face)}{value}, {FACTIONS[face.faction]}"


def _numbers(face: CardFace) -> list[str]:
    if face.kind == "entity":
        return [f"Dawn {plain(face.dawn)}, stability {plain(face.stability)}, dusk {plain(face.dusk)}."]
    return [f"Stability {face.stability}."] if face.kind in ("construct", "bastion") else []


def _spoken(line: str) -> str:
    """A line of a card without its signs: "(A)" and "(!)" say nothing to somebody who hears them."""
    return line.replace("(A)", "[Activated]").replace("(!)", "[Triggered]")


@cache
def _holding(title: str) -> tuple[str, ...]:
    found: list[str] = []
    for deck in ready_made():
        cards = [deck.bastion, deck.mind, *deck.arcana, *deck.dream]
        count = sum(card.title == title for card in cards)
        if count:
            found.append(f"{deck.name} ({count})" if count > 1 else deck.name)
    return tuple(found)
