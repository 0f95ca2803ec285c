"""Building a deck of Voidream step by step (rulebook §8): what is legal is computed from the deck as it is.

The steps are those of §8: main faction, bastion, guest faction, mind card, arcana, Dream cards. They can be taken in
any order; a bastion brings its faction and its major arcanum with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from cards.building import Facet, Offer, Step
from cards.voidream.deck_rules import MAX_COPIES, allowed_factions, faction_name, violations
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Faction
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Kind, Proportions
from cards.voidream.source import print_proportions

MAIN = tuple(faction for faction in Faction if faction is not Faction.NEUTRAL)
"""The factions that can be a deck's main or guest faction."""

FACTION, BASTION, GUEST, MIND, ARCANA, DREAM = "fbgmad"
"""The keys of the steps."""

NOBODY = "none"
"""The key of having no guest."""

KINDS = tuple(kind for kind in Kind if kind in DREAM_KINDS)
VALUES = (1, 2, 3, 4)


def steps(deck: DeckList, keys: Mapping[str, str], library: Library | None = None) -> tuple[Step, ...]:
    """The steps for a deck as it is. `keys` has a short key for each title; what has none is not offered."""
    cards = [card for card in library or the_set() if card.title in keys]
    return (
        _factions(deck),
        _bastions(deck, cards, keys),
        _guests(deck),
        _minds(deck, cards, keys),
        _arcana(deck, cards, keys),
        _dream(deck, cards, keys),
    )


def chosen(
    deck: DeckList,
    step: str,
    wanted: Mapping[str, int],
    keys: Mapping[str, str],
    library: Library | None = None,
) -> DeckList:
    """The deck after a choice in a step: so many of each key, in this order, as far as the rules let them.

    What can't be chosen (any more) is left as it is; taking out is always possible. The same choice twice is the same
    as once.
    """
    if step in (FACTION, GUEST):
        return _chosen_faction(deck, step, wanted)
    titles = {key: title for title, key in keys.items()}
    library = library or the_set()
    for key, count in wanted.items():
        title = titles.get(key, "")
        if title in library:
            deck = _with(deck, library.find(title), count, library)
    return deck.ordered()


def without_misfits(deck: DeckList) -> DeckList:
    """The deck less what breaks a rule by being in it: foreign cards, too many copies, too many guests, too much."""
    if deck.guest in (deck.faction, Faction.NEUTRAL):
        deck = replace(deck, guest=None)
    if deck.mind is not None and (deck.mind.kind is not Kind.MIND or not _welcome(deck, deck.mind)):
        deck = replace(deck, mind=None)
    kept = replace(deck, arcana=(), dream=(), lost=()).ordered()
    for card in deck.arcana:
        if arcanum_limit(kept, card) > _count(kept.arcana, card):
            kept = replace(kept, arcana=(*kept.arcana, card))
    for card in deck.dream:
        if dream_limit(kept, card) > _count(kept.dream, card):
            kept = replace(kept, dream=(*kept.dream, card))
    return kept.ordered()


def misfits(deck: DeckList) -> int:
    """How many cards `without_misfits` would take out."""
    kept = without_misfits(deck)
    return sum(len(was) - len(now) for was, now in ((deck.arcana, kept.arcana), (deck.dream, kept.dream))) + (
        len(deck.lost) + (deck.mind != kept.mind)
    )


