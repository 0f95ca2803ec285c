"""The reference of Voidream: its rules (`engine.voidream.law`) and printed cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from bot.games.reference import ENGLISH, CardPage, Face, Reference, for_screen_reader
from cards.i18n import Message, Translator, msg, row
from cards.i18n import title as title_of
from cards.voidream.card_ids import the_numbers
from cards.voidream.card_lines import LINE
from cards.voidream.decks import ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import KeywordName
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.voidream.law import LAW, entries, rulings
from engine.voidream.saves.decks import card_in
from engine.voidream.views.builder import face_of
from engine.voidream.views.types import CardFace
from render.table.words import flavour_of
from render.voidream.alt import alt_card
from render.voidream.card import draw_card
from render.voidream.words import FACTIONS, kind_line, numbers_words, rules_of

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
"""The terms suggested first, together with the sections."""
_MARKS = ("Activated ability", "Triggered ability")
"""The entries about ability symbols. Pages don't explain them, because their lines name them in words."""
_BY_KIND = {Kind.CONSTRUCT: "Construct", Kind.BASTION: "Bastion", Kind.MIND: "Mind"}


class VoidreamReference(Reference):
    """The reference of Voidream."""

    law = LAW
    welcome = msg("The rules of Voidream")
    introduction = msg(
        "Look up a term, a section such as §4 or a ruling such as R25. These are short "
        "summaries in our own words. Rulings settle what the rulebook leaves open or "
        "ambiguous."
    )
    suggested = (*BEGIN_WITH, *CONTENTS)
    contents = (*CONTENTS, *BEGIN_WITH)
    keywords = frozenset(keyword.value for keyword in KeywordName)

    def titles(self) -> Collection[str]:
        """Return the titles of the set."""
        return [card.title for card in the_set()]

    def former_titles(self) -> Collection[str]:
        """Return the titles that have a number in deck codes but aren't in the set."""
        return [title for title in the_numbers().titles if title not in the_set()]

    def text(self, title: str) -> Iterable[str]:
        """Return the printed text of a card, including its back."""
        return _text(the_set().find(title))

    def entry_in_match(self, setup: bytes, cause: str, translator: Translator) -> CardPage | None:
        """Return the card with this title as it is in the match."""
        card = card_in(setup, cause)
        return None if card is None else self._page(card, translator)

    def kind(self, title: str, translator: Translator) -> str:
        """Return kind, value and faction, such as "Entity, value 2, Chaos"."""
        return _kind(face_of(the_set().find(title)), translator)

    def page(self, title: str, translator: Translator) -> CardPage:
        """Return a card's page. Rulings that name the card come before those about its kind and terms."""
        return self._page(the_set().find(title), translator)

    def _page(self, card: Card, translator: Translator) -> CardPage:
        face, used_terms = face_of(card), self.used(_text(card))
        explained = [title for title in used_terms if title not in _MARKS]
        about = {*explained, _BY_KIND.get(card.kind, ""), "Major arcanum" if card.major else ""}
        concerning = [ruling for ruling in rulings() if card.title in ruling.cards]
        concerning += [ruling for ruling in rulings() if about & {*ruling.terms} and ruling not in concerning]
        further = [*explained, *(ruling.citation for ruling in concerning)]
        further += [*(title for title in _MARKS if title in used_terms), card.kind.value.capitalize()]
        lines = (numbers_words(face, translator), *rules_of(face, translator), *_back(card, translator))
        entries_by_citation = entries(translator.locale)
        return CardPage(
            key=card.title,
            title=translator(title_of(card.title)),
            kind=_kind(face, translator),
            lines=tuple(for_screen_reader(line, translator) for line in lines if line),
            flavour=flavour_of(face, translator),
            explained=self.explained(explained, translator),
            rulings=tuple(entries_by_citation[ruling.citation].heading for ruling in concerning),
            decks=tuple(translator(deck) for deck in _decks_with(card.title)),
            links=self.links(dict.fromkeys(further), translator),
            face=Face(face, draw_card, alt_card),
        )


def _text(card: Card) -> Iterable[str]:
    face = face_of(card)
    return (*face.text, *face.inverted, *_back(card))


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


def _back(card: Card, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """Return the lines on the back of a bastion (§8); nothing for other cards."""
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
        translator(line)
        for line in (*lines, *(msg(text_line, LINE) for text_line in print_text(back.text).splitlines()))
    )


@cache
def _decks_with(title: str) -> tuple[Message, ...]:
    decks: list[Message] = []
    for deck in ready_made():
        cards = [deck.bastion, deck.mind, *deck.arcana, *deck.dream]
        count = sum(card.title == title for card in cards)
        if count:
            name = msg(deck.name, "deck")
            decks.append(row(name, f"({count})") if count > 1 else name)
    return tuple(decks)
