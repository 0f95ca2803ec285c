"""A deck as text (§8): the alt text of its picture, and its complete content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cards.i18n import ENGLISH, Message, Translator, Value, msg, msg_plural, series, title
from cards.voidream.card_lines import card_line
from cards.voidream.deck_rules import violations
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.model import Card, Kind
from render.alt_text import fitting
from render.fonts import drawable
from render.markdown import PART, escaped
from render.table.words import capital
from render.voidream.words import FACTIONS, kind_word

VALUES = (1, 2, 3, 4)
KINDS = tuple(kind for kind in Kind if kind in DREAM_KINDS)
WORDS = {
    Kind.THOUGHT: ("{n} thought", "{n} thoughts"),
    Kind.MEMORY: ("{n} memory", "{n} memories"),
    Kind.ENTITY: ("{n} entity", "{n} entities"),
    Kind.CONSTRUCT: ("{n} construct", "{n} constructs"),
    Kind.ARCANUM: ("{n} arcanum", "{n} arcana"),
}
"""The number of cards of a kind."""


def shown_name(name: str, translator: Translator = ENGLISH) -> str:
    """Return the deck's name as pictures can show it."""
    return drawable(name)[:60].strip() or translator(msg("A deck"))


def counted(kind: Kind, n: int) -> Message:
    """Return the number of cards of a kind, as text."""
    return msg_plural(*WORDS[kind], n)


def factions(deck: DeckList) -> Message:
    """Return the main faction, and the guest if there is one."""
    if deck.faction is None:
        return msg("no faction yet")
    main = FACTIONS[deck.faction.value]
    if deck.guest is None:
        return main
    return msg("{faction}, guest: {guest}", faction=main, guest=FACTIONS[deck.guest.value])


def standing(deck: DeckList) -> Message:
    """Return whether the deck is playable."""
    wrong = len(violations(deck))
    return msg_plural("{n} thing to fix", "{n} things to fix", wrong) if wrong else msg("Ready to play")


def _lead(name: str, deck: DeckList, translator: Translator) -> str:
    """Return name, factions, and whether the deck is playable."""
    text = msg("{name}: {factions}. {standing}.", name=name, factions=factions(deck), standing=standing(deck))
    return translator(text)


def _leaders(deck: DeckList) -> tuple[tuple[Kind, Card | None], ...]:
    return (Kind.BASTION, deck.bastion), (Kind.MIND, deck.mind)


def _inside(deck: DeckList, translator: Translator) -> list[str]:
    """Return the number of cards of each kind and value, in sentences."""
    dream = msg_plural(
        "{n} Dream card ({kinds})", "{n} Dream cards ({kinds})", len(deck.dream), kinds=_kinds_in_words(deck)
    )
    arcana = counted(Kind.ARCANUM, len(deck.arcana))
    return [
        f"{translator(dream)}, {translator(arcana)}.",
        translator(msg("Dream cards by value: {values}.", values=_values_in_words(deck.dream))),
        translator(msg("Arcana by value: {values}.", values=_values_in_words(deck.arcana))),
    ]


def alt_deck(name: str, deck: DeckList, translator: Translator = ENGLISH) -> str:
    """Return the alt text of the picture of a deck, at most 1,024 characters."""
    deck = deck.ordered()
    title_text = translator(msg("Deck {name}", name=shown_name(name, translator)))
    sentences = [_lead(title_text, deck, translator)]
    for kind, card in _leaders(deck):
        sentences.append(
            f"{kind_word(kind.value, translator)}: {translator(title(card.title) if card else NONE_YET)}."
        )
    sentences += _inside(deck, translator)
    arcana = ", ".join(translator(title(card.title)) for card in deck.arcana)
    sentences.append(translator(msg("Arcana: {cards}.", cards=arcana)) if arcana else "")
    copies_of = Counter(card.title for card in deck.dream)
    sentences += [f"{copies} {translator(title(name))}." for name, copies in copies_of.items()]
    return fitting(sentences, translator(msg("More in the text of the deck.")))


def text_deck(name: str, deck: DeckList, translator: Translator = ENGLISH) -> list[str]:
    """Return the complete content of a deck's picture, in Markdown, in parts that each fit a message."""
    deck = deck.ordered()
    head = [_lead(f"**{escaped(shown_name(name, translator))}**", deck, translator)]
    for kind, card in _leaders(deck):
        card_text = _card_in_words(card, translator) if card else translator(NONE_YET)
        head.append(f"{kind_word(kind.value, translator)}: {card_text}.")
    head += _inside(deck, translator)
    parts = ["\n".join(head)]
    sections = [(Kind.ARCANUM, deck.arcana)]
    sections += [(kind, tuple(card for card in deck.dream if card.kind is kind)) for kind in KINDS]
    for kind, cards in sections:
        if cards:
            copies_of = Counter(card.title for card in cards)
            lines = [
                f"- {copies_of[card.title]} {_card_in_words(card, translator, bold=True)}"
                for card in {card.title: card for card in cards}.values()
            ]
            heading = f"**{capital(translator(HEADINGS[kind]))}** ({len(cards)})"
            parts.append("\n".join([heading, *lines])[:PART])
    return parts


NONE_YET = msg("none yet")
HEADINGS = {
    Kind.THOUGHT: msg("thoughts"),
    Kind.MEMORY: msg("memories"),
    Kind.ENTITY: msg("entities"),
    Kind.CONSTRUCT: msg("constructs"),
    Kind.ARCANUM: msg("arcana"),
}
"""The kinds in the plural."""


def _card_in_words(card: Card, translator: Translator, *, bold: bool = False) -> str:
    stars = "**" if bold else ""
    return f"{stars}{escaped(translator(title(card.title)))}{stars} – {translator(card_line(card))}"


def _kinds_in_words(deck: DeckList) -> Value:
    counts = Counter(card.kind for card in deck.dream)
    return series(*(counted(kind, counts[kind]) for kind in KINDS))


def _values_in_words(cards: Sequence[Card]) -> Value:
    counts = Counter(card.value for card in cards)
    return series(*(msg("{n} of value {value}", n=counts[value], value=value) for value in VALUES))