def arcanum_limit(deck: DeckList, card: Card) -> int:
    """How often the arcanum may be in the hand, the rest being as it is."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind is not Kind.ARCANUM:
        return 0
    if card.major:
        return int(back is not None and back.major == card.title)
    if not _welcome(deck, card):
        return 0
    others = [one for one in deck.arcana if back is None or one.title != back.major]
    return min(1, _room(deck, card, others, back.arcana if back else None))


def dream_limit(deck: DeckList, card: Card) -> int:
    """How often the Dream card may be in the deck, the rest being as it is."""
    back = deck.bastion.back if deck.bastion else None
    if card.kind not in DREAM_KINDS or not _welcome(deck, card):
        return 0
    number = Proportions(back.dream.total - 1, back.dream.guest) if back else None
    return min(MAX_COPIES, _room(deck, card, deck.dream, number))


def _room(deck: DeckList, card: Card, there: Sequence[Card], number: Proportions | None) -> int:
    """How many of a card there may be among these, by their number alone; anything goes as long as none is known."""
    if number is None:
        return MAX_COPIES
    others = [one for one in there if one.title != card.title]
    room = number.total - len(others)
    if deck.guest is not None and card.faction is deck.guest:
        room = min(room, number.guest - sum(one.faction is deck.guest for one in others))
    return max(0, room)


def _welcome(deck: DeckList, card: Card) -> bool:
    return deck.faction is not None and card.faction in allowed_factions(deck)


def _count(cards: Iterable[Card], card: Card) -> int:
    return sum(one.title == card.title for one in cards)


# -------------------------------------------------------------------------------------------------------- choosing


def _chosen_faction(deck: DeckList, step: str, wanted: Mapping[str, int]) -> DeckList:
    for key in wanted:
        if step == GUEST and key == NOBODY:
            deck = replace(deck, guest=None)
        elif key in [faction.value for faction in MAIN]:
            faction = Faction(key)
            if step == GUEST:
                deck = deck if faction is deck.faction else replace(deck, guest=faction)
            elif faction is not deck.faction:
                guest = None if deck.guest is faction else deck.guest
                deck = replace(_without_bastion(deck), main=faction, guest=guest)
    return deck.ordered()


def _without_bastion(deck: DeckList) -> DeckList:
    """The deck without its bastion and the major arcanum that came with it."""
    major = deck.bastion.back.major if deck.bastion and deck.bastion.back else None
    return replace(deck, bastion=None, arcana=tuple(card for card in deck.arcana if card.title != major))


def _with(deck: DeckList, card: Card, count: int, library: Library) -> DeckList:
    if card.kind is Kind.BASTION:
        if not count or card == deck.bastion:
            return deck
        deck = _without_bastion(deck)
        major = card.back.major if card.back else ""
        guest = None if deck.guest is card.faction else deck.guest
        hand = (*deck.arcana, library.find(major)) if major in library else deck.arcana
        return replace(deck, bastion=card, arcana=hand, guest=guest)
    if card.kind is Kind.MIND:
        return replace(deck, mind=card) if count and _welcome(deck, card) else deck
    if card.kind is Kind.ARCANUM:
        return replace(deck, arcana=_recounted(deck.arcana, card, count, arcanum_limit(deck, card)))
    return replace(deck, dream=_recounted(deck.dream, card, count, dream_limit(deck, card)))


def _recounted(cards: tuple[Card, ...], card: Card, count: int, limit: int) -> tuple[Card, ...]:
    there = _count(cards, card)
    count = max(0, count if count <= there else max(there, min(count, limit)))
    return (*(one for one in cards if one.title != card.title), *[card] * count)


# ------------------------------------------------------------------------------------------------------- the steps


def _factions(deck: DeckList) -> Step:
    offers = tuple(
        Offer(
            faction.value,
            _capital(faction_name(faction)),
            _IDENTITY[faction],
            count=int(faction is deck.faction),
        )
        for faction in MAIN
    )
    status = _capital(faction_name(deck.faction)) if deck.faction else "not chosen yet"
    asks = "Most of the cards are of your main faction, the bastion among them."
    if deck.bastion:
        asks += " Another faction takes your bastion out again."
    return Step(FACTION, "Faction", asks, status, deck.faction in MAIN, True, offers)


def _guests(deck: DeckList) -> Step:
    offers = [Offer(NOBODY, "No guest", "only your faction and neutral cards", count=int(deck.guest is None))]
    offers += [
        Offer(
            faction.value,
            _capital(faction_name(faction)),
            _IDENTITY[faction],
            count=int(faction is deck.guest),
        )
        for faction in MAIN
        if faction is not deck.faction
    ]
    back = deck.bastion.back if deck.bastion else None
    asks = "A guest faction is optional."
    if back:
        asks += f" It may bring {back.dream.guest} Dream cards, {back.arcana.guest} arcana and the mind."
    status = _capital(faction_name(deck.guest)) if deck.guest else "none"
    done = deck.guest is None or deck.guest not in (deck.faction, Faction.NEUTRAL)
    return Step(GUEST, "Guest", asks, status, done, True, tuple(offers), optional=True)


def _bastions(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> Step:
    offers = tuple(
        Offer(
            keys[card.title],
            card.title,
            _bastion_line(card, alone=deck.faction is not None),
            card_text(card),
            int(card == deck.bastion),
        )
        for card in cards
        if card.kind is Kind.BASTION and deck.faction in (None, card.faction)
    )
    asks = "The bastion stands under your deck, and says how many cards of what you bring."
    status = deck.bastion.title if deck.bastion else "not chosen yet"
    done = deck.bastion is not None and deck.bastion.kind is Kind.BASTION
    return Step(BASTION, "Bastion", asks, status, done, True, offers)


def _minds(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> Step:
    offers = tuple(
        Offer(
            keys[card.title],
            card.title,
            _capital(faction_name(card.faction)),
            card_text(card),
            int(card == deck.mind),
        )
        for card in cards
        if card.kind is Kind.MIND and _welcome(deck, card)
    )
    asks = "The mind card is in force all the time. Neutral ones are the simplest."
    status = deck.mind.title if deck.mind else "not chosen yet"
    done = deck.mind is not None and deck.mind.kind is Kind.MIND and _welcome(deck, deck.mind)
    return Step(MIND, "Mind", asks if offers else _FIRST, status, done, True, offers)


def _arcana(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> Step:
    back = deck.bastion.back if deck.bastion else None
    asks, status, done = _FIRST, f"{len(deck.arcana)} so far", False
    if back and deck.bastion:
        total = back.arcana.total + 1
        major = sum(card.title == back.major for card in deck.arcana)
        asks = (
            f"{back.major} comes with the bastion, with {back.arcana.total} others that are all different; high values "
            "can nearly always be played."
        )
        status = _of(len(deck.arcana), total, "arcana")
        status += _guests_of(deck, [card for card in deck.arcana if not card.major], back.arcana.guest)
        done = len(deck.arcana) == total and major == 1
    found = _offers(
        deck,
        [card for card in cards if card.kind is Kind.ARCANUM],
        deck.arcana,
        keys,
        arcanum_limit,
    )
    facets = (Facet("Values", tuple(map(_value, VALUES))), Facet("Factions", _faction_values(deck)))
    return Step(ARCANA, "Arcana", asks, status, done, False, found, facets)


def _dream(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> Step:
    back = deck.bastion.back if deck.bastion else None
    asks, status, done = _FIRST, f"{len(deck.dream)} so far", False
    if back and deck.bastion:
        total = back.dream.total - 1
        asks = f"The deck has {total} Dream cards on top of its bastion, up to {MAX_COPIES} of each."
        status = _of(len(deck.dream), total, "Dream cards") + _guests_of(deck, deck.dream, back.dream.guest)
        done = len(deck.dream) == total
    found = _offers(deck, [card for card in cards if card.kind in DREAM_KINDS], deck.dream, keys, dream_limit)
    facets = (
        Facet("Kinds", tuple(_capital(kind.value) for kind in KINDS)),
        Facet("Values", tuple(map(_value, VALUES))),
        Facet("Factions", _faction_values(deck)),
    )
    return Step(DREAM, "Dream cards", asks, status, done, False, found, facets)


def _offers(
    deck: DeckList,
    cards: Sequence[Card],
    there: Sequence[Card],
    keys: Mapping[str, str],
    limit: Callable[[DeckList, Card], int],
) -> tuple[Offer, ...]:
    """What may be in the deck, and what is in it: by kind, then value from high to low, then title."""
    counts = Counter(card.title for card in there)
    limits = {card.title: limit(deck, card) for card in cards}
    full = {card.title for card in cards if _could_be_in(deck, card)}
    order = {kind: place for place, kind in enumerate(Kind)}
    found = sorted(
        (card for card in cards if card.title in full or counts[card.title]),
        key=lambda card: (order[card.kind], not card.major, -card.value, card.title),
    )
    return tuple(
        Offer(
            keys[card.title],
            card.title,
            card_line(card),
            card_text(card),
            counts[card.title],
            limits[card.title],
            _facets(card),
        )
        for card in found
    )


def _could_be_in(deck: DeckList, card: Card) -> bool:
    """Whether the card may be in the deck at all, were there room for it."""
    if card.major:
        return arcanum_limit(deck, card) > 0
    return _welcome(deck, card)


def _facets(card: Card) -> tuple[str, ...]:
    faction = _capital(faction_name(card.faction))
    if card.kind is Kind.ARCANUM:
        return _value(card.value), faction
    return _capital(card.kind.value), _value(card.value), faction


def _value(value: int) -> str:
    return f"Value {value}"


def _faction_values(deck: DeckList) -> tuple[str, ...]:
    return tuple(_capital(faction_name(faction)) for faction in allowed_factions(deck))


def _of(number: int, total: int, what: str) -> str:
    return f"{number} of {total} {what}"


def _guests_of(deck: DeckList, cards: Sequence[Card], limit: int) -> str:
    if deck.guest is None:
        return ""
    return f", {sum(card.faction is deck.guest for card in cards)} of at most {limit} guests"


_FIRST = "Choose a bastion first: it says what the deck may hold."

_IDENTITY = {
    Faction.CHIMERIC_COURT: "light, law and armies that stand in the open",
    Faction.FRACTA: "patience, reflections and what grows in silence",
    Faction.SUBTER_VENELLAM: "trains, clocks and changes of plan",
    Faction.MAZE: "research, the Void and what should have stayed closed",
}


# --------------------------------------------------------------------------------------------------- cards in words


def card_line(card: Card) -> str:
    """A card in a few words: "Entity 3, Chimeric Court: 2 / 3 / 1"."""
    value = f" {card.value}" if card.value else ""
    line = f"{_capital(card.kind.value)}{value}, {faction_name(card.faction)}"
    if card.major:
        line += ", major"
    if card.kind is Kind.ENTITY:
        line += f": dawn {card.dawn}, stability {card.stability}, dusk {card.dusk}"
    elif card.kind in (Kind.CONSTRUCT, Kind.BASTION):
        line += f": stability {card.stability}"
    return line


def card_text(card: Card) -> tuple[str, ...]:
    """All the rules on a card, line by line."""
    if card.kind is Kind.ARCANUM:
        upright, inverted = (" ".join(print_text(text).split("\n")) for text in (card.text, card.inverted))
        return f"Upright: {upright or 'no text.'}", f"Inverted: {inverted or 'no text.'}"
    if card.mind:
        names = ("Spent", "1", "2", "3", "4")
        texts = [" ".join(print_text(side).split("\n")) for side in card.mind.sides]
        return tuple(f"{name}: {text}" for name, text in zip(names, texts, strict=True) if text)
    lines = print_text(card.text).split("\n") if card.text else []
    if card.back:
        lines += print_text(card.back.text).split("\n") if card.back.text else []
    return tuple(lines)


def _back_line(card: Card) -> str:
    back = card.back
    if back is None:
        return ""
    return f"Dream: {print_proportions(back.dream)}. Arcana: {back.major} + {print_proportions(back.arcana)}."


def _bastion_line(card: Card, *, alone: bool) -> str:
    whose = "" if alone else f"{_capital(faction_name(card.faction))}, "
    return f"{whose}value {card.value}, stability {card.stability}. {_back_line(card)}"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def is_legal(deck: DeckList) -> bool:
    """Whether the deck keeps every rule of §8."""
    return not violations(deck)
