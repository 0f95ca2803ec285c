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
"""The maximum number of attacks, and of blocks, of a Minion in a turn (DD66, DD67)."""


class Fought(msgspec.Struct, array_like=True):
    """A Minion that attacked or blocked this turn: how often, and whether it stays on the table to do it again."""

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
    """Used cards: part of the discard pile, but they can't be moved before the End Phase (DD17)."""
    table: Annotated[list[CardId], ZoneMark(zones.TABLE, SeenBy.EVERYBODY, ordered=True)] = []
    fought: list[Fought] = []
    once: list[str] = []
    """The keys of the Master's lines used this turn (DD82)."""
    stats: dict[str, int] = {}
    """The bonus of all the player's fighters this turn, by ATK, DEF and SKL."""
    less: int = 0
    """The reduction of FAME for recruiting this turn (DD31)."""
    waives: bool = False
    """Whether cards of the other faction need no additional FAME this turn (DD30)."""
    on_top: int = 0
    """The number of cards acquired next this turn that go on top of the deck instead of into the discard pile."""
    turned: dict[str, int] = {}
    """The number of the player's cards that aren't on the side on which they came, by visible title (DD81)."""


class TurnRemainder(msgspec.Struct, array_like=True):
    """The rest of the active player's turn (DD11)."""

    abilities: int = 1
    deeds: int = 1
    combats: int = 1
    acquisitions: int = 1
    recruits: int = 0
    purchases: int = 0


class Added(msgspec.Struct, array_like=True):
    """An addition to a fighter's number until Clean-Up; with `each`, once for each such helper at the end (DD47)."""

    stat: str
    amount: int
    each: str = ""


class CombatSide(msgspec.Struct, array_like=True):
    """One side of a Combat: the player, the Minion (-1: none), and its helpers.

    Effects on an opposing Minion that isn't there yet are stored here. Without one they do nothing (DD64).
    """

    seat: int
    card: CardId = -1
    helpers: list[CardId] = []
    """In the order in which they were used (DD57)."""
    added: list[Added] = []
    defender: bool = False
    """Whether it gained Defender."""
    less: int = 0
    """The reduction of its player's loss of LP in the Damage step (DD70)."""
    barred: list[str] = []
    """The kinds of helpers that can no longer be used."""
    again: list[str] = []
    """The steps, Attack and Block, that it may do once more (DD66, DD67)."""
    turning: list[CardId] = []
    """The cards to turn over at Clean-Up (DD103)."""


class Combat(msgspec.Struct, array_like=True):
    """A Combat in progress."""

    attacker: CombatSide
    defender: CombatSide
    is_declared: bool = False
    is_over: bool = False
    """Whether damage was dealt. From then on, players who fall don't stop it (DD69)."""


class DystopiaPosition(CardPosition[AnyFrame | Sitting[DystopiaFact], MovableCard, SeatState], kw_only=True):
    """The complete state of a match at one moment."""

    cards: list[MovableCard]
    seats: list[SeatState]
    supply: Annotated[list[CardId], ZoneMark(zones.SUPPLY, SeenBy.EVERYBODY, ordered=True)] = []
    masters: Annotated[list[CardId], ZoneMark(zones.MASTERS, SeenBy.EVERYBODY, ordered=True)] = []
    box: Annotated[list[CardId], ZoneMark(zones.BOX, SeenBy.EVERYBODY, ordered=True)] = []
    """Unused starting Minions."""
    gone: Annotated[list[CardId], ZoneMark(zones.GONE, SeenBy.EVERYBODY, ordered=True)] = []
    """The cards of players who are out (DD71)."""
    first: int = -1
    """The player who counts as the youngest, chooses first and takes the first turn (DD7)."""
    turn: int = 0
    active: int = -1
    allowed: TurnRemainder = msgspec.field(default_factory=TurnRemainder)
    is_acquiring: bool = False
    """Whether a card was acquired this turn, so that only acquiring is left (DD13)."""
    is_ending: bool = False
    """Whether the Main Phase is over."""
    attacks: int = 0
    """The number of attacks declared this turn."""
    combat: Combat | None = None
    quiet: int = 0
    """The number of consecutive turns in which no one lost LP (DD113)."""
    is_quiet: bool = True
    """Whether no one has lost LP this turn."""


LAYOUT = CardLayout(DystopiaPosition)
