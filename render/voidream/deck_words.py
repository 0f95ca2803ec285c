"""A deck in words (§8): the alt text of its picture, and everything that the picture shows as a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cards.locales import ENGLISH, Phrase, Tongue, Value, say, say_many, series, title
from cards.voidream.card_lines import card_line
from cards.voidream.deck_rules import violations
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.model import Card, Kind
from render.fonts import drawable
from render.voidream.alt import fitting
from render.voidream.markdown import PART, escaped
from render.voidream.wording import FACTIONS, capital, kind_word

VALUES = (1, 2, 3, 4)
KINDS = tuple(kind for kind in Kind if kind in DREAM_KINDS)
WORDS = {
    Kind.THOUGHT: ("{n} thought", "{n} thoughts"),
    Kind.MEMORY: ("{n} memory", "{n} memories"),
    Kind.ENTITY: ("{n} entity", "{n} entities"),
    Kind.CONSTRUCT: ("{n} construct", "{n} constructs"),
    Kind.ARCANUM: ("{n} arcanum", "{n} arcana"),
}
"""So many cards of a kind."""


def shown_name(name: str, tongue: Tongue = ENGLISH) -> str:
    """The deck's name as a picture can show it."""
    return drawable(name)[:60].strip() or tongue(say("A deck"))


def counted(kind: Kind, n: int) -> Phrase:
    """So many cards of a kind."""
    return say_many(*WORDS[kind], n)


def factions(deck: DeckList) -> Phrase:
    """The main faction, and the guest if there is one."""
    if deck.faction is None:
        return say("no faction yet")
    main = FACTIONS[deck.faction.value]
    if deck.guest is None:
        return main
    return say("{faction}, guest: {guest}", faction=main, guest=FACTIONS[deck.guest.value])


def standing(deck: DeckList) -> Phrase:
    """Whether the deck can be played."""
    wrong = len(violations(deck))
    return say_many("{n} thing to mend", "{n} things to mend", wrong) if wrong else say("Ready to play")


def _lead(name: str, deck: DeckList, tongue: Tongue) -> str:
    """Name, factions, and whether the deck can be played."""
    told = say("{name}: {factions}. {standing}.", name=name, factions=factions(deck), standing=standing(deck))
    return tongue(told)


def _leaders(deck: DeckList) -> tuple[tuple[Kind, Card | None], ...]:
    return (Kind.BASTION, deck.bastion), (Kind.MIND, deck.mind)


def _inside(deck: DeckList, tongue: Tongue) -> list[str]:
    """How many cards there are of each kind and value, in sentences."""
    dream = say_many(
        "{n} Dream card ({kinds})", "{n} Dream cards ({kinds})", len(deck.dream), kinds=_kinds_in_words(deck)
    )
    arcana = counted(Kind.ARCANUM, len(deck.arcana))
    return [
        f"{tongue(dream)}, {tongue(arcana)}.",
        tongue(say("Dream cards by value: {values}.", values=_values_in_words(deck.dream))),
        tongue(say("Arcana by value: {values}.", values=_values_in_words(deck.arcana))),
    ]


def alt_deck(name: str, deck: DeckList, tongue: Tongue = ENGLISH) -> str:
    """What the picture of a deck shows, at most 1,024 characters."""
    deck = deck.ordered()
    named = tongue(say("Deck {name}", name=shown_name(name, tongue)))
    sentences = [_lead(named, deck, tongue)]
    for kind, card in _leaders(deck):
        sentences.append(
            f"{kind_word(kind.value, tongue)}: {tongue(title(card.title) if card else NONE_YET)}."
        )
    sentences += _inside(deck, tongue)
    arcana = ", ".join(tongue(title(card.title)) for card in deck.arcana)
    sentences.append(tongue(say("Arcana: {cards}.", cards=arcana)) if arcana else "")
    copies_of = Counter(card.title for card in deck.dream)
    sentences += [f"{copies} {tongue(title(name))}." for name, copies in copies_of.items()]
    return fitting(sentences, tongue(say("More in the text of the deck.")))


def text_deck(name: str, deck: DeckList, tongue: Tongue = ENGLISH) -> list[str]:
    """Everything that the picture of a deck shows, in Markdown, in parts that fit a message each."""
    deck = deck.ordered()
    head = [_lead(f"**{escaped(shown_name(name, tongue))}**", deck, tongue)]
    for kind, card in _leaders(deck):
        shown = _card_in_words(card, tongue) if card else tongue(NONE_YET)
        head.append(f"{kind_word(kind.value, tongue)}: {shown}.")
    head += _inside(deck, tongue)
    parts = ["\n".join(head)]
    sections = [(Kind.ARCANUM, deck.arcana)]
    sections += [(kind, tuple(card for card in deck.dream if card.kind is kind)) for kind in KINDS]
    for kind, cards in sections:
        if cards:
            copies_of = Counter(card.title for card in cards)
            lines = [
                f"- {copies_of[card.title]} {_card_in_words(card, tongue, bold=True)}"
                for card in {card.title: card for card in cards}.values()
            ]
            heading = f"**{capital(tongue(HEADINGS[kind]))}** ({len(cards)})"
            parts.append("\n".join([heading, *lines])[:PART])
    return parts


NONE_YET = say("none yet")
HEADINGS = {
    Kind.THOUGHT: say("thoughts"),
    Kind.MEMORY: say("memories"),
    Kind.ENTITY: say("entities"),
    Kind.CONSTRUCT: say("constructs"),
    Kind.ARCANUM: say("arcana"),
}
"""The kinds in the plural."""


def _card_in_words(card: Card, tongue: Tongue, *, bold: bool = False) -> str:
    stars = "**" if bold else ""
    return f"{stars}{escaped(tongue(title(card.title)))}{stars} – {tongue(card_line(card))}"


def _kinds_in_words(deck: DeckList) -> Value:
    counts = Counter(card.kind for card in deck.dream)
    return series(*(counted(kind, counts[kind]) for kind in KINDS))


def _values_in_words(cards: Sequence[Card]) -> Value:
    counts = Counter(card.value for card in cards)
    return series(*(say("{n} of value {value}", n=counts[value], value=value) for value in VALUES))
