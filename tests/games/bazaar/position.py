"""The position of Bazaar, its audiences, and its events."""

from __future__ import annotations

from random import Random
from typing import Annotated, ClassVar

import msgspec

from cards.i18n import msg
from engine.kernel.card_ids import CardId
from engine.kernel.cards.machine import CardSeen
from engine.kernel.cards.secret_fields import AskingFrame, SeatIn, Secret, Whose
from engine.kernel.cards.state import CardPosition, Face, MovableCard
from engine.kernel.cards.zones import Backs, CardLayout, SeenBy, ZoneMark
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import EventEntry, Names, beat, form
from engine.kernel.events.event import Fact, WentOut
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, part, value
from engine.kernel.machine import AnyMachine, Sitting
from engine.kernel.position import Frame
from engine.kernel.question import TopicWords


class Side(msgspec.Struct, frozen=True):
    """A side of a card: its name, the gold when played, the damage it blocks, and its price.

    `draws` is the number of cards drawn for blocking with it.
    """

    name: str
    gold: int = 0
    attack: int = 0
    shield: int = 0
    price: int = 0
    draws: int = 0


def card(front: Side, back: Side | None = None) -> tuple[str, tuple[Side, Side]]:
    """Return a card with its title, which names both sides. Without a second side, both are the same."""
    return (f"{front.name}/{back.name}", (front, back)) if back else (front.name, (front, front))


SIDES = dict(
    (
        card(Side("Coin", gold=1), Side("Stick", attack=1)),
        card(Side("Club", attack=2), Side("Drum", gold=1)),
        card(Side("Lid", shield=1, draws=1), Side("Bell", gold=1)),
        card(Side("Curse")),
        card(Side("Ember", gold=2, attack=1, price=2), Side("Ash", attack=3, shield=1, price=3)),
        card(Side("Gate", shield=3, price=2), Side("Ram", attack=4, price=4)),
        card(Side("Moon", gold=3, price=3), Side("Sun", attack=2, shield=2, price=3)),
    )
)
"""Both sides of each card, by title."""
PILES = {side.name: title for title, sides in SIDES.items() for side in sides}
"""The card of each side, by the side's name."""
DEAREST = max(side.price for sides in SIDES.values() for side in sides)
BEGINNING = {"Coin/Stick": 3, "Club/Drum": 2, "Lid/Bell": 2, "Curse": 1}
SUPPLY = {"Ember/Ash": 6, "Gate/Ram": 6, "Moon/Sun": 6}
CURSES_EACH, ROW, HAND, ROUNDS, LIFE = 3, 4, 4, 4, 4
PATRONS = ("fox", "hare", "owl")

COUNTED = Ending(key="counted", by=EndedBy.RULES, name=msg("the purses are counted"))
FALLEN = Ending(key="fallen", by=EndedBy.RULES, name=msg("no life left"))
ENDINGS = endings(COUNTED, FALLEN)
TOPICS = {
    "patron": TopicWords(msg("a patron"), answer="chooses"),
    "act": TopicWords(
        msg("an act"), group=lambda option: PILES[option.subject] if option.verb == "buy" else ""
    ),
    "block": TopicWords(msg("a block")),
}
VERBS = {
    "play": "plays {subject}",
    "stash": "stashes {subject}",
    "flip": "turns {subject} over",
    "buy": "buys {subject}",
    "scout": "scouts {subject}",
    "attack": "attacks {subject}",
    "block": "blocks with {subject}",
    "take": "takes it",
    "end": "ends the turn",
}


def any_patron(machine: AnyMachine, frame: Frame, seat: int, rng: Random) -> list[str]:
    return [rng.choice(PATRONS)]


class PlayMatch(Frame, tag="match"):
    chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_patron)] = {}


class TakeTurn(AskingFrame, tag="turn", kw_only=True):
    seat: int
    gold: int = 0
    attacks: int = 1


class Attacked(AskingFrame, tag="attacked", kw_only=True):
    seat: int
    by: int
    force: int
    shield: int = 0


class Patrons(Fact, frozen=True, tag="patrons"):
    chosen: dict[int, str]

    entry: ClassVar[EventEntry[Patrons]] = EventEntry(
        log=form("{patrons}."),
        slots={
            "patrons": lambda fact, names: ", ".join(
                f"{names[seat]} chose the {patron}" for seat, patron in fact.chosen.items()
            )
        },
        changes=lambda fact: [Change("life", seat) for seat in fact.chosen],
    )


