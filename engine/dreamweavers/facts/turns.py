"""Facts about setting up, turns, and memory (§Setup, §Main Phase)."""

from __future__ import annotations

from typing import ClassVar

from engine.dreamweavers.facts.terms import (
    THE_ATTACK,
    TRACKER,
    TURN,
    Change,
    Seat,
    card_name,
    in_force,
    place,
    zones,
)
from engine.dreamweavers.position import EGO, HAND, MIND, UNTIL_ATTACK, UNTIL_TURN
from engine.kernel.events.changes import NOTHING
from engine.kernel.events.entries import SILENT, EventEntry, Names, beat, form, is_known
from engine.kernel.events.event import Fact, SeatFact
from engine.kernel.events.story import CHAPTER, PASS, PLAY


class Rolled(Fact, frozen=True, tag="rolled"):
    """Both players have rolled 3d6. `first` is the first player, or None if the sums are equal (DW1)."""

    rolls: list[list[int]]
    first: Seat | None

    entry: ClassVar[EventEntry[Rolled]] = EventEntry(
        log=(
            form("{one} and {other} both roll {n}, and roll again.", first=None),
            form("{one} rolls {n}, {other} {m}: {who} begins."),
        ),
        beats=beat(
            "You rolled {high} against {low}, and begin", "{who} rolled {high} against {low}, and begins"
        ),
        whose=lambda fact: fact.first,
        slots={
            "one": lambda fact, names: names[0],
            "other": lambda fact, names: names[1],
            "n": lambda fact, names: sum(fact.rolls[0]),
            "m": lambda fact, names: sum(fact.rolls[1]),
            "high": lambda fact, names: fact.ranked()[0],
            "low": lambda fact, names: fact.ranked()[1],
        },
        changes=NOTHING,
    )

    def ranked(self) -> list[int]:
        """Return the sums, highest first."""
        return sorted(map(sum, self.rolls), reverse=True)


class NotionsTaken(SeatFact, frozen=True, tag="notions-taken"):
    """A player has drafted these notions (DW3)."""

    notions: list[str]

    entry: ClassVar[EventEntry[NotionsTaken]] = EventEntry(
        beats=beat("You draft {notions}", "{who} drafts {notions}"),
        sort=PLAY,
        changes=lambda fact: [Change("notions", fact.seat)],
    )


class IntentsRevealed(Fact, frozen=True, tag="intents-revealed"):
    """Both Intents are face up, by seat."""

    notions: list[str]

    entry: ClassVar[EventEntry[IntentsRevealed]] = EventEntry(
        log=form("The Intents: {one} has {notion}, {other} {second}."),
        slots={
            "one": lambda fact, names: names[0],
            "notion": lambda fact, names: card_name(fact.notions[0]),
            "other": lambda fact, names: names[1],
            "second": lambda fact, names: card_name(fact.notions[1]),
        },
        changes=[Change("intent")],
    )


class Exchanged(SeatFact, frozen=True, tag="exchanged"):
    """A player has exchanged cards of the opening hand (DW8, DW9).

    `cards` are those put aside, known to that player.
    """

    count: int
    cards: list[str] | None = None

    entry: ClassVar[EventEntry[Exchanged]] = EventEntry(
        log=(
            form("{who} keeps the opening hand.", count=0),
            form("{who} exchanges {cards}.", cards=is_known),
            form(
                "{who} exchanges {n} card of the opening hand.",
                "{who} exchanges {n} cards of the opening hand.",
            ),
        ),
        beats=(
            beat("You keep the opening hand", "{who} keeps the opening hand", count=0),
            beat("You exchange {cards}", None, cards=is_known),
            beat(
                form("You exchange {n} card", "You exchange {n} cards"),
                form(
                    "{who} exchanges {n} card of the opening hand",
                    "{who} exchanges {n} cards of the opening hand",
                ),
            ),
        ),
        changes=lambda fact: zones(fact.seat, HAND, MIND),
    )


