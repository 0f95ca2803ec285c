"""The complete position of a Voidream match as data (§2 components, §3 play area)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cards.voidream.language.tree import ConflictKind
from engine.kernel.card_ids import CardId
from engine.kernel.cards.state import CardPosition
from engine.kernel.cards.zones import Backs, SeenBy, ZoneMark
from engine.kernel.decoder import msgpack_reader
from engine.voidream.frame_parts import Mark
from engine.voidream.frames import AnyFrame

DECK = "deck"
HAND = "hand"
ARCANA_DISCARD = "arcana discard"
DISCARD = "discard"
VOID = "void"
PLAY = "play"
ATTACHED = "attached"
PLAYING = "playing"
"""The zone of a card being played, until it has resolved (R6)."""

SETUP = "setup"
BEGINNING = "beginning"
MAIN = "main"
NIGHTMARE = "Nightmare"
OVER = "over"

ATTACKING = "attacking"
DEFENDING = "defending"


class CardState(msgspec.Struct, array_like=True, gc=False):
    """One card of the match. Its id is its index in `VoidreamPosition.cards`, and never leaves the engine."""

    title: str
    owner: int
    zone: str
    controller: int
    tag: int = 0
    """Assigned when the card arrives at a visible place; a new one each time, so that no card can be followed."""
    veiled: bool = False
    face_up: bool = False
    """In a deck: whether it is an active construct. Attached: whether it isn't a charge."""
    exhausted: bool = False
    damage: int = 0
    host: CardId = -1
    attached: Annotated[list[CardId], ZoneMark(ATTACHED, SeenBy.EVERYBODY, ordered=True)] = []
    role: str = ""
    offering: bool = False
    known: int = 0
    """The seats that know the card here: bits of the seats, `WATCHERS`, `BACK` for the value on its back.

    Set by `mutations`.
    """
    seen: int = 0
    """The seats that have ever known it, in any place, and therefore know that it is in its owner's deck. Of
    indistinguishable copies, as many as a player has known simultaneously.
    """


class LastKnown(msgspec.Struct, array_like=True):
    """A card's properties when it left play (R57), for texts that refer to it in the same turn."""

    controller: int
    dawn: int
    stability: int
    dusk: int
    exhausted: bool
    damage: int
    role: str
    charges: int
    attachments: int
    """The number of attachments, including charges."""


class SeatState(msgspec.Struct, array_like=True):
    """One Dreamer's zones, each a list of card ids. `deck[0]` is the top card. `mind` 0 is the spent side."""

    mind_title: str
    mind: int = 0
    deck: Annotated[list[CardId], ZoneMark(DECK, SeenBy.NOBODY, ordered=True, backs=Backs.TOP)] = []
    hand: Annotated[list[CardId], ZoneMark(HAND, SeenBy.OWNER, backs=Backs.ALL)] = []
    arcana_discard: Annotated[list[CardId], ZoneMark(ARCANA_DISCARD, SeenBy.EVERYBODY, ordered=True)] = []
    discard: Annotated[list[CardId], ZoneMark(DISCARD, SeenBy.EVERYBODY, ordered=True)] = []
    void: Annotated[list[CardId], ZoneMark(VOID, SeenBy.EVERYBODY, ordered=True)] = []
    play: Annotated[list[CardId], ZoneMark(PLAY, SeenBy.EVERYBODY, ordered=True)] = []
    lifted: int = 0
    """The number of cards from the top that are being looked at.

    In the meantime the next card is the depth (R10, R34).
    """
    looker: int = -1
    """The seat that looks at them."""


class Conflict(msgspec.Struct, array_like=True):
    """A conflict (§4). `kind` is None before the choice; `begun` when players have started taking turns.

    `marks` are those of the triggers that have led to it (see `loops`).
    """

    attacker: int
    kind: ConflictKind | None = None
    nightmare: bool = False
    begun: bool = False
    marks: list[Mark] = []


class OngoingEffect(msgspec.Struct, array_like=True):
    """An ongoing instruction in force (§7).

    `title`, `side`, `index`, `pc` are the place of its text. `locked` are the affected cards; None if it affects all cards
    that match it at any time. `amount` is its amount at the beginning. It ends with phase number `phase`, or with the
    round if that is 0.
    """

    title: str
    side: str
    index: int
    pc: int
    seat: int
    card: CardId
    locked: list[CardId] | None
    amount: int
    phase: int
    stamp: int = 0
    """The order of arrival among cards in play and ongoing effects (R47)."""


class AbilityUse(msgspec.Struct, array_like=True):
    """A once-a-round ability that was used this round: its controller, and its place in print.

    The card is -1 for a mind's.
    """

    seat: int
    card: CardId
    side: str
    index: int


class VoidreamPosition(CardPosition[AnyFrame, CardState, SeatState], kw_only=True):
    """The complete state of a match at one moment."""

    cards: list[CardState]
    seats: list[SeatState]
    round: int = 0
    phase: str = SETUP
    phases: list[int] = []
    """The numbers of the phases in progress, with a conflict on top of the phase that it interrupted."""
    phase_count: int = 0
    active: int = -1
    passed: list[int] = []
    """The seats that have passed in succession, in order."""
    faced: int = -1
    """The last player who faced Nightmare (R20)."""
    last_passer: int = -1
    conflict: Conflict | None = None
    in_nightmare: int = -1
    ongoing: list[OngoingEffect] = []
    tags: int = 0
    history: list[tuple[str, str]] = []
    """The actions in this phase, each with a digest of the position before it (R33, R47)."""
    left: dict[CardId, LastKnown] = {}
    """By card: its properties when it left play this turn (R57)."""
    shuffled: bool = True
    """Whether the decks have been shuffled. Before that, they have no top cards (§3, R51)."""
    used: list[AbilityUse] = []
    """The abilities used up this round."""
    happened: dict[str, list[list[CardId]]] = {}
    """The events of this round that texts depend on, by key (`program.remembered`): for each seat that is "you" in it,
    the cards of the event; -1 for none, and for a card that has changed zones since.
    """


_READER = msgpack_reader(VoidreamPosition)


def unpacked(data: bytes) -> VoidreamPosition:
    """Return the position stored in these bytes. Raises msgspec.MsgspecError if they aren't one."""
    return _READER.read(data)
