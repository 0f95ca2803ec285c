"""Facts about decks, and about looking at cards (§2, §6)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import Message, msg_plural, title
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import NUMBER_OF_EACH, SILENT, EventEntry, Names, beat, form, is_known
from engine.kernel.events.event import Fact
from engine.kernel.events.story import PLAY
from engine.voidream.facts.terms import HIDDEN, TURN, PlaceLookedAt, PlayerFact, PublicName, Seat, piles, zone
from engine.voidream.position import DECK


class Evoking(PlayerFact, frozen=True, tag="evoking"):
    """A player looks at the top card of their deck to evoke it (§2, R7).

    `next` is the value on the back of the card below. Only that player sees `title`.
    """

    next: int
    title: str | None = None

    entry: ClassVar[EventEntry[Evoking]] = EventEntry(
        log=(
            form("{who} evokes and looks at the top card of their deck.", title=None),
            form("{who} evokes and looks at {card}."),
        ),
        beats=SILENT,
        slots={"card": lambda fact, names: title(fact.title or "")},
        changes=NOTHING,
    )


class EvokeDeclined(PlayerFact, frozen=True, tag="evoke-declined"):
    """A player has left the evoked card on top of their deck (§2)."""

    entry: ClassVar[EventEntry[EvokeDeclined]] = EventEntry(
        log=form("{who} returns the card to the top."),
        beats=beat(
            form("You evoke, and put the card back", "You evoke {n} times, and put the cards back"),
            form("{who} evokes, and puts the card back", "{who} evokes {n} times, and puts the cards back"),
        ),
        sum=beat(
            form("You evoke, and put the card back", "You evoke {n} times, and put the cards back"),
            form("{who} evokes, and puts the card back", "{who} evokes {n} times, and puts the cards back"),
        ),
        sort=PLAY,
        changes=[TURN],
    )


class CannotEvoke(PlayerFact, frozen=True, tag="cannot-evoke"):
    """A player can't evoke: an active construct, `card`, is on top of their deck, or the card `by` forbids it (§2, R7)."""

    card: PublicName | None = None
    by: str | None = None

    entry: ClassVar[EventEntry[CannotEvoke]] = EventEntry(
        beats=(
            beat(
                "You can't evoke: {card} is on top of your deck",
                "{who} can't evoke: {card} is on top of their deck",
                card=is_known,
            ),
            beat("You can't evoke because of {by}", "{who} can't evoke because of {by}"),
        ),
        slots={"by": lambda fact, names: title(fact.by or "")},
        changes=NOTHING,
    )


def _looked_at(fact: Looked, names: Names) -> Message:
    n = fact.count
    of = names[fact.of]
    own = fact.of == fact.seat
    match fact.where:
        case "deck" if own:
            return msg_plural("the top card of their deck", "the top {n} cards of their deck", n)
        case "deck":
            return msg_plural("the top card of {of}'s deck", "the top {n} cards of {of}'s deck", n, of=of)
        case "bottom" if own:
            return msg_plural("the bottom card of their deck", "the bottom {n} cards of their deck", n)
        case "bottom":
            return msg_plural(
                "the bottom card of {of}'s deck", "the bottom {n} cards of {of}'s deck", n, of=of
            )
        case "hand" if own:
            return msg_plural("{n} arcanum in their hand", "{n} arcana in their hand", n)
        case "hand":
            return msg_plural("{n} arcanum in {of}'s hand", "{n} arcana in {of}'s hand", n, of=of)
        case "charge" if own:
            return msg_plural("{n} charge under their cards", "{n} charges under their cards", n)
        case "charge":
            return msg_plural("{n} charge under {of}'s cards", "{n} charges under {of}'s cards", n, of=of)
        case "veiled" if own:
            return msg_plural("{n} veiled card of their own", "{n} veiled cards of their own", n)
        case "veiled":
            return msg_plural("{n} veiled card of {of}'s", "{n} veiled cards of {of}'s", n, of=of)


class Looked(PlayerFact, frozen=True, tag="looked"):
    """A player looks at a number of hidden cards of a player (`of`, possibly the same) (§7, R10).

    Only the looker sees `titles`. For cards from the top of a deck, `constructs` are the titles of face-up ones, and `next`
    is the value on the back of the card below. In other zones, `tags` are the cards' numbers on the table, 0 in a hand.
    The bottom of a deck has none of these.
    """

    count: int
    of: Seat
    where: PlaceLookedAt
    constructs: list[str] | None = None
    next: int | None = None
    tags: list[int] | None = None
    titles: list[str] | None = None

    entry: ClassVar[EventEntry[Looked]] = EventEntry(
        log=(form("{who} looks at {what} ({cards}).", titles=is_known), form("{who} looks at {what}.")),
        beats=beat("You look at {cards}", None, titles=is_known),
        slots={"what": _looked_at},
        changes=NOTHING,
    )


