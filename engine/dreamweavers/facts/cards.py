"""Facts about cards that move or change (§Zones, DW14 to DW20)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import Message, Value, msg_plural
from engine.dreamweavers.facts.terms import ZONES, Change, Seat, gone, titles, turned, zone, zones
from engine.dreamweavers.position import EGO, HAND, ID, IN_PLAY, MIND
from engine.kernel.events.draws import draw_entry
from engine.kernel.events.entries import CARDS_OF_EACH, EventEntry, Names, beat, form, is_known
from engine.kernel.events.event import Fact, SeatFact


class Drew(SeatFact, frozen=True, tag="drew"):
    """A player has drawn a number of cards, which only they know."""

    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Drew]] = draw_entry(lambda fact: zones(fact.seat, HAND, MIND))


def _source(fact: Entered | Forgotten | TookIntoHand | PutIntoPile, names: Names) -> Message:
    return ZONES[fact.source]


class Entered(SeatFact, frozen=True, tag="entered"):
    """A card has entered play from a zone without being played (DW44)."""

    card: str
    source: str
    tapped: bool = False

    entry: ClassVar[EventEntry[Entered]] = EventEntry(
        log=(
            form("{who} puts {card} from {zone} into play, tapped.", tapped=True),
            form("{who} puts {card} from {zone} into play."),
        ),
        beats=beat("{card} comes into play for you", "{card} comes into play for {who}"),
        sum=beat("New in play for you: {cards}", "New in play for {who}: {cards}"),
        slots={"zone": _source},
        comes=lambda fact: [Change("play", fact.seat, fact.card)],
        changes=lambda fact: [*zone(fact.source, fact.seat, fact.card), Change("play", fact.seat, fact.card)],
    )


def _is_in_play(source: object) -> bool:
    return source in IN_PLAY


def _is_discarded(how: object) -> bool:
    return how in ("discarded", "shield")


class Forgotten(SeatFact, frozen=True, tag="forgotten"):
    """Cards of a player have moved from a zone to the Id (DW20).

    `how`: "forgotten", "destroyed", "discarded", or "shield".
    """

    cards: list[str]
    source: str
    how: str = "forgotten"

    entry: ClassVar[EventEntry[Forgotten]] = EventEntry(
        log=(
            form("{who}'s {cards} is destroyed.", "{who}'s {cards} are destroyed.", how="destroyed"),
            form("{who} discards {cards} as shields.", how="shield"),
            form("{who} discards {cards}.", source=HAND),
            form("{who}'s {cards} is forgotten.", "{who}'s {cards} are forgotten.", source=_is_in_play),
            form("{who} forgets {cards} from {zone}."),
        ),
        beats=(
            beat(
                "Destroyed on your side: {cards}", "Destroyed on {who}'s side: {cards}", how="destroyed"
            ).of_all(form("Destroyed: {all}"), CARDS_OF_EACH),
            beat(
                "Forgotten on your side: {cards}", "Forgotten on {who}'s side: {cards}", source=_is_in_play
            ).of_all(form("Forgotten: {all}"), CARDS_OF_EACH),
            beat("You discard {cards}", "{who} discards {cards}", how=_is_discarded),
            beat("To your Id: {cards}", "To {who}'s Id: {cards}"),
        ),
        slots={"zone": _source},
        together=lambda fact: (fact.seat, fact.how, fact.was_in_play),
        goes=lambda fact: [Change("play", fact.seat, card) for card in fact.cards if fact.was_in_play],
        changes=lambda fact: [*gone(fact.source, fact.seat, *fact.cards), *zone(ID, fact.seat, *fact.cards)],
    )

    @property
    def was_in_play(self) -> bool:
        """Whether the cards have left play."""
        return self.source in IN_PLAY


class ReturnedToHand(SeatFact, frozen=True, tag="returned-to-hand"):
    """Public cards have moved from a zone to their owner's hand."""

    cards: list[str]
    source: str

    entry: ClassVar[EventEntry[ReturnedToHand]] = EventEntry(
        log=form("{cards} returns to {who}'s hand.", "{cards} return to {who}'s hand."),
        beats=beat("Back in your hand: {cards}", "Back in {who}'s hand: {cards}"),
        sum=beat("Back in your hand: {cards}", "Back in {who}'s hand: {cards}"),
        goes=lambda fact: [Change("play", fact.seat, card) for card in fact.cards if fact.source in IN_PLAY],
        changes=lambda fact: [
            *gone(fact.source, fact.seat, *fact.cards),
            *zone(HAND, fact.seat, *fact.cards),
        ],
    )


