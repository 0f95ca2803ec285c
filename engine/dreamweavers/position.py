"""The complete position of a Dreamweavers match as data (§Game layout, DW13)."""

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
"""The zone of a card revealed by damage, until it enters the hand or its section (DW91)."""
IN_PLAY = (THOUGHTS, FEELINGS)

DRAFT = "draft"
INTENT = "intent"
MULLIGAN = "mulligan"
UPKEEP = "upkeep"
MAIN = "main"
OVER = "over"

END_OF_GAUGE = 10
"""The maximum of the gauge on each side (DW25)."""

UNTIL_TURN = "turn"
UNTIL_ATTACK = "attack"


class CardState(msgspec.Struct, array_like=True, gc=False):
    """One card of the match. Its id is its index in `DreamweaversPosition.cards`, and never leaves the engine."""

    title: str
    owner: int
    zone: str = MIND
    tag: Tag = 0
    """Changes with each change of zones, so that the card counts as a new one (DW18)."""
    known: int = 0
    """The seats that know the card in its place: bits of the seats and of everyone (DW14, DW16)."""
    tapped: bool = False
    entered: int = 0
    """The number of the turn in which it entered play (DW73)."""
    attacks: int = 0
    """The number of times that it was declared as an attacker this turn."""
    stays_tapped: bool = False
    """Whether it stays tapped in its controller's next Upkeep."""
    settled: bool = False
    """Whether a Feeling's fleeting effect is over, so that its lingering effect applies (DW42)."""
    used: list[int] = []
    """The numbers of once-a-turn lines that were used this turn (DW48)."""


class SeatState(msgspec.Struct, array_like=True):
    """One player's zones, each a list of card ids. `mind[0]` and `ego[0]` are the top cards."""

    notions: list[str] = []
    intent: str = ""
    """The chosen notion, once revealed (DW6)."""
    mind: Annotated[list[CardId], ZoneMark(MIND, SeenBy.NOBODY, ordered=True)] = []
    hand: Annotated[list[CardId], ZoneMark(HAND, SeenBy.OWNER)] = []
    ego: Annotated[list[CardId], ZoneMark(EGO, SeenBy.NOBODY, ordered=True)] = []
    id: Annotated[list[CardId], ZoneMark(ID, SeenBy.EVERYBODY)] = []
    thoughts: Annotated[list[CardId], ZoneMark(THOUGHTS, SeenBy.EVERYBODY, ordered=True)] = []
    feelings: Annotated[list[CardId], ZoneMark(FEELINGS, SeenBy.EVERYBODY, ordered=True)] = []
    used: list[int] = []
    """The numbers of the Intent's once-a-turn lines that were used this turn."""


class LastingEffect(msgspec.Struct, array_like=True):
    """An effect that lasts until the end of the turn or attack (DW37, DW83).

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
    """The current attack (§Attacking).

    `target` is None for the Ego. `shields` are the discarded Thoughts by title.
    """

    seat: int
    attacker: Ref
    target: Ref | None
    shields: list[str] = []
    shield_value: int = 0
    has_stepped_in: bool = False
    """Whether a Guardian has stepped in."""
    in_combat: bool = False
    """Whether combat has begun.

    From then on the attack lasts until its damage is dealt, even without its cards (DW81).
    """


class DepartedCard(msgspec.Struct, array_like=True):
    """A card as it was when it left play, for texts that refer to it later in the turn (DW18, DW58)."""

    card: CardId
    tag: Tag
    power: int
    tapped: bool


class DreamweaversPosition(CardPosition[AnyFrame, CardState, SeatState], kw_only=True):
    """The complete state of a match at one moment."""

    notions: list[str]
    """The notions left in the draft, in the order in which they are shown."""
    drafted: list[tuple[int, str]] = []
    """The seats and notions of the picks, in order."""
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
    """The tracker's place: positive on the side of seat 0, negative on the side of seat 1 (§The memory gauge)."""
    standby: list[StandbyEffect] = []
    """The effects on standby, the latest last."""
    attack: Attack | None = None
    lasting: list[LastingEffect] = []
    waiting: list[Trigger] = []
    """Triggers that haven't started to resolve (DW63)."""
    ended: list[tuple[CardId, str, int]] = []
    """Lines already triggered by the end of this turn, which happens once for each (DW36)."""
    attacked: bool = False
    """Whether the active player has attacked this turn."""
    gone: list[DepartedCard] = []
    tags: int = 0
    history: list[tuple[str, str]] = []
    """The actions taken this turn, each with a digest of the position before it (DW70)."""
    beginnings: list[str] = []
    """The public state at the beginning of each Main Phase (DW103)."""


LAYOUT = CardLayout(DreamweaversPosition)


def unpacked(data: bytes) -> DreamweaversPosition:
    """Return the position stored in these bytes. Raises msgspec.MsgspecError if they aren't one."""
    return LAYOUT.read(data)
