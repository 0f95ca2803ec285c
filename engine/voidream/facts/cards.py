"""Facts about cards that move, turn, and take damage (§2, §6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from cards.i18n import Value, msg_plural, title
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import (
    CARDS_OF_EACH,
    NUMBER_OF_EACH,
    EventEntry,
    Names,
    beat,
    card_list,
    form,
    is_known,
)
from engine.kernel.events.event import Fact
from engine.kernel.events.story import PLAY as PLAYS
from engine.voidream.facts.terms import (
    HIDDEN,
    TURN,
    VEILED,
    PlayerFact,
    PublicName,
    Seat,
    called,
    card_series,
    first_card,
    first_cards,
    goes,
    laid,
    leaving,
    marked,
    on_table,
    piles,
    value_of,
    zone,
)
from engine.voidream.position import ATTACHED, DECK, HAND, PLAY, VOID

NAMED = 24
"""The maximum number of titles in a list of cards that go into decks."""


_READIED = beat("Readied on your side: {cards}", "Readied on {who}'s side: {cards}").of_all(
    form("Readied: {all}"), CARDS_OF_EACH
)
_EXHAUSTED = beat("Exhausted on your side: {cards}", "Exhausted on {who}'s side: {cards}").of_all(
    form("Exhausted: {all}"), CARDS_OF_EACH
)


class EnteredPlay(PlayerFact, frozen=True, tag="entered-play"):
    """A card has entered play face up on a player's side (§2)."""

    card: PublicName

    entry: ClassVar[EventEntry[EnteredPlay]] = EventEntry(
        log=form("{card} enters play for {who}."),
        beats=beat("{card} enters play for you", "{card} enters play for {who}"),
        sum=beat("New in play for you: {cards}", "New in play for {who}: {cards}").of_all(
            form("New in play: {all}"), CARDS_OF_EACH
        ),
        comes=lambda fact: [Change(PLAY, fact.card.tag)],
        changes=lambda fact: on_table(fact.card),
    )


class ConstructPlaced(PlayerFact, frozen=True, tag="construct-placed"):
    """A construct has been put face up on top of its owner's deck (§2 Constructs)."""

    card: PublicName

    entry: ClassVar[EventEntry[ConstructPlaced]] = EventEntry(
        log=form("{who} places {card} on top of their deck."),
        beats=beat("{card} stands on your deck", "{card} stands on {who}'s deck"),
        sum=beat("On your deck: {cards}", "On {who}'s deck: {cards}"),
        comes=lambda fact: [Change("construct", fact.seat, fact.card.title)],
        changes=lambda fact: zone(DECK, fact.seat, fact.card.title),
    )


class Attached(Fact, frozen=True, tag="attached"):
    """A card is face up under another one, its host (§6 Attach)."""

    card: PublicName
    host: PublicName

    entry: ClassVar[EventEntry[Attached]] = EventEntry(
        log=form("{card} is attached to {host}."),
        sum=beat("Attached on your side: {cards}", "Attached on {who}'s side: {cards}"),
        whose=lambda fact: fact.host.seat,
        changes=lambda fact: laid(fact.card),
    )


class Charged(Fact, frozen=True, tag="charged"):
    """A card is face down under another one, its host (§6 Charge). Only its controller sees `title`."""

    card: PublicName
    host: PublicName
    title: str | None = None

    entry: ClassVar[EventEntry[Charged]] = EventEntry(
        log=(
            form("{host} is charged with a card of value {value} ({card}).", title=is_known),
            form("{host} is charged with a card of value {value}."),
        ),
        beats=(
            beat("Charged on your side: {host}, with {card} (value {value})", None, title=is_known),
            beat(
                "Charged on your side: {host}, with a card of value {value}",
                "Charged on {who}'s side: {host}, with a card of value {value}",
            ),
        ),
        sum=beat(
            form("Your cards get {n} charge", "Your cards get {n} charges"),
            form("{who}'s cards get {n} charge", "{who}'s cards get {n} charges"),
        ).of_all(form("New charges: {all}"), NUMBER_OF_EACH),
        whose=lambda fact: fact.host.seat,
        slots={
            "value": lambda fact, names: value_of(fact.card),
            "card": lambda fact, names: title(fact.title or ""),
        },
        changes=lambda fact: laid(fact.card),
    )


