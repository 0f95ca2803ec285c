"""Building a deck of Voidream step by step (rulebook §8): what is legal is computed from the deck as it is.

The steps are those of §8: main faction, bastion, guest faction, mind card, arcana, Dream cards. They can be taken in
any order; a bastion brings its faction and its major arcanum with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from cards.building import DeckStep, Facet, StepOffer
from cards.i18n import Message, msg, row, title
from cards.voidream.card_schema import print_proportions
from cards.voidream.deck_rules import MAX_COPIES, allowed_factions, faction_alone, faction_said, violations
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Faction, Text
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Kind, Proportions

MAIN = tuple(faction for faction in Faction if faction is not Faction.NEUTRAL)
"""The factions that can be a deck's main or guest faction."""

FACTION, BASTION, GUEST, MIND, ARCANA, DREAM = "fbgmad"
"""The keys of the steps."""

NOBODY = "none"
"""The key of having no guest."""

LINE = "line"
"""The context of lines of effect, which are printed anew in another language."""

KINDS = tuple(kind for kind in Kind if kind in DREAM_KINDS)
VALUES = (1, 2, 3, 4)


def steps(deck: DeckList, keys: Mapping[str, str], library: Library | None = None) -> tuple[DeckStep, ...]:
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


def _factions(deck: DeckList) -> DeckStep:
    offers = tuple(
        StepOffer(
            faction.value,
            faction_alone(faction),
            _IDENTITY[faction],
            count=int(faction is deck.faction),
        )
        for faction in MAIN
    )
    status = faction_alone(deck.faction) if deck.faction else _OPEN
    asks = msg("Most of the cards are of your main faction, the bastion among them.")
    if deck.bastion:
        asks = row(asks, msg("Another faction takes your bastion out again."))
    return DeckStep(FACTION, msg("Faction", _STEP), asks, status, deck.faction in MAIN, True, offers)


def _guests(deck: DeckList) -> DeckStep:
    nobody = msg("No guest"), msg("only your faction and neutral cards")
    offers = [StepOffer(NOBODY, *nobody, count=int(deck.guest is None))]
    offers += [
        StepOffer(
            faction.value,
            faction_alone(faction),
            _IDENTITY[faction],
            count=int(faction is deck.guest),
        )
        for faction in MAIN
        if faction is not deck.faction
    ]
    back = deck.bastion.back if deck.bastion else None
    asks = msg("A guest faction is optional.")
    if back:
        brings = msg(
            "It may bring {dream} Dream cards, {arcana} arcana and the mind.",
            dream=back.dream.guest,
            arcana=back.arcana.guest,
        )
        asks = row(asks, brings)
    status = faction_alone(deck.guest) if deck.guest else msg("none", "guest")
    done = deck.guest is None or deck.guest not in (deck.faction, Faction.NEUTRAL)
    return DeckStep(GUEST, msg("Guest", _STEP), asks, status, done, True, tuple(offers), optional=True)