def _cards_or_count(fact: TookIntoHand | PutIntoPile, names: Names) -> Value:
    """Return the titles of the cards if known, otherwise their number."""
    return msg_plural("{n} card", "{n} cards", fact.count) if fact.cards is None else titles(fact.cards)


class TookIntoHand(SeatFact, frozen=True, tag="took-into-hand"):
    """A player has taken cards from a mind or an Ego into the hand, known only to those who saw them there (DW98)."""

    count: int
    source: str
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[TookIntoHand]] = EventEntry(
        beats=beat(
            "You take {what} out of {zone} into your hand", "{who} takes {what} out of {zone} into the hand"
        ),
        sum=beat(
            form("You take {n} card into your hand", "You take {n} cards into your hand"),
            form("{who} takes {n} card into the hand", "{who} takes {n} cards into the hand"),
        ),
        slots={"zone": _source, "what": _cards_or_count},
        changes=lambda fact: zones(fact.seat, HAND, fact.source),
    )


class PutIntoPile(SeatFact, frozen=True, tag="put-into-pile"):
    """Cards of a zone have been put into a player's mind or Ego (`pile`), on top or on the bottom (`place`)."""

    count: int
    source: str
    pile: str
    place: str
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[PutIntoPile]] = EventEntry(
        beats=(
            beat(
                "You put {what} from {zone} on top of your Ego",
                "{who} puts {what} from {zone} on top of the Ego",
                pile=EGO,
                place="top",
            ),
            beat(
                "You put {what} from {zone} under your Ego",
                "{who} puts {what} from {zone} under the Ego",
                pile=EGO,
            ),
            beat(
                "You put {what} from {zone} on top of your mind",
                "{who} puts {what} from {zone} on top of the mind",
                place="top",
            ),
            beat(
                "You put {what} from {zone} under your mind", "{who} puts {what} from {zone} under the mind"
            ),
        ),
        sum=(
            beat(
                form("{n} card goes into your Ego", "{n} cards go into your Ego"),
                form("{n} card goes into {who}'s Ego", "{n} cards go into {who}'s Ego"),
                pile=EGO,
            ),
            beat(
                form("{n} card goes into your mind", "{n} cards go into your mind"),
                form("{n} card goes into {who}'s mind", "{n} cards go into {who}'s mind"),
            ),
        ),
        slots={"zone": _source, "what": _cards_or_count},
        changes=lambda fact: [*gone(fact.source, fact.seat), *zone(fact.pile, fact.seat)],
    )


class Shuffled(SeatFact, frozen=True, tag="shuffled"):
    """A player's mind has been shuffled, with `count` cards of the Id (DW105)."""

    count: int = 0

    entry: ClassVar[EventEntry[Shuffled]] = EventEntry(
        log=(
            form("{who} shuffles the mind.", count=0),
            form(
                "{who} shuffles {n} card of the Id into the mind.",
                "{who} shuffles {n} cards of the Id into the mind.",
            ),
        ),
        beats=(
            beat("You shuffle your mind", "{who} shuffles their mind", count=0),
            beat(
                form(
                    "You shuffle {n} card of your Id into your mind",
                    "You shuffle {n} cards of your Id into your mind",
                ),
                form(
                    "{who} shuffles {n} card of the Id into the mind",
                    "{who} shuffles {n} cards of the Id into the mind",
                ),
            ),
        ),
        sum=(
            beat("You shuffle your mind", "{who} shuffles their mind", count=0),
            beat(
                form(
                    "You shuffle {n} card of your Id into your mind",
                    "You shuffle {n} cards of your Id into your mind",
                ),
                form(
                    "{who} shuffles {n} card of the Id into the mind",
                    "{who} shuffles {n} cards of the Id into the mind",
                ),
            ),
        ),
        changes=lambda fact: zones(fact.seat, MIND, ID),
    )