class ChargesReturned(Fact, frozen=True, tag="charges-returned"):
    """Charges under a card have returned to the bottom of their deck, in random order (§6 Charge, R49)."""

    host: PublicName
    count: int

    entry: ClassVar[EventEntry[ChargesReturned]] = EventEntry(
        log=form("{n} charge of {host} returns to the deck.", "{n} charges of {host} return to the deck."),
        sum=beat(
            form("{n} of your charges returns to the deck", "{n} of your charges return to the deck"),
            form("{n} of {who}'s charges returns to the deck", "{n} of {who}'s charges return to the deck"),
        ),
        whose=lambda fact: fact.host.seat,
        changes=lambda fact: [Change(ATTACHED), Change(DECK), *on_table(fact.host)],
    )


class Veiled(PlayerFact, frozen=True, tag="veiled"):
    """A card is veiled on a player's side. Only that player sees `title` (§7 Veiled cards).

    `was` is its public name if it was already in play; None if it entered play veiled.
    """

    card: PublicName
    was: PublicName | None = None
    title: str | None = None

    entry: ClassVar[EventEntry[Veiled]] = EventEntry(
        log=(
            form("{card} is veiled.", was=is_known),
            form("{who} places a card of value {value} veiled ({card}).", title=is_known),
            form("{who} places a card of value {value} veiled."),
        ),
        beats=(
            beat("You veil {card}", None, was=None, title=is_known),
            beat("You veil a card of value {value}", "{who} veils a card of value {value}", was=None),
        ),
        sum=(
            beat(
                form("You veil {n} card", "You veil {n} cards"),
                form("{who} veils {n} card", "{who} veils {n} cards"),
                was=None,
            ),
            beat("Veiled on your side: {cards}", "Veiled on {who}'s side: {cards}"),
        ),
        sum_slots={"cards": lambda facts: card_list([called(one.was) for one in facts if one.was])},
        comes=lambda fact: [Change(VEILED, fact.card.tag)],
        slots={
            "value": lambda fact, names: value_of(fact.card),
            "card": lambda fact, names: first_card(fact.was) if fact.was else title(fact.title or ""),
        },
        sort=PLAYS,
        changes=lambda fact: [*laid(fact.card), *(leaving(fact.was) if fact.was else ())],
    )


class Discarded(Fact, frozen=True, tag="discarded"):
    """A card, by title, has moved from the zone `source` to the discard pile of its owner (`of`) (§6, R5).

    `was` is its former name if it was face down and only now becomes public.
    """

    card: str
    of: Seat
    source: str
    was: PublicName | None = None

    entry: ClassVar[EventEntry[Discarded]] = EventEntry(
        log=(
            form("{card} ({was}) of {who} is discarded.", was=is_known),
            form("{card} of {who} is discarded."),
        ),
        beats=beat("To your discard pile: {cards}", "To {who}'s discard pile: {cards}").of_all(
            form("Discarded: {all}"), CARDS_OF_EACH
        ),
        whose=lambda fact: fact.of,
        together=lambda fact: fact.of,
        follows=("played", "unveiled", "destroyed", "sacrificed"),
        changes=lambda fact: [
            *zone(fact.source, fact.of, fact.card),
            *(on_table(fact.was) if fact.was else ()),
            *piles(fact.of, fact.card),
            TURN,  # It may be the card that is about to be played (R87).
        ],
    )


