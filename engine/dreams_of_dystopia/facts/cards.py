"""Facts about cards that move or turn over (DD17–DD26, DD81)."""

from __future__ import annotations

from typing import ClassVar

from engine.dreams_of_dystopia.facts.terms import SUPPLY, ZONES, cards_of, in_force, zones
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, TABLE, USED
from engine.kernel.events.changes import Change
from engine.kernel.events.draws import draw_entry
from engine.kernel.events.entries import CARDS_OF_EACH, NUMBER_OF_EACH, EventEntry, beat, form, is_known
from engine.kernel.events.event import Fact, SeatFact


class Drew(SeatFact, frozen=True, tag="drew"):
    """A player drew cards that only they know."""

    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Drew]] = draw_entry(
        lambda fact: zones(fact.seat, HAND, DECK), only_by_cards=True, told_with=("turn-ended",),
        together=lambda fact: fact.seat if fact.cards is None else None,
    )  # fmt: skip


class Shuffled(SeatFact, frozen=True, tag="shuffled"):
    """A deck was shuffled. `count` is the number of cards of the discard pile that became it (DD19)."""

    count: int = 0

    entry: ClassVar[EventEntry[Shuffled]] = EventEntry(
        beats=(
            beat("You shuffle your deck", "{who} shuffles the deck", count=0),
            beat(
                form(
                    "You shuffle {n} card of your discard pile into a new deck",
                    "You shuffle {n} cards of your discard pile into a new deck",
                ),
                form(
                    "{who} shuffles {n} card of the discard pile into a new deck",
                    "{who} shuffles {n} cards of the discard pile into a new deck",
                ),
            ),
        ),
        sum=beat("You shuffle your deck", "{who} shuffles the deck"),
        only_by_cards=True,
        told_with=("turn-ended", "drew", "searched"),
        changes=lambda fact: zones(fact.seat, DECK, DISCARD),
    )


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """A player discarded cards of the hand, chosen or at random (DD23)."""

    cards: list[str]
    random: bool = False

    entry: ClassVar[EventEntry[Discarded]] = EventEntry(
        beats=(
            beat("You discard {cards} at random", "{who} discards {cards} at random", random=True),
            beat("You discard {cards}", "{who} discards {cards}"),
        ),
        sum=beat("You discard {cards}", "{who} discards {cards}").of_all(
            form("Discarded: {all}"), CARDS_OF_EACH
        ),
        only_by_cards=True,
        told_with=("turn-ended",),
        changes=lambda fact: zones(fact.seat, HAND, DISCARD),
    )


class Gained(SeatFact, frozen=True, tag="gained"):
    """A player gained copies of a card from the Supply, into the discard pile (DD25)."""

    card: str
    count: int

    entry: ClassVar[EventEntry[Gained]] = EventEntry(
        beats=beat(
            form("You gain {card}", "You gain {card} ×{n}"),
            form("{who} gains {card}", "{who} gains {card} ×{n}"),
        ),
        sum=beat("You gain {cards}", "{who} gains {cards}").of_all(form("Gained: {all}"), CARDS_OF_EACH),
        sum_slots={"cards": lambda facts: cards_of([fact.card for fact in facts for _ in range(fact.count)])},
        changes=lambda fact: [*zones(fact.seat, DISCARD), SUPPLY],
    )


class ReturnedToSupply(SeatFact, frozen=True, tag="returned-to-supply"):
    """A player returned copies of a card from a zone to the Supply (DD34)."""

    card: str
    count: int
    source: str

    entry: ClassVar[EventEntry[ReturnedToSupply]] = EventEntry(
        log=form(
            "{who} returns {card} from {zone} to the Supply.",
            "{who} returns {card} ×{n} from {zone} to the Supply.",
        ),
        beats=beat(
            form("You return {card} to the Supply", "You return {card} ×{n} to the Supply"),
            form("{who} returns {card} to the Supply", "{who} returns {card} ×{n} to the Supply"),
        ),
        sum=beat(
            form("You return {n} card to the Supply", "You return {n} cards to the Supply"),
            form("{who} returns {n} card to the Supply", "{who} returns {n} cards to the Supply"),
        ).of_all(form("Back to the Supply: {all}"), NUMBER_OF_EACH),
        slots={"zone": lambda fact, names: ZONES[fact.source]},
        changes=lambda fact: [*zones(fact.seat, fact.source), SUPPLY],
    )


