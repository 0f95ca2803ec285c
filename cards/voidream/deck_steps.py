"""The steps of deck building, with the options of each (§8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from cards.deck_builder import DeckStep, Facet, StepOffer
from cards.i18n import Message, msg, row, title
from cards.voidream.card_lines import bastion_line, card_line, card_text, kind_name
from cards.voidream.deck_limits import MAIN, allows_faction_of, arcanum_limit, dream_limit
from cards.voidream.deck_rules import MAX_COPIES, allowed_factions, faction_alone
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind

FACTION, BASTION, GUEST, MIND, ARCANA, DREAM = "fbgmad"
"""The keys of the steps."""

NO_GUEST = "none"
"""The key for no guest faction."""

KINDS = tuple(kind for kind in Kind if kind in DREAM_KINDS)
VALUES = (1, 2, 3, 4)


def faction_step(deck: DeckList) -> DeckStep:
    """Return the step of choosing the main faction."""
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
        asks = row(asks, msg("If you choose another faction, your bastion is removed."))
    return DeckStep(FACTION, msg("Faction", _STEP), asks, status, deck.faction in MAIN, True, offers)


def guest_step(deck: DeckList) -> DeckStep:
    """Return the step of choosing a guest faction, or none."""
    no_guest = msg("No guest"), msg("only your faction and neutral cards")
    offers = [StepOffer(NO_GUEST, *no_guest, count=int(deck.guest is None))]
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
            "It can include {dream} Dream cards, {arcana} arcana and the mind.",
            dream=back.dream.guest,
            arcana=back.arcana.guest,
        )
        asks = row(asks, brings)
    status = faction_alone(deck.guest) if deck.guest else msg("none", "guest")
    is_done = deck.guest is None or deck.guest not in (deck.faction, Faction.NEUTRAL)
    return DeckStep(GUEST, msg("Guest", _STEP), asks, status, is_done, True, tuple(offers), optional=True)


def bastion_step(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    """Return the step of choosing the bastion."""
    offers = tuple(
        StepOffer(
            keys[card.title],
            title(card.title),
            bastion_line(card, alone=deck.faction is not None),
            card_text(card),
            int(card == deck.bastion),
        )
        for card in cards
        if card.kind is Kind.BASTION and deck.faction in (None, card.faction)
    )
    asks = msg(
        "The bastion is under your deck, and sets the number of cards of each kind. In brackets: how many of "
        "them a guest faction can have."
    )
    status = title(deck.bastion.title) if deck.bastion else _OPEN
    is_done = deck.bastion is not None and deck.bastion.kind is Kind.BASTION
    return DeckStep(BASTION, msg("Bastion", _STEP), asks, status, is_done, True, offers)


def mind_step(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    """Return the step of choosing the mind."""
    offers = tuple(
        StepOffer(
            keys[card.title],
            title(card.title),
            faction_alone(card.faction),
            card_text(card),
            int(card == deck.mind),
        )
        for card in cards
        if card.kind is Kind.MIND and allows_faction_of(deck, card)
    )
    asks = msg("The mind card always applies. Neutral ones are the simplest.")
    status = title(deck.mind.title) if deck.mind else _OPEN
    is_done = deck.mind is not None and deck.mind.kind is Kind.MIND and allows_faction_of(deck, deck.mind)
    return DeckStep(MIND, msg("Mind", _STEP), asks if offers else _FIRST, status, is_done, True, offers)


def arcana_step(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    """Return the step of choosing the hand of arcana."""
    back = deck.bastion.back if deck.bastion else None
    asks, status, is_done = _FIRST, msg("{n} so far", n=len(deck.arcana)), False
    counted = None
    if back and deck.bastion:
        total = back.arcana.total + 1
        counted = msg("with {card}", card=title(back.major))
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
        is_done = len(deck.arcana) == total and major == 1
    offers = _offers(
        deck,
        [card for card in cards if card.kind is Kind.ARCANUM],
        deck.arcana,
        keys,
        arcanum_limit,
    )
    facets = (_values(), _faction_values(deck))
    name = msg("Arcana", _STEP)
    return DeckStep(ARCANA, name, asks, status, is_done, False, offers, facets, counted=counted)


def dream_step(deck: DeckList, cards: Sequence[Card], keys: Mapping[str, str]) -> DeckStep:
    """Return the step of choosing the Dream cards."""
    back = deck.bastion.back if deck.bastion else None
    asks, status, is_done = _FIRST, msg("{n} so far", n=len(deck.dream)), False
    if back and deck.bastion:
        total = back.dream.total - 1
        asks = msg(
            "The deck has {n} Dream cards on top of its bastion, up to {limit} of each.",
            n=total,
            limit=MAX_COPIES,
        )
        status = msg("{n} of {total} Dream cards", n=len(deck.dream), total=total)
        status = _with_guests(status, deck, deck.dream, back.dream.guest)
        is_done = len(deck.dream) == total
    offers = _offers(
        deck, [card for card in cards if card.kind in DREAM_KINDS], deck.dream, keys, dream_limit
    )
    facets = (Facet(msg("Kinds"), tuple(map(kind_name, KINDS))), _values(), _faction_values(deck))
    counted = msg("besides the bastion") if back else None
    name = msg("Dream cards", _STEP)
    return DeckStep(DREAM, name, asks, status, is_done, False, offers, facets, counted=counted)


def _offers(
    deck: DeckList,
    cards: Sequence[Card],
    present: Sequence[Card],
    keys: Mapping[str, str],
    limit: Callable[[DeckList, Card], int],
) -> tuple[StepOffer, ...]:
    """Return the cards that are in the deck or allowed in it: by kind, then value (highest first), then title."""
    counts = Counter(card.title for card in present)
    limits = {card.title: limit(deck, card) for card in cards}
    full = {card.title for card in cards if _could_be_in(deck, card)}
    order = {kind: place for place, kind in enumerate(Kind)}
    listed = sorted(
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
        for card in listed
    )


def _could_be_in(deck: DeckList, card: Card) -> bool:
    """Return whether the card would be allowed in the deck if there were space."""
    if card.major:
        return arcanum_limit(deck, card) > 0
    return allows_faction_of(deck, card)


def _facets(card: Card) -> tuple[Message, ...]:
    faction = faction_alone(card.faction)
    if card.kind is Kind.ARCANUM:
        return _value(card.value), faction
    return kind_name(card.kind), _value(card.value), faction


def _value(value: int) -> Message:
    return msg("Value {n}", n=value)


def _values() -> Facet:
    return Facet(msg("Values"), tuple(map(_value, VALUES)))


def _faction_values(deck: DeckList) -> Facet:
    return Facet(msg("Factions"), tuple(map(faction_alone, allowed_factions(deck))))


def _with_guests(status: Message, deck: DeckList, cards: Sequence[Card], limit: int) -> Message:
    """Return the number of cards, including the number of guests."""
    if deck.guest is None:
        return status
    guests = sum(card.faction is deck.guest for card in cards)
    return msg("{cards}, {n} of at most {limit} guests", cards=status, n=guests, limit=limit)


_STEP = "step"
"""The context of the names of steps."""
_OPEN = msg("not chosen yet")
_FIRST = msg("Choose a bastion first: it decides which cards the deck can have.")

_IDENTITY = {
    Faction.CHIMERIC_COURT: msg("light, law and armies that stand in the open"),
    Faction.FRACTA: msg("patience, reflections and what grows in silence"),
    Faction.SUBTER_VENELLAM: msg("trains, clocks and changes of plan"),
    Faction.MAZE: msg("research, the Void and what should have stayed closed"),
}