class Voided(Fact, frozen=True, tag="voided"):
    """A card, by title, has moved from the zone `source` to its owner's Void (`of`), possibly as an offering (§6 Void)."""

    card: str
    of: Seat
    source: str
    offering: bool

    entry: ClassVar[EventEntry[Voided]] = EventEntry(
        log=(
            form("{card} of {who} is voided as an offering.", offering=True),
            form("{card} of {who} is voided."),
        ),
        beats=beat("To your Void: {cards}", "To {who}'s Void: {cards}").of_all(
            form("Voided: {all}"), CARDS_OF_EACH
        ),
        whose=lambda fact: fact.of,
        together=lambda fact: fact.of,
        only_by_cards=True,
        told_with=("played", "unveiled", "activated", "entered-nightmare"),
        follows=("played", "unveiled", "destroyed", "sacrificed"),
        changes=lambda fact: [*zone(fact.source, fact.of, fact.card), Change(VOID, fact.of, fact.card), TURN],
    )


class ReturnedToHand(PlayerFact, frozen=True, tag="returned-to-hand"):
    """These arcana, by title, have returned to their owner's hand (§4 Entering Nightmare, §7)."""

    cards: list[str]

    entry: ClassVar[EventEntry[ReturnedToHand]] = EventEntry(
        log=form("{cards} returns to {who}'s hand.", "{cards} return to {who}'s hand."),
        beats=beat("Back in your hand: {cards}", "Back in {who}'s hand: {cards}"),
        sum=beat(
            form("{n} arcanum returns to you", "{n} arcana return to you"),
            form("{n} arcanum returns to {who}", "{n} arcana return to {who}"),
        ).of_all(form("Arcana back in hand: {all}"), NUMBER_OF_EACH),
        changes=lambda fact: [
            *zone(HAND, fact.seat),
            *(one for card in fact.cards for one in (*piles(fact.seat, card), Change(VOID, fact.seat, card))),
        ],
    )


def _are_several(seats: object) -> bool:
    return isinstance(seats, list) and len(cast("list[Seat]", seats)) > 1


def _what_goes(fact: PutIntoDeck, names: Names) -> Value:
    public_cards = [card for card in fact.cards if card is not None]
    return (
        first_cards(public_cards)
        if len(public_cards) == fact.count
        else msg_plural("{n} card", "{n} cards", fact.count)
    )


def _all_that_go(facts: Sequence[PutIntoDeck]) -> Value:
    cards = [called(card) for fact in facts for card in fact.titles or fact.cards if card is not None]
    hidden_count = sum(fact.count for fact in facts) - len(cards)
    return card_list(
        [*cards, *([msg_plural("{n} card", "{n} cards", hidden_count)] if hidden_count else ())], NAMED
    )


class PutIntoDeck(Fact, frozen=True, tag="put-into-deck"):
    """Cards have been put on the top or bottom of their owners' decks (`seats`) (R13).

    `cards` has an entry for each: first the public ones, in an order that reveals nothing, then None for the others.
    `titles` are the cards from the top, for a player who put them there and knows all of them.
    """

    cards: list[PublicName | None]
    count: int
    bottom: bool
    seats: list[Seat]
    titles: list[str] | None = None

    entry: ClassVar[EventEntry[PutIntoDeck]] = EventEntry(
        log=(
            form(
                "{what} goes on the bottom of the deck.",
                "{what} go on the bottom of the deck.",
                seats=_are_several,
                bottom=True,
            ),
            form("{what} goes on top of the deck.", "{what} go on top of the deck.", seats=_are_several),
            form(
                "{what} goes on the bottom of {of}'s deck.",
                "{what} go on the bottom of {of}'s deck.",
                bottom=True,
            ),
            form("{what} goes on top of {of}'s deck.", "{what} go on top of {of}'s deck."),
        ),
        beats=(
            beat(
                form("{which} goes on the bottom of the deck", "{which} go on the bottom of the deck"),
                form("{which} goes on the bottom of the deck", "{which} go on the bottom of the deck"),
                seats=_are_several,
                bottom=True,
            ),
            beat(
                form("{which} goes on top of the deck", "{which} go on top of the deck"),
                form("{which} goes on top of the deck", "{which} go on top of the deck"),
                seats=_are_several,
            ),
            beat(
                form("{which} goes on the bottom of your deck", "{which} go on the bottom of your deck"),
                form(
                    "{which} goes on the bottom of {who}'s deck", "{which} go on the bottom of {who}'s deck"
                ),
                bottom=True,
            ),
            beat(
                form("{which} goes on top of your deck", "{which} go on top of your deck"),
                form("{which} goes on top of {who}'s deck", "{which} go on top of {who}'s deck"),
            ),
        ),
        sum=beat("Into your deck: {what}", "Into {who}'s deck: {what}"),
        whose=lambda fact: fact.seats[0],
        slots={
            "what": _what_goes,
            "which": lambda fact, names: card_series(fact.titles) if fact.titles else _what_goes(fact, names),
            "of": lambda fact, names: names[fact.seats[0]],
        },
        sum_slots={"what": _all_that_go},
        changes=lambda fact: [
            *(one for seat in fact.seats for one in zone(DECK, seat)),
            *(one for card in fact.cards for one in (leaving(card) if card else HIDDEN)),
        ],
    )


