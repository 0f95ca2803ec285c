"""The types of one audience's view of a Dreamweavers match. `builder` builds them, `render` draws them.

Everything here is deliberately shown to that audience. A hidden card has no face. Titles identify cards, because no two
cards of a match have the same one.
"""

from __future__ import annotations

import msgspec

from engine.kernel.position import Places


class CardFace(msgspec.Struct, frozen=True):
    """A card whose face this audience knows, as printed. `kind` is "Thought" or "Feeling". A Feeling's power is 0."""

    title: str
    notion: str
    """The notion's name on cards, "Rage". Its key is the same in lower case."""
    kind: str
    cost: int
    power: int = 0
    text: tuple[str, ...] = ()
    flavour: str = ""


class IntentView(msgspec.Struct, frozen=True):
    """A revealed Intent, or the viewer's own choice (DW6)."""

    notion: str
    text: tuple[str, ...]
    is_open: bool = True


class PowerChange(msgspec.Struct, frozen=True):
    """A change of a Thought's power: the title of the card or Intent, and the amount."""

    title: str
    number: int


class CardInPlay(msgspec.Struct, frozen=True):
    """A Thought or a Feeling in its section."""

    face: CardFace
    tapped: bool = False
    power: int = 0
    """The current power (DW68)."""
    keywords: tuple[str, ...] = ()
    """The current keywords: "Quick", "Bulwark 2"."""
    changes: tuple[PowerChange, ...] = ()
    is_new: bool = False
    """Whether it entered play this turn, so that it can't attack unless it is quick (DW73)."""
    can_attack: bool = False
    """Whether it could be declared as an attacker if its controller could act now."""
    lingers: bool = False
    """Whether a Feeling's lingering effect applies (DW42)."""
    stays_tapped: bool = False
    on_standby: bool = False
    """Whether one of its effects is on standby."""
    stands: bool = False
    """Whether the Thought currently can't be destroyed."""
    role: str = ""
    """"attacking", "attacked" or ""."""


class HandCard(msgspec.Struct, frozen=True):
    """A card in a hand. Its player, and those who know it, see its face (DW16)."""

    face: CardFace | None
    is_known: bool = False
    """Whether everyone knows that it is there."""
    cost: int = 0
    """Its current cost for its player (DW27)."""
    playable: str = ""
    """For its player: "" if it can be played now or it isn't their move; otherwise the reason, as a sentence."""


class SideView(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    seat: int
    notions: tuple[str, ...]
    intent: IntentView | None
    mind_count: int
    mind: tuple[CardFace | None, ...]
    """The cards from the top down to the deepest one anyone knows; empty for an audience that knows none of them."""
    ego: tuple[CardFace | None, ...]
    """The cards from the top, with their faces if known."""
    hand: tuple[HandCard, ...]
    """First the publicly known cards, then those known to this audience, each by cost and title."""
    id: tuple[CardFace, ...]
    """The cards sorted by title (DW15)."""
    thoughts: tuple[CardInPlay, ...]
    feelings: tuple[CardInPlay, ...]
    most_thoughts: int = 3
    most_feelings: int = 3
    memory: int = 0
    """The tracker's number on this side, or 0 (DW22)."""
    shields_bonus: int = 0
    """The bonus of the shields of an attack, if at least one is discarded."""


class StandbyView(msgspec.Struct, frozen=True):
    """An effect on standby: its player, its card or Intent, its text, and the public cards named for it."""

    seat: int
    title: str
    text: str
    named: tuple[str, ...] = ()
    is_cancelled: bool = False


class AttackView(msgspec.Struct, frozen=True):
    """The current attack. `target` is "" for the Ego. `needed` is the shield value that stops it."""

    seat: int
    attacker: str
    power: int
    target: str
    target_power: int = 0
    shields: tuple[str, ...] = ()
    shield_value: int = 0
    """The total of the shields so far, and of the attacked Thought."""


class LastingView(msgspec.Struct, frozen=True):
    """An effect for this turn or attack: its controller, source card, text, and affected cards."""

    seat: int
    title: str
    text: str
    cards: tuple[str, ...]
    until: str
    """"turn" or "attack"."""


class DraftNotion(msgspec.Struct, frozen=True):
    """A notion in the draft. `taken_by` is None while it is available; `order` is the number of its pick, from 1."""

    notion: str
    about: str
    cover: tuple[str, ...]
    cards: tuple[CardFace, ...]
    taken_by: int | None = None
    order: int = 0


class DraftView(msgspec.Struct, frozen=True):
    """The draft (§Setup 1): all notions, the current player, and the number to pick.

    `rolls` are the last 3d6 by seat (DW1).
    """

    notions: tuple[DraftNotion, ...]
    picking: int | None
    count: int
    rolls: tuple[tuple[int, ...], ...] = ()


class Awaited(msgspec.Struct, frozen=True):
    """The seat whose decision is awaited, with a public description of its topic."""

    seat: int
    about: str


class DreamweaversView(msgspec.Struct, frozen=True):
    """Everything that one audience may know of the position. `viewer` is None for spectators."""

    viewer: int | None
    phase: str
    """One of draft, intent, mulligan, upkeep, main and over."""
    turn: int
    active: int | None
    """The active player; None before the first turn."""
    first: int | None
    tracker_side: int | None
    """The side of the tracker; None on 0."""
    tracker: int
    """The tracker's number, 0 to 10."""
    sides: tuple[SideView, SideView]
    standby: tuple[StandbyView, ...] = ()
    """The effects on standby in order of play. The last one resolves first."""
    attack: AttackView | None = None
    lasting: tuple[LastingView, ...] = ()
    awaited: tuple[Awaited, ...] = ()
    draft: DraftView | None = None
    """The draft, until the first turn."""
    looking_at: tuple[CardFace, ...] = ()
    """The cards that the viewer is currently looking at."""
    revealed: CardFace | None = None
    """A card revealed by damage that isn't in a zone yet (DW91)."""
    repeated: int = 0
    """The number of Main Phases, including this one, that have begun with the same public state (DW103)."""
    places: Places = ()
    ended: str = ""
    """The key of the ending; "" while the match is in progress."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners; empty for a draw, and during the match."""
        return self.places[0] if len(self.places) > 1 else ()