class EgoDealt(SeatFact, frozen=True, tag="ego-dealt"):
    """A player's Ego has been dealt, with this number of cards (DW10)."""

    count: int

    entry: ClassVar[EventEntry[EgoDealt]] = EventEntry(
        log=form("{who}'s Ego is dealt: {n} card.", "{who}'s Ego is dealt: {n} cards."),
        beats=SILENT,
        told_with=("exchanged", "turn-began"),
        changes=lambda fact: zones(fact.seat, EGO, MIND),
    )


# --------------------------------------------------------------------------------------------------- turns, memory


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A turn has begun: its number, counting both players' turns, and its player."""

    turn: int
    seat: Seat

    entry: ClassVar[EventEntry[TurnBegan]] = EventEntry(
        log=form("Turn {turn}: {who}."),
        beats=beat("Turn {turn}: yours", "Turn {turn}: {who}'s"),
        sum=beat("Turn {turn} begins", "Turn {turn} begins"),
        sum_slots={"turn": lambda facts: facts[-1].turn},
        sort=CHAPTER,
        begins=True,
        changes=[TURN, Change("stays tapped")],
    )


class TurnEnded(SeatFact, frozen=True, tag="turn-ended"):
    """A player's turn is over (DW29)."""

    entry: ClassVar[EventEntry[TurnEnded]] = EventEntry(
        log=form("{who}'s turn ends."),
        beats=SILENT,
        told_with=("turn-began", "let-go", "played", "activated", "ended"),
        changes=[TURN, in_force(UNTIL_TURN), in_force(UNTIL_ATTACK), THE_ATTACK],
    )


def _steps(fact: TrackerMoved, names: Names) -> int:
    """Return the number of spaces that the tracker has moved."""

    def place_of(side: int | None, number: int) -> int:
        return -number if side else number

    return abs(place_of(fact.side, fact.number) - place_of(fact.before_side, fact.before))


class TrackerMoved(SeatFact, frozen=True, tag="tracker-moved"):
    """The tracker has moved from one number to another. Sides are seats, or None for the number 0.

    `why`: "start", "restore", "pay", "gain", "lose", "refresh" or "let-go". `seat` caused the move or is its subject.
    """

    why: str
    before_side: Seat | None
    before: int
    side: Seat | None
    number: int

    @property
    def is_theirs(self) -> bool:
        """Whether the opponent has the memory now."""
        return self.side not in (None, self.seat)

    entry: ClassVar[EventEntry[TrackerMoved]] = EventEntry(
        log=(
            form("The tracker begins on {where}.", why="start"),
            form("{who} restores memory: the tracker goes to {where}.", why="restore"),
            form("{who} pays {n}: the tracker goes to {where}.", why="pay"),
            form("{who} gains {n} memory: the tracker goes to {where}.", why="gain"),
            form("{who} loses {n} memory: the tracker goes to {where}.", why="lose"),
            form("The tracker goes to {where}."),
        ),
        beats=SILENT,  # `wording.story` describes it.
        sum=(
            beat(
                "You leave your opponent {count} memory",
                "{who} leaves the opponent {count} memory",
                is_theirs=True,
            ),
            beat("Your memory: {count}", "{who}'s memory: {count}"),
        ),
        sum_slots={"count": lambda facts: facts[-1].number},
        told_with=("turn-began", "played", "activated", "let-go", "refreshed"),
        slots={"n": _steps, "where": lambda fact, names: place(fact.side, fact.number, names)},
        changes=[TRACKER],
    )


class Refreshed(SeatFact, frozen=True, tag="refreshed"):
    """A player refreshes the hand (DW34)."""

    entry: ClassVar[EventEntry[Refreshed]] = EventEntry(
        log=form("{who} refreshes."),
        beats=beat(
            form("You refresh", "You refresh {n} times"), form("{who} refreshes", "{who} refreshes {n} times")
        ),
        sum=beat(
            form("You refresh", "You refresh {n} times"), form("{who} refreshes", "{who} refreshes {n} times")
        ),
        sum_slots={"n": len},
        sort=PLAY,
        changes=NOTHING,
    )


class LetGo(SeatFact, frozen=True, tag="let-go"):
    """A player ends the turn by letting go (DW33)."""

    entry: ClassVar[EventEntry[LetGo]] = EventEntry(
        beats=beat("You end the turn", "{who} ends their turn"),
        sort=PASS,
        changes=NOTHING,
    )