class Destroyed(Fact, frozen=True, tag="destroyed"):
    """A card is destroyed, for lack of stability or by a text (§4 Damage, §6).

    It leaves play immediately afterwards.
    """

    card: PublicName

    entry: ClassVar[EventEntry[Destroyed]] = EventEntry(
        log=form("{card} is destroyed."),
        beats=beat("Destroyed on your side: {cards}", "Destroyed on {who}'s side: {cards}").of_all(
            form("Destroyed: {all}"), CARDS_OF_EACH
        ),
        whose=lambda fact: fact.card.seat,
        together=lambda fact: fact.card.seat,
        goes=lambda fact: goes(fact.card),
        begins=True,
        changes=lambda fact: leaving(fact.card),
    )


class Sacrificed(Fact, frozen=True, tag="sacrificed"):
    """A card is sacrificed by its controller (§6). It leaves play immediately afterwards."""

    card: PublicName

    entry: ClassVar[EventEntry[Sacrificed]] = EventEntry(
        log=form("{card} is sacrificed."),
        beats=beat("You sacrifice {cards}", "{who} sacrifices {cards}"),
        whose=lambda fact: fact.card.seat,
        together=lambda fact: fact.card.seat,
        goes=lambda fact: goes(fact.card),
        begins=True,
        changes=lambda fact: leaving(fact.card),
    )


class Readied(Fact, frozen=True, tag="readied"):
    """These cards have been readied (§4 Beginning phase, §7)."""

    cards: list[PublicName]

    entry: ClassVar[EventEntry[Readied]] = EventEntry(
        log=form("{cards} is readied.", "{cards} are readied."),
        beats=_READIED,
        sum=_READIED,
        whose=lambda fact: fact.cards[0].seat,
        only_by_cards=True,
        told_with=("round-began",),
        changes=lambda fact: marked("exhausted", fact.cards),
    )


class Exhausted(Fact, frozen=True, tag="exhausted"):
    """These cards have been exhausted (§7)."""

    cards: list[PublicName]

    entry: ClassVar[EventEntry[Exhausted]] = EventEntry(
        log=form("{cards} is exhausted.", "{cards} are exhausted."),
        beats=_EXHAUSTED,
        sum=_EXHAUSTED,
        whose=lambda fact: fact.cards[0].seat,
        follows=("activated",),
        only_by_cards=True,
        told_with=(
            "attackers-declared",
            "defenders-declared",
            "activated",
            "conflict-scored",
            "damaged",
            "destroyed",
        ),
        changes=lambda fact: marked("exhausted", fact.cards),
    )


class Damaged(Fact, frozen=True, tag="damaged"):
    """Damage has been marked on an entity or a construct (§4 Damage, R27)."""

    card: PublicName
    points: int

    entry: ClassVar[EventEntry[Damaged]] = EventEntry(
        log=form("{card} takes {points} damage."),
        sum=beat("Damaged on your side: {cards}", "Damaged on {who}'s side: {cards}").of_all(
            form("Damaged: {all}"), CARDS_OF_EACH
        ),
        whose=lambda fact: fact.card.seat,
        begins=True,
        follows=("destroyed",),
        changes=lambda fact: marked("damage", [fact.card]),
    )