def _bastions(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    offers = tuple(
        StepOffer(
            keys[card.title],
            title(card.title),
            _bastion_line(card, alone=deck.faction is not None),
            card_text(card),
            int(card == deck.bastion),
        )
        for card in cards
        if card.kind is Kind.BASTION and deck.faction in (None, card.faction)
    )
    asks = msg("The bastion stands under your deck, and says how many cards of what you bring.")
    status = title(deck.bastion.title) if deck.bastion else _OPEN
    done = deck.bastion is not None and deck.bastion.kind is Kind.BASTION
    return DeckStep(BASTION, msg("Bastion", _STEP), asks, status, done, True, offers)


def _minds(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    offers = tuple(
        StepOffer(
            keys[card.title],
            title(card.title),
            faction_alone(card.faction),
            card_text(card),
            int(card == deck.mind),
        )
        for card in cards
        if card.kind is Kind.MIND and _welcome(deck, card)
    )
    asks = msg("The mind card is in force all the time. Neutral ones are the simplest.")
    status = title(deck.mind.title) if deck.mind else _OPEN
    done = deck.mind is not None and deck.mind.kind is Kind.MIND and _welcome(deck, deck.mind)
    return DeckStep(MIND, msg("Mind", _STEP), asks if offers else _FIRST, status, done, True, offers)


def _arcana(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    back = deck.bastion.back if deck.bastion else None
    asks, status, done = _FIRST, msg("{n} so far", n=len(deck.arcana)), False
    if back and deck.bastion:
        total = back.arcana.total + 1
        major = sum(card.title == back.major for card in deck.arcana)
        asks = msg(
            "{card} comes with the bastion, with {n} others that are all different; high values can nearly always "
            "be played.",
            card=title(back.major),
            n=back.arcana.total,
        )
        status = msg("{n} of {total} arcana", n=len(deck.arcana), total=total)
        status = _with_guests(
            status, deck, [card for card in deck.arcana if not card.major], back.arcana.guest
        )
        done = len(deck.arcana) == total and major == 1
    found = _offers(
        deck,
        [card for card in cards if card.kind is Kind.ARCANUM],
        deck.arcana,
        keys,
        arcanum_limit,
    )
    facets = (_values(), _faction_values(deck))
    return DeckStep(ARCANA, msg("Arcana", _STEP), asks, status, done, False, found, facets)


def _dream(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    back = deck.bastion.back if deck.bastion else None
    asks, status, done = _FIRST, msg("{n} so far", n=len(deck.dream)), False
    if back and deck.bastion:
        total = back.dream.total - 1
        asks = msg(
            "The deck has {n} Dream cards on top of its bastion, up to {limit} of each.",
            n=total,
            limit=MAX_COPIES,
        )
        status = msg("{n} of {total} Dream cards", n=len(deck.dream), total=total)
        status = _with_guests(status, deck, deck.dream, back.dream.guest)
        done = len(deck.dream) == total
    found = _offers(deck, [card for card in cards if card.kind in DREAM_KINDS], deck.dream, keys, dream_limit)
    facets = (Facet(msg("Kinds"), tuple(map(_kind, KINDS))), _values(), _faction_values(deck))
    return DeckStep(DREAM, msg("Dream cards", _STEP), asks, status, done, False, found, facets)


def _offers(
    deck: DeckList,
    cards: Sequence[Card],
    there: Sequence[Card],
    keys: Mapping[str, str],
    limit: Callable[[DeckList, Card], int],
) -> tuple[StepOffer, ...]:
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
        StepOffer(
            keys[card.title],
            title(card.title),
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


def _facets(card: Card) -> tuple[Message, ...]:
    faction = faction_alone(card.faction)
    if card.kind is Kind.ARCANUM:
        return _value(card.value), faction
    return _kind(card.kind), _value(card.value), faction


def _value(value: int) -> Message:
    return msg("Value {n}", n=value)


def _values() -> Facet:
    return Facet(msg("Values"), tuple(map(_value, VALUES)))


def _kind(kind: Kind) -> Message:
    return msg(_capital(kind.value), "kind")


def _faction_values(deck: DeckList) -> Facet:
    return Facet(msg("Factions"), tuple(map(faction_alone, allowed_factions(deck))))


def _with_guests(status: Message, deck: DeckList, cards: Sequence[Card], limit: int) -> Message:
    """How many cards there are, and how many of them are guests."""
    if deck.guest is None:
        return status
    guests = sum(card.faction is deck.guest for card in cards)
    return msg("{cards}, {n} of at most {limit} guests", cards=status, n=guests, limit=limit)


_STEP = "step"
"""The context of the names of steps."""
_OPEN = msg("not chosen yet")
_FIRST = msg("Choose a bastion first: it says what the deck may hold.")

_IDENTITY = {
    Faction.CHIMERIC_COURT: msg("light, law and armies that stand in the open"),
    Faction.FRACTA: msg("patience, reflections and what grows in silence"),
    Faction.SUBTER_VENELLAM: msg("trains, clocks and changes of plan"),
    Faction.MAZE: msg("research, the Void and what should have stayed closed"),
}


# --------------------------------------------------------------------------------------------------- cards in words


def card_line(card: Card) -> Message:
    """A card in a few words: "Entity 3, Chimeric Court: dawn 2, stability 3, dusk 1"."""
    kind = row(_kind(card.kind), card.value) if card.value else _kind(card.kind)
    line = row(kind, faction_said(card.faction), between=", ")
    if card.major:
        line = msg("{card}, major", card=line)
    if card.kind is Kind.ENTITY:
        return msg(
            "{card}: dawn {dawn}, stability {stability}, dusk {dusk}",
            card=line,
            dawn=card.dawn,
            stability=card.stability,
            dusk=card.dusk,
        )
    if card.kind in (Kind.CONSTRUCT, Kind.BASTION):
        return msg("{card}: stability {stability}", card=line, stability=card.stability)
    return line


def card_text(card: Card) -> tuple[Message, ...]:
    """All the rules on a card, line by line."""
    if card.kind is Kind.ARCANUM:
        return msg("Upright: {text}", text=_all(card.text)), msg("Inverted: {text}", text=_all(card.inverted))
    if card.mind:
        names = (msg("Spent", "side of a mind"), "1", "2", "3", "4")
        return tuple(
            row(name, _all(side), between=": ")
            for name, side in zip(names, card.mind.sides, strict=True)
            if side
        )
    lines = _lines(card.text)
    if card.back:
        lines += _lines(card.back.text)
    return tuple(lines)


def _lines(text: Text) -> list[Message]:
    return [msg(line, LINE) for line in print_text(text).split("\n") if line]


def _all(text: Text) -> Message:
    return row(*_lines(text)) if text else msg("no text.")


def _back_line(card: Card) -> Message:
    back = card.back
    if back is None:
        return row()
    return msg(
        "Dream: {dream}. Arcana: {major} + {arcana}.",
        dream=print_proportions(back.dream),
        major=title(back.major),
        arcana=print_proportions(back.arcana),
    )


def _bastion_line(card: Card, *, alone: bool) -> Message:
    line = msg(
        "value {value}, stability {stability}. {back}",
        value=card.value,
        stability=card.stability,
        back=_back_line(card),
    )
    return line if alone else row(faction_alone(card.faction), line, between=", ")


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def is_legal(deck: DeckList) -> bool:
    """Whether the deck keeps every rule of §8."""
    return not violations(deck)
