"""The rules of deck building (rulebook §8), with all violations of a deck at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec

from cards.i18n import Message, Series, msg, msg_plural, series, title
from cards.voidream.decks import DREAM_KINDS, Deck, DeckList
from cards.voidream.language.printer import FACTION_NAMES
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind

MAX_COPIES = 3
"""The maximum number of Dream cards of one title in a deck (§8)."""

_ARCANA = "{n} arcana are {faction}, your guest: {limit} is the limit."
_DREAM = "{n} Dream cards are {faction}, your guest: {limit} is the limit."
"""The message about too many guests."""


class Rule(StrEnum):
    """The rules of §8, by subject. The values are the rulebook's words."""

    BASTION = "a deck has a bastion"
    MAIN_FACTION = "the main faction is one of the four"
    GUEST_FACTION = "the guest faction is another one of the four"
    MIND = "a deck has a mind card"
    MIND_FACTION = "the mind card is of the main or guest faction, or neutral"
    ARCANA = "the hand holds arcana"
    ARCANA_NUMBER = "the hand has as many arcana as the bastion says"
    ARCANA_DIFFERENT = "each arcanum is different"
    MAJOR_ARCANUM = "the hand has the bastion's major arcanum, and no other one (R53)"
    DREAM = "the Dream deck holds Dream cards"
    DREAM_NUMBER = "the deck has as many Dream cards as the bastion says"
    COPIES = "at most three copies of each Dream card"
    GUESTS = "at most as many cards of the guest faction as the bastion says"
    FACTION = "cards are of the main or guest faction, or neutral"
    KNOWN = "the cards are in the set"


class Violation(msgspec.Struct, frozen=True):
    """A rule that a deck breaks. `titles` are the cards that break it, if it is about cards.

    `found` and `allowed` are the actual and the permitted number, if it is about numbers. `str` is the English sentence.
    """

    rule: Rule
    sentence: Message
    titles: tuple[str, ...] = ()
    found: int | None = None
    allowed: int | None = None

    def __str__(self) -> str:
        return str(self.sentence)


def violations(deck: Deck | DeckList) -> list[Violation]:
    """Return every violation of §8 in a deck; an empty list for a legal deck.

    Without a bastion, the rules that depend on it are skipped.
    """
    listed = deck.list if isinstance(deck, Deck) else deck
    return [*_known(listed), *_leaders(listed), *_arcana(listed), *_dream(listed)]


def faction_name(faction: Faction) -> str:
    """Return the English name of a faction as used in sentences and deck texts."""
    return FACTION_NAMES[faction]


def faction_in_sentence(faction: Faction) -> Message:
    """Return the faction's name as used within a sentence."""
    return msg(FACTION_NAMES[faction], "faction")


def faction_alone(faction: Faction) -> Message:
    """Return the name of a faction on its own."""
    name = FACTION_NAMES[faction]
    return msg(name[:1].upper() + name[1:], "faction alone")


def allowed_factions(deck: DeckList) -> tuple[Faction, ...]:
    """Return the factions allowed in the deck: the main faction, the guest and neutral."""
    chosen = [faction for faction in (deck.faction, deck.guest) if faction is not None]
    return tuple(dict.fromkeys([*chosen, Faction.NEUTRAL]))


def _known(deck: DeckList) -> Iterator[Violation]:
    for name, copies in Counter(deck.lost).items():
        yield Violation(
            Rule.KNOWN, msg("{card} is no longer in the set.", card=title(name)), (name,), copies, 0
        )


def _leaders(deck: DeckList) -> Iterator[Violation]:
    bastion, mind = deck.bastion, deck.mind
    if bastion is None:
        yield Violation(Rule.BASTION, msg("The deck has no bastion."))
    elif bastion.kind is not Kind.BASTION:
        yield Violation(
            Rule.BASTION, msg("{card} isn't a bastion.", card=title(bastion.title)), (bastion.title,)
        )
    if deck.faction is Faction.NEUTRAL:
        yield Violation(Rule.MAIN_FACTION, msg("The main faction can't be neutral."))
    if deck.guest is not None and deck.guest in (deck.faction, Faction.NEUTRAL):
        sentence = msg("The guest faction must be another one than the main faction, and not neutral.")
        yield Violation(Rule.GUEST_FACTION, sentence)
    if mind is None:
        yield Violation(Rule.MIND, msg("The deck has no mind card."))
    elif mind.kind is not Kind.MIND:
        yield Violation(Rule.MIND, msg("{card} isn't a mind card.", card=title(mind.title)), (mind.title,))
    elif deck.faction is not None and mind.faction not in allowed_factions(deck):
        sentence = msg(
            "The mind card {card} is {faction}: it must be {allowed}.",
            card=title(mind.title),
            faction=faction_in_sentence(mind.faction),
            allowed=_allowed(deck),
        )
        yield Violation(Rule.MIND_FACTION, sentence, (mind.title,))