def _looked_at(fact: Looked, names: Names) -> Message:
    n, of, own = fact.count, names[fact.of], fact.of == fact.seat
    match fact.zone:
        case "mind" if own:
            return msg_plural("the top card of their mind", "the top {n} cards of their mind", n)
        case "mind":
            return msg_plural("the top card of {of}'s mind", "the top {n} cards of {of}'s mind", n, of=of)
        case "ego" if own:
            return msg_plural("the top card of their Ego", "the top {n} cards of their Ego", n)
        case "ego":
            return msg_plural("the top card of {of}'s Ego", "the top {n} cards of {of}'s Ego", n, of=of)
        case _:
            return msg_plural("{n} card in {of}'s hand", "{n} cards in {of}'s hand", n, of=of)


class Looked(SeatFact, frozen=True, tag="looked"):
    """A player has looked at cards in a zone of a player (`of`)."""

    of: Seat
    zone: str
    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Looked]] = EventEntry(
        log=(form("{who} looks at {what} ({cards}).", cards=is_known), form("{who} looks at {what}.")),
        beats=(
            beat("You look at {cards}", None, cards=is_known),
            beat("You look at {what}", "{who} looks at {what}"),
        ),
        slots={"what": _looked_at},
        sum=beat(
            form("You look at {n} card", "You look at {n} cards"),
            form("{who} looks at {n} card", "{who} looks at {n} cards"),
        ),
        changes=lambda fact: [Change(fact.zone, fact.of)],
    )


class Arranged(SeatFact, frozen=True, tag="arranged"):
    """A player has put cards that were looked at back in a chosen order, known to that player, from the top."""

    of: Seat
    zone: str
    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Arranged]] = EventEntry(
        log=(
            form("{who} puts them back, from the top: {cards}.", cards=is_known),
            form(
                "{who} puts {n} card back into the mind.",
                "{who} puts {n} cards back into the mind in an order of their own.",
                zone=MIND,
            ),
            form(
                "{who} puts {n} card back into the Ego.",
                "{who} puts {n} cards back into the Ego in an order of their own.",
            ),
        ),
        beats=(
            beat("You put them back, from the top: {cards}", None, cards=is_known),
            beat(
                form("You put {n} card back", "You put {n} cards back"),
                form("{who} puts {n} card back", "{who} puts {n} cards back in an order of their own"),
            ),
        ),
        sum=beat(
            form("You put {n} card back", "You put {n} cards back"),
            form("{who} puts {n} card back", "{who} puts {n} cards back in an order of their own"),
        ),
        follows=("looked",),
        changes=lambda fact: [Change(fact.zone, fact.of)],
    )


class Revealed(SeatFact, frozen=True, tag="revealed"):
    """Cards in a zone of a player have been shown to everyone."""

    zone: str
    cards: list[str]

    entry: ClassVar[EventEntry[Revealed]] = EventEntry(
        log=form("{who} reveals {cards} from {zone}."),
        beats=beat("You reveal {cards}", "{who} reveals {cards}"),
        sum=beat("You reveal {cards}", "{who} reveals {cards}"),
        changes=lambda fact: zones(fact.seat, fact.zone),
    )


class Tapped(Fact, frozen=True, tag="tapped"):
    """These Thoughts have become tapped."""

    cards: list[str]

    entry: ClassVar[EventEntry[Tapped]] = EventEntry(
        log=form("{cards} is tapped.", "{cards} are tapped."),
        sum=beat("Tapped: {cards}", "Tapped: {cards}"),
        told_with=("turn-began", "played", "activated", "attacked", "compared"),
        only_by_cards=True,
        changes=lambda fact: turned(fact.cards),
    )


class Untapped(Fact, frozen=True, tag="untapped"):
    """These Thoughts have become untapped."""

    cards: list[str]

    entry: ClassVar[EventEntry[Untapped]] = EventEntry(
        log=form("{cards} is untapped.", "{cards} are untapped."),
        sum=beat("Untapped: {cards}", "Untapped: {cards}"),
        told_with=("turn-began", "played", "activated", "attacked", "compared"),
        only_by_cards=True,
        changes=lambda fact: turned(fact.cards),
    )