class Revealed(PlayerFact, frozen=True, tag="revealed"):
    """A player has shown hidden cards of a player (`of`), by title, to everyone. They stay hidden (§7, R114).

    `next` is the value on the back of the card below those from the top of a deck, 0 for others.
    """

    of: Seat
    titles: list[str]
    next: int

    entry: ClassVar[EventEntry[Revealed]] = EventEntry(
        beats=beat("You reveal {cards}", "{who} reveals {cards}"),
        # A card that is about to be played is set aside while its costs are paid.
        changes=lambda fact: [
            *HIDDEN,
            *(one for title in fact.titles for one in (*zone(DECK, fact.of), *piles(fact.of, title))),
        ],
    )


class ReturnedToDeck(PlayerFact, frozen=True, tag="returned-to-deck"):
    """Cards that were looked at have returned to the top of a player's deck, possibly in another order (R10)."""

    count: int

    entry: ClassVar[EventEntry[ReturnedToDeck]] = EventEntry(
        log=form("{who}'s deck gets {n} card back on top.", "{who}'s deck gets {n} cards back on top."),
        beats=SILENT,
        changes=NOTHING,
    )


class Rolled(PlayerFact, frozen=True, tag="rolled"):
    """A player has rolled: the top card of their deck went to the bottom, and `result` is the new depth (§6 Roll)."""

    result: int

    entry: ClassVar[EventEntry[Rolled]] = EventEntry(
        log=form("{who} rolls: {result}."),
        beats=beat("You roll: depth {depth}", "{who} rolls: depth {depth}"),
        slots={"depth": lambda fact, names: fact.result},
        only_by_cards=True,
        changes=NOTHING,
    )


class RollSkipped(PlayerFact, frozen=True, tag="roll-skipped"):
    """The attacking player skips the roll because of Siege (§6 Siege)."""

    entry: ClassVar[EventEntry[RollSkipped]] = EventEntry(
        log=form("{who} skips the roll."), beats=SILENT, changes=NOTHING
    )


class DreamDamageDealt(PlayerFact, frozen=True, tag="dream-damage"):
    """A player is dealt points of Dream damage (§4 Damage). The discarded cards follow as events."""

    points: int

    entry: ClassVar[EventEntry[DreamDamageDealt]] = EventEntry(
        log=form("{who} is dealt {points} Dream damage."),
        beats=beat("You were dealt {points} Dream damage", "{who} was dealt {points} Dream damage"),
        stands_out=lambda fact: True,
        changes=NOTHING,
    )


class DreamDamageDiscards(PlayerFact, frozen=True, tag="dream-torn"):
    """Dream damage has discarded these cards, by title, from the top of a player's deck (§4 Damage)."""

    cards: list[str]

    entry: ClassVar[EventEntry[DreamDamageDiscards]] = EventEntry(
        log=form("From {who}'s deck {cards} falls.", "From {who}'s deck {cards} fall."),
        beats=beat(
            form("You lost {n} card from your deck: {cards}", "You lost {n} cards from your deck: {cards}"),
            form("{who} lost {n} card from the deck: {cards}", "{who} lost {n} cards from the deck: {cards}"),
        ),
        sum=beat(
            form("You lost {n} card from your deck", "You lost {n} cards from your deck"),
            form("{who} lost {n} card from the deck", "{who} lost {n} cards from the deck"),
        ).of_all(form("Cards lost from decks: {all}"), NUMBER_OF_EACH),
        names_causes=True,
        stands_out=lambda fact: True,
        changes=lambda fact: [Change("deck", fact.seat), *piles(fact.seat), Change("construct", fact.seat)],
    )


class Withstood(Fact, frozen=True, tag="withstood"):
    """A construct on top of a deck has withstood the remaining `points` of Dream damage (§4 Damage)."""

    card: PublicName
    points: int

    entry: ClassVar[EventEntry[Withstood]] = EventEntry(
        log=form("{card} stands, and holds off the other {points}."), changes=NOTHING
    )