def _arcana(deck: DeckList) -> Iterator[Violation]:
    for card in _each(deck.arcana):
        if card.kind is not Kind.ARCANUM:
            sentence = msg("{card} isn't an arcanum.", card=title(card.title))
            yield Violation(Rule.ARCANA, sentence, (card.title,))
    for name, copies in Counter(card.title for card in deck.arcana).items():
        if copies > 1:
            sentence = msg(
                "{card} is in your hand {n} times: arcana must all be different.", card=title(name), n=copies
            )
            yield Violation(Rule.ARCANA_DIFFERENT, sentence, (name,), copies, 1)
    back = deck.bastion.back if deck.bastion else None
    if deck.bastion is None or back is None:
        yield from _factions(deck, deck.arcana, None, _ARCANA)
        return
    if all(card.title != back.major for card in deck.arcana):
        sentence = msg(
            "Your hand needs {card}, the major arcanum of {bastion}.",
            card=title(back.major),
            bastion=title(deck.bastion.title),
        )
        yield Violation(Rule.MAJOR_ARCANUM, sentence, (back.major,), 0, 1)
    for card in _each(deck.arcana):
        if card.major and card.title != back.major:
            sentence = msg("{card} is the major arcanum of another bastion.", card=title(card.title))
            yield Violation(Rule.MAJOR_ARCANUM, sentence, (card.title,))
    others = [card for card in deck.arcana if card.title != back.major]
    if len(others) != back.arcana.total:
        sentence = msg_plural(
            "Your hand has {n} arcanum besides {card}: it must be {wanted}.",
            "Your hand has {n} arcana besides {card}: it must be {wanted}.",
            len(others),
            card=title(back.major),
            wanted=back.arcana.total,
        )
        yield Violation(Rule.ARCANA_NUMBER, sentence, (), len(others), back.arcana.total)
    yield from _factions(deck, others, back.arcana.guest, _ARCANA)


def _dream(deck: DeckList) -> Iterator[Violation]:
    for card in _each(deck.dream):
        if card.kind not in DREAM_KINDS:
            sentence = msg("{card} is no Dream card that goes into a deck.", card=title(card.title))
            yield Violation(Rule.DREAM, sentence, (card.title,))
    for name, copies in Counter(card.title for card in deck.dream).items():
        if copies > MAX_COPIES:
            sentence = msg(
                "{card} is in the deck {n} times: {limit} copies is the limit.",
                card=title(name),
                n=copies,
                limit=MAX_COPIES,
            )
            yield Violation(Rule.COPIES, sentence, (name,), copies, MAX_COPIES)
    back = deck.bastion.back if deck.bastion else None
    if back is None:
        yield from _factions(deck, deck.dream, None, _DREAM)
        return
    total = len(deck.dream) + 1
    if total != back.dream.total:
        sentence = msg_plural(
            "The deck has {n} Dream card with its bastion: it must be {wanted}.",
            "The deck has {n} Dream cards with its bastion: it must be {wanted}.",
            total,
            wanted=back.dream.total,
        )
        yield Violation(Rule.DREAM_NUMBER, sentence, (), total, back.dream.total)
    yield from _factions(deck, deck.dream, back.dream.guest, _DREAM)


def _factions(deck: DeckList, cards: Sequence[Card], limit: int | None, what: str) -> Iterator[Violation]:
    """Yield violations about factions and guests. Major arcana of other bastions are reported elsewhere."""
    if deck.faction is None:
        return
    cards = [card for card in cards if not card.major]
    # Neutral cards are never guests, even if the deck names neutral as its guest.
    strangers = (None, deck.faction, Faction.NEUTRAL)
    guests = [card for card in cards if deck.guest not in strangers and card.faction is deck.guest]
    if limit is not None and len(guests) > limit:
        faction = faction_in_sentence(guests[0].faction)
        sentence = msg(what, n=len(guests), faction=faction, limit=limit)
        titles = tuple(card.title for card in _each(guests))
        yield Violation(Rule.GUESTS, sentence, titles, len(guests), limit)
    for card in _each(cards):
        if card.faction not in allowed_factions(deck):
            sentence = msg(
                "{card} is {faction}: it must be {allowed}.",
                card=title(card.title),
                faction=faction_in_sentence(card.faction),
                allowed=_allowed(deck),
            )
            yield Violation(Rule.FACTION, sentence, (card.title,))


def _each(cards: Iterable[Card]) -> list[Card]:
    """Return the cards without repeats."""
    return [*{card.title: card for card in cards}.values()]


def _allowed(deck: DeckList) -> Series:
    return series(*map(faction_in_sentence, allowed_factions(deck)), joined="or")