class Acted(Fact, frozen=True, tag="acted"):
    """An act of a seat with `count` cards. `owner` is the owner of the deck.

    Seats that know the cards get them, and who else knows each.
    """

    seat: int
    what: str
    count: int
    cards: list[tuple[str, list[int]]] | None = None
    of: int = -1

    entry: ClassVar[EventEntry[Acted]] = EventEntry(
        log=(form("{who} {what} {which}.", of=-1), form("{who} {what} {which} of {of}.")),
        beats=(
            beat("You: {what} {which}", "{who} {what} {which}", of=-1),
            beat("You: {what} {which} of {of}", "{who} {what} {which} of {of}"),
        ),
        slots={"which": lambda fact, names: _which(fact, names), "of": lambda fact, names: names[fact.of]},
        changes=lambda fact: [
            *(Change("cards", seat) for seat in (fact.seat, fact.of)),
            *map(Change, ("market", "supply", "turn")),
        ],
    )


def _which(fact: Acted, names: Names) -> str:
    if fact.cards is None:
        return f"{fact.count} cards" if fact.count > 1 else "a card"
    seen = (f" (seen by {', '.join(names[one] for one in by)})" if by else "" for _, by in fact.cards)
    return ", ".join(name + by for (name, _), by in zip(fact.cards, seen, strict=True)) or "nothing"


class Shuffled(Fact, frozen=True, tag="shuffled"):
    seat: int

    entry: ClassVar[EventEntry[Shuffled]] = EventEntry(
        log=form("{who} shuffles the deck."),
        beats=beat("You shuffle your deck", "{who} shuffles the deck"),
        changes=lambda fact: [Change("cards", fact.seat)],
    )


class WasHit(Fact, frozen=True, tag="hit"):
    seat: int
    by: int
    life: int
    curses: int

    entry: ClassVar[EventEntry[WasHit]] = EventEntry(
        log=(
            form("{by} hits {who}, who has {life} life left.", curses=0),
            form("{by} hits {who}, who has {life} life left and a curse on the deck."),
        ),
        beats=(
            beat(
                "{by} hits you, and you have {life} life left",
                "{by} hits {who}, who has {life} life left",
                curses=0,
            ),
            beat(
                "{by} hits you, and you have {life} life left and a curse on the deck",
                "{by} hits {who}, who has {life} life left and a curse on the deck",
            ),
        ),
        slots={"by": lambda fact, names: names[fact.by]},
        changes=lambda fact: [
            Change("life", fact.seat),
            Change("cards", fact.seat),
            Change("cards", fact.by),
            Change("curses"),
        ],
    )


BazaarFact = Patrons | Acted | Shuffled | WasHit | WentOut


class Seat(msgspec.Struct):
    life: int = LIFE
    hand: Annotated[list[CardId], ZoneMark("hand", SeenBy.OWNER, backs=Backs.ALL)] = []
    deck: Annotated[list[CardId], ZoneMark("deck", SeenBy.NOBODY, ordered=True, backs=Backs.TOP)] = []
    discard: Annotated[list[CardId], ZoneMark("discard", SeenBy.EVERYBODY)] = []
    played: Annotated[list[CardId], ZoneMark("played", SeenBy.EVERYBODY, ordered=True)] = []


class BazaarPosition(
    CardPosition[PlayMatch | TakeTurn | Attacked | Sitting[BazaarFact], MovableCard, Seat], kw_only=True
):
    cards: list[MovableCard]
    seats: list[Seat]
    market: Annotated[list[CardId], ZoneMark("market", SeenBy.EVERYBODY)] = []
    supply: Annotated[list[CardId], ZoneMark("supply", SeenBy.NOBODY, ordered=True)] = []
    curses: Annotated[list[CardId], ZoneMark("curses", SeenBy.EVERYBODY)] = []
    turn: int = 0
    active: int = -1
    turned: Annotated[list[tuple[str, str]], Secret(SeatIn("active"))] = []
    """The cards turned over in this turn, with the position, to prevent loops."""


def back(machine: AnyMachine, face: Face) -> str:
    return "dark" if face[0] == "Curse" else "plain"


LAYOUT = CardLayout(BazaarPosition, back)


EVENTS = Events("Bazaar", ENDINGS, Patrons, Acted, Shuffled, WasHit, over=[Change("turn")])


class SideView(msgspec.Struct, frozen=True):
    seat: int
    life: int
    zones: dict[str, tuple[CardSeen, ...]]


class BazaarView(msgspec.Struct, frozen=True):
    viewer: int | None
    turn: int
    seats: tuple[SideView, ...]
    market: tuple[CardSeen, ...]
    supply: int
    curses: int
    awaited: tuple[tuple[int, str], ...]


PARTS = ViewParts(
    part(
        BazaarView,
        {
            "viewer": FOLLOWS,
            "turn": value("turn"),
            "seats": INSIDE,
            "market": value("market"),
            "supply": value("supply"),
            "curses": value("curses"),
            "awaited": FOLLOWS,
        },
    ),
    part(SideView, {"seat": FOLLOWS, "life": value("life"), "zones": value("cards")}, where="seat"),
)
