"""The whole position of a match of Dreams of Dystopia as data (Preparations, DD3, DD17, DD77–DD79)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.dreams_of_dystopia import zones
from engine.dreams_of_dystopia.facts import DystopiaFact
from engine.dreams_of_dystopia.frames import AnyFrame
from engine.kernel.card_ids import CardId
from engine.kernel.cards.state import CardPosition, MovableCard
from engine.kernel.cards.zones import CardLayout, SeenBy, ZoneMark
from engine.kernel.machine import Sitting

HAND_SIZE = 5
MOST_LP = 20
"""The highest number on the red die (DD36)."""
QUIET_TURNS = 20
"""The number of turns of each player without a lost LP after which a match is a draw (DD76)."""
MOST_FIGHTS = 2
"""No Minion attacks, or blocks, more often in a turn (DD66, DD67)."""


class Fought(msgspec.Struct, array_like=True):
    """A Minion that has attacked or blocked in this turn: how often, and whether it stays on the table to do it again."""

    card: CardId
    step: str
    times: int
    stays: bool = False


class SeatState(msgspec.Struct, array_like=True):
    """A player's seat. `deck[0]` is on top."""

    lp: int = 0
    fame: int = 0
    master: Annotated[list[CardId], ZoneMark(zones.MASTER, SeenBy.EVERYBODY)] = []
    hand: Annotated[list[CardId], ZoneMark(zones.HAND, SeenBy.OWNER)] = []
    deck: Annotated[list[CardId], ZoneMark(zones.DECK, SeenBy.NOBODY, ordered=True)] = []
    discard: Annotated[list[CardId], ZoneMark(zones.DISCARD, SeenBy.EVERYBODY)] = []
    used: Annotated[list[CardId], ZoneMark(zones.USED, SeenBy.EVERYBODY)] = []
    """Used cards: they belong to the discard pile, and can't be moved before the End Phase (DD17)."""
    table: Annotated[list[CardId], ZoneMark(zones.TABLE, SeenBy.EVERYBODY, ordered=True)] = []
    fought: list[Fought] = []
    once: list[str] = []
    """The keys of the Master's lines that were used in this turn (DD82)."""
    stats: dict[str, int] = {}
    """By ATK, DEF, SKL: what all Minions that fight for this player get in this turn."""
    less: int = 0
    """The reduction of FAME for recruiting in this turn (DD31)."""
    waives: bool = False
    """Whether cards of the other faction need no more FAME in this turn (DD30)."""
    on_top: int = 0
    """The number of cards acquired in this turn that go on top of the deck instead of into the discard pile."""
    turned: dict[str, int] = {}
    """By visible title, the number of the player's cards on a different side than the one on which they came (DD81)."""


class TurnRemainder(msgspec.Struct, array_like=True):
    """The rest of the active player's turn (DD11)."""

    abilities: int = 1
    deeds: int = 1
    combats: int = 1
    acquisitions: int = 1
    recruits: int = 0
    purchases: int = 0


class Added(msgspec.Struct, array_like=True):
    """An addition to a number of a fighter until Clean-Up; with `each`, once for each such helper in the end (DD47)."""

    stat: str
    amount: int
    each: str = ""


class CombatSide(msgspec.Struct, array_like=True):
    """One side of a Combat: the player, the Minion (-1: none), and its helpers.

    Effects on the opposing Minion are stored here before it comes, and are void if none does (DD64).
    """

    seat: int
    card: CardId = -1
    helpers: list[CardId] = []
    """In the order in which they were used (DD57)."""
    added: list[Added] = []
    defender: bool = False
    """Whether it has gained Defender."""
    less: int = 0
    """The reduction of its player's loss of LP in the Damage step (DD70)."""
    barred: list[str] = []
    """The helpers that can't be used any more."""
    again: list[str] = []
    """The steps, Attack and Block, of which it has been given one more (DD66, DD67)."""
    turning: list[CardId] = []
    """The cards that will be turned over at Clean-Up (DD103)."""


class Combat(msgspec.Struct, array_like=True):
    """A Combat in progress."""

    attacker: CombatSide
    defender: CombatSide
    is_declared: bool = False
    is_over: bool = False
    """Whether damage has been dealt: from then on nobody who falls stops it (DD69)."""


class DystopiaPosition(CardPosition[AnyFrame | Sitting[DystopiaFact], MovableCard, SeatState], kw_only=True):
    """The complete state of a match at one moment."""

    cards: list[MovableCard]
    seats: list[SeatState]
    supply: Annotated[list[CardId], ZoneMark(zones.SUPPLY, SeenBy.EVERYBODY, ordered=True)] = []
    masters: Annotated[list[CardId], ZoneMark(zones.MASTERS, SeenBy.EVERYBODY, ordered=True)] = []
    box: Annotated[list[CardId], ZoneMark(zones.BOX, SeenBy.EVERYBODY, ordered=True)] = []
    """Starting Minions that nobody needs."""
    gone: Annotated[list[CardId], ZoneMark(zones.GONE, SeenBy.EVERYBODY, ordered=True)] = []
    """The cards of those who are out (DD71)."""
    first: int = -1
    """The player who counts as the youngest: chooses first and takes the first turn (DD7)."""
    turn: int = 0
    active: int = -1
    allowed: TurnRemainder = msgspec.field(default_factory=TurnRemainder)
    is_acquiring: bool = False
    """Whether a card has been acquired in this turn: nothing but acquiring is left (DD13)."""
    is_ending: bool = False
    """Whether the Main Phase is over."""
    attacks: int = 0
    """The number of attacks declared in this turn."""
    combat: Combat | None = None
    quiet: int = 0
    """The number of successive turns in which nobody has lost a LP (DD113)."""
    is_quiet: bool = True
    """Whether no one has in this one."""


LAYOUT = CardLayout(DystopiaPosition)
