"""The whole position of a match of Dreamweavers as data (§Game layout, DW13)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.dreamweavers.frames import AnyFrame, Ref, StandbyEffect, Trigger
from engine.kernel.card_ids import CardId, Tag
from engine.kernel.cards.state import CardPosition
from engine.kernel.cards.zones import CardLayout, SeenBy, ZoneMark

MIND = "mind"
HAND = "hand"
EGO = "ego"
ID = "id"
THOUGHTS = "thoughts"
FEELINGS = "feelings"
REVEALED = "revealed"
"""A card out of an Ego is in no zone until it is put into the hand or its section (DW91)."""
IN_PLAY = (THOUGHTS, FEELINGS)

DRAFT = "draft"
INTENT = "intent"
MULLIGAN = "mulligan"
UPKEEP = "upkeep"
MAIN = "main"
OVER = "over"

END_OF_GAUGE = 10
"""The gauge goes so far on either side (DW25)."""

UNTIL_TURN = "turn"
UNTIL_ATTACK = "attack"


class CardState(msgspec.Struct, array_like=True, gc=False):
    """One card of the match. Its number in `DreamweaversPosition.cards` is its id, which never leaves the engine."""

    title: str
    owner: int
    zone: str = MIND
    tag: Tag = 0
    """Anew each time that it changes zones: from then on it is a new card (DW18)."""
    known: int = 0
    """The seats that know the card here: bits of the seats, and of everybody (DW14, DW16)."""
    tapped: bool = False
    entered: int = 0
    """The number of the turn in which it came into play (DW73)."""
    attacks: int = 0
    """The number of times that it was declared as attacker in this turn."""
    stays_tapped: bool = False
    """It does not untap in its controller's next Upkeep."""
    settled: bool = False
    """For a Feeling: whether its fleeting effect is done, so that its lingering effect applies (DW42)."""
    used: list[int] = []
    """The numbers of the lines that were used in this turn and may be once (DW48)."""


class SeatState(msgspec.Struct, array_like=True):
    """One player's areas, each a list of card ids. `mind[0]` and `ego[0]` are on top."""

    notions: list[str] = []
    intent: str = ""
    """The chosen notion, once it lies open (DW6)."""
    mind: Annotated[list[CardId], ZoneMark(MIND, SeenBy.NOBODY, ordered=True)] = []
    hand: Annotated[list[CardId], ZoneMark(HAND, SeenBy.OWNER)] = []
    ego: Annotated[list[CardId], ZoneMark(EGO, SeenBy.NOBODY, ordered=True)] = []
    id: Annotated[list[CardId], ZoneMark(ID, SeenBy.EVERYBODY)] = []
    thoughts: Annotated[list[CardId], ZoneMark(THOUGHTS, SeenBy.EVERYBODY, ordered=True)] = []
    feelings: Annotated[list[CardId], ZoneMark(FEELINGS, SeenBy.EVERYBODY, ordered=True)] = []
    used: list[int] = []
    """The numbers of the lines of the Intent that were used in this turn and may be once."""


class LastingEffect(msgspec.Struct, array_like=True):
    """An effect in force until the turn or the attack is over (DW37, DW83).

    `title`, `line`, `pc` are the place of its text, `seat` its controller. `cards` are the affected cards; None if it
    affects players' actions. `amount` is its amount at the beginning.
    """

    title: str
    line: int
    pc: int
    seat: int
    cards: list[Ref] | None
    amount: int
    until: str


class Attack(msgspec.Struct, array_like=True):
    """The attack in progress (§Attacking). `target` is None for the Ego. `shields` are discarded Thoughts by title."""

    seat: int
    attacker: Ref
    target: Ref | None
    shields: list[str] = []
    shield_value: int = 0
    has_stepped_in: bool = False
    """Whether a Guardian has stepped in."""
    in_combat: bool = False
    """Whether combat has begun: then the attack lasts until its damage is dealt, even if a card is gone (DW81)."""


class DepartedCard(msgspec.Struct, array_like=True):
    """A card as it was when it left play, for texts that still speak of it in the same turn (DW18, DW58)."""

    card: CardId
    tag: Tag
    power: int
    tapped: bool


class DreamweaversPosition(CardPosition[AnyFrame, CardState, SeatState], kw_only=True):
    """The complete state of a match at one moment."""

    notions: list[str]
    """Those that are left to be drafted, in the order in which they are shown."""
    drafted: list[tuple[int, str]] = []
    """The takers, in this order."""
    rolls: list[list[int]] = []
    """The last 3d6, by seat (DW1)."""
    cards: list[CardState] = []
    seats: list[SeatState]
    first: int = -1
    """The first player (DW1)."""
    turn: int = 0
    active: int = -1
    phase: str = DRAFT
    tracker: int = 0
    """The tracker's place: above 0 on the side of seat 0, below 0 on that of seat 1 (§The memory gauge)."""
    standby: list[StandbyEffect] = []
    """Effects that wait, the last one last."""
    attack: Attack | None = None
    lasting: list[LastingEffect] = []
    waiting: list[Trigger] = []
    """Triggers that have not been given their turn yet (DW63)."""
    ended: list[tuple[CardId, str, int]] = []
    """Lines that have triggered because this turn was about to end: each does so once (DW36)."""
    attacked: bool = False
    """Whether the active player has attacked in this turn."""
    gone: list[DepartedCard] = []
    tags: int = 0
    history: list[tuple[str, str]] = []
    """In this turn: what position there was, and what was done in it (DW70)."""
    beginnings: list[str] = []
    """The public state at the beginning of each Main Phase (DW103)."""


LAYOUT = CardLayout(DreamweaversPosition)


def unpacked(data: bytes) -> DreamweaversPosition:
    """Return the position that these bytes hold. Raises msgspec.MsgspecError for bytes that hold none."""
    return LAYOUT.read(data)