class Searched(SeatFact, frozen=True, tag="searched"):
    """A player searched the deck and took a card into the hand, or none. The others learn it if it was shown."""

    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Searched]] = EventEntry(
        beats=(
            beat(
                "You search your deck and take nothing", "{who} searches the deck and takes nothing", count=0
            ),
            beat(
                "You search your deck and take {cards}",
                "{who} searches the deck and takes {cards}",
                cards=is_known,
            ),
            beat("You search your deck and take a card", "{who} searches the deck and takes a card"),
        ),
        sum=beat(
            form("You search your deck", "You search your deck {n} times"),
            form("{who} searches the deck", "{who} searches the deck {n} times"),
        ),
        sum_slots={"n": len},
        changes=lambda fact: zones(fact.seat, HAND, DECK, DISCARD),
    )


class TookBack(SeatFact, frozen=True, tag="took-back"):
    """A player put a card that everyone saw from a zone into the hand."""

    card: str
    source: str

    entry: ClassVar[EventEntry[TookBack]] = EventEntry(
        log=form("{who} puts {card} from {zone} into the hand."),
        beats=beat("You put {card} into your hand", "{who} puts {card} into the hand"),
        sum=beat("You put {cards} into your hand", "{who} puts {cards} into the hand").of_all(
            form("Back in hand: {all}"), CARDS_OF_EACH
        ),
        slots={"zone": lambda fact, names: ZONES[fact.source]},
        changes=lambda fact: zones(fact.seat, HAND, fact.source),
    )


class CardPutOnTop(SeatFact, frozen=True, tag="put-on-top"):
    """A player put a card of the hand on top of the deck, unseen (DD117)."""

    cards: list[str] | None = None

    entry: ClassVar[EventEntry[CardPutOnTop]] = EventEntry(
        log=(
            form("{who} puts {cards} on top of the deck.", cards=is_known),
            form("{who} puts a card from the hand on top of the deck."),
        ),
        beats=(
            beat("You put {cards} on top of your deck", None, cards=is_known),
            beat("You put a card on top of your deck", "{who} puts a card from the hand on top of the deck"),
        ),
        sum=beat("You put a card on top of your deck", "{who} puts a card from the hand on top of the deck"),
        changes=lambda fact: zones(fact.seat, HAND, DECK),
    )


class Revealed(SeatFact, frozen=True, tag="revealed"):
    """The top card of a player's deck was shown to everyone."""

    card: str

    entry: ClassVar[EventEntry[Revealed]] = EventEntry(
        log=form("{who} reveals {card} on top of the deck."),
        beats=beat("You reveal {card}", "{who} reveals {card}"),
        changes=lambda fact: zones(fact.seat, DECK),
    )


class TurnedOver(SeatFact, frozen=True, tag="turned-over"):
    """A player's card was turned over: the title of the side before, and of the side that is up now (DD81, DD82)."""

    card: str
    other: str
    source: str

    entry: ClassVar[EventEntry[TurnedOver]] = EventEntry(
        beats=beat("You turn {card} over: {other}", "{who} turns {card} over: {other}"),
        sum=beat("You turn {cards} over", "{who} turns {cards} over").of_all(
            form("Turned over: {all}"), CARDS_OF_EACH
        ),
        changes=lambda fact: [*zones(fact.seat, fact.source), *in_force(fact.seat)],
    )


class CardsLeft(Fact, frozen=True, tag="cards-left"):
    """All cards of eliminated players left the match (DD71)."""

    seats: list[int]

    entry: ClassVar[EventEntry[CardsLeft]] = EventEntry(
        log=form("All their cards leave the match."),
        whose=lambda fact: None,
        told_with=("went-out",),
        changes=lambda fact: [
            Change("gone"),
            *(
                change
                for seat in fact.seats
                for change in (*zones(seat, HAND, DECK, DISCARD, USED, TABLE, MASTER), *in_force(seat))
            ),
        ],
    )
