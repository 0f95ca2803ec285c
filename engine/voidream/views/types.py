"""The types of one audience's view of a Voidream match. `views` builds them, `render` draws them.

Everything here is intended for that audience. Hidden cards have no title and no identity. A card gets a `tag` when it
is put on the table where everyone can see it, and tags are never reused.
"""

from __future__ import annotations

import msgspec

from engine.voidream.facts.terms import ScorePart


class CardFace(msgspec.Struct, frozen=True):
    """A card whose face this audience knows, as printed. Values that its kind doesn't have are 0 or empty."""

    title: str
    kind: str
    """One of arcanum, thought, memory, entity, construct, bastion and mind."""
    faction: str
    value: int
    types: tuple[str, ...] = ()
    dawn: int = 0
    stability: int = 0
    dusk: int = 0
    text: tuple[str, ...] = ()
    """The printed lines; the upright ones of an arcanum."""
    inverted: tuple[str, ...] = ()
    flavour: str = ""
    back: tuple[str, ...] = ()
    """The lines on a bastion's back that begin with "At the start of the game"."""
    art: str = ""
    """The recipe of its picture; "" if it follows from the title."""


class HandCard(msgspec.Struct, frozen=True):
    """An arcanum in a hand. Its back shows its value to everyone, its face only to its owner (R2)."""

    value: int
    face: CardFace | None
    playable: str = ""
    """For its owner: "" if it can be played now or it isn't their turn; otherwise the reason, as a sentence."""


class AttachedCard(msgspec.Struct, frozen=True):
    """A card under a host. Only its controller knows a charge's face."""

    tag: int
    value: int
    face: CardFace | None
    is_charge: bool
    controller: int
    exhausted: bool = False


class StatChange(msgspec.Struct, frozen=True):
    """The reason why a number of a card in play differs from the printed one."""

    of: str
    """One of dawn, stability and dusk."""
    title: str
    """The card that changes it."""
    number: int


class CardInPlay(msgspec.Struct, frozen=True):
    """A face-up memory or entity, or a veiled card (`veiled`: kind unknown, face only to its controller)."""

    tag: int
    value: int
    face: CardFace | None
    veiled: bool = False
    owner: int = 0
    controller: int = 0
    exhausted: bool = False
    damage: int = 0
    dawn: int = 0
    """The current dawn, stability and dusk of an entity."""
    stability: int = 0
    dusk: int = 0
    keywords: tuple[str, ...] = ()
    """The current keywords: "Deep", "Dormant 2"."""
    role: str = ""
    """"attacking", "defending" or "" (§4)."""
    attached: tuple[AttachedCard, ...] = ()
    changes: tuple[StatChange, ...] = ()
    """The reasons why dawn, stability and dusk differ from the printed values."""


class ConstructView(msgspec.Struct, frozen=True):
    """An active construct, including bastions. `from_top` is 0 on top, None if its place is unknown (R52)."""

    face: CardFace
    stability: int
    damage: int
    is_bastion: bool
    from_top: int | None
    exhausted: bool = False


class MindView(msgspec.Struct, frozen=True):
    """The mind card. `count` is the upright number, 0 when spent. `texts[n]` are the lines upright at n."""

    title: str
    faction: str
    count: int
    texts: tuple[tuple[str, ...], ...]
    art: str = ""
    """The recipe of its picture; "" if it follows from the title."""


class PileView(msgspec.Struct, frozen=True):
    """A public, unordered pile, sorted by title (R5)."""

    cards: tuple[CardFace, ...]
    offerings: tuple[int, ...] = ()
    """The offerings in a Void, as indices of `cards` (§7 Offerings, R12)."""


class SideView(msgspec.Struct, frozen=True):
    """One Dreamer's side of the table."""

    seat: int
    mind: MindView
    hand: tuple[HandCard, ...]
    """Sorted by value and title in the owner's view, by value in others'."""
    deck_count: int
    depth: int
    """The value on top of the deck; 0 only for an empty deck."""
    top: ConstructView | None
    """The active construct on top; None: a face-down card of value `depth`."""
    constructs: tuple[ConstructView, ...]
    """All active constructs in any zone, including the bastion."""
    play: tuple[CardInPlay, ...]
    arcana_discard: PileView
    discard: PileView
    void: PileView
    dawn_score: int = 0
    """The current scores in a conflict, before the attacker rolls."""
    dusk_score: int = 0
    dawn_parts: tuple[ScorePart, ...] = ()
    """The parts of each score; empty outside of conflicts."""
    dusk_parts: tuple[ScorePart, ...] = ()
    has_siege: bool = False
    known_top: tuple[CardFace, ...] = ()
    """The cards on top of the deck, from the top, as far as this audience has seen them."""
    next_depth: int = 0
    """The depth after a roll, if this audience knows the value of the second card; otherwise 0."""
    must_enter: str = ""
    """The title of a card in force that forbids this seat to avoid Nightmare; "" if there is none."""


class ConflictView(msgspec.Struct, frozen=True):
    """The current conflict. The participants have their `role` in `CardInPlay`."""

    kind: str
    """One of dawn and dusk, or "" before the choice."""
    attacker: int
    nightmare: bool
    attackers_stand: bool = True
    """Whether the attackers are declared. Before that, no card attacks yet."""
    defenders_stand: bool = True
    by_depth: tuple[tuple[int, int], ...] = ()
    """The scores of both seats for each depth, from 1, that the attacker's roll can bring; empty before the kind is chosen."""

    def stands(self, seat: int) -> bool:
        """Return whether that seat's fighters are declared."""
        return self.attackers_stand if seat == self.attacker else self.defenders_stand


class OngoingView(msgspec.Struct, frozen=True):
    """An ongoing effect in force: its controller, source card, text, and duration in words."""

    controller: int
    source: str
    text: str
    until: str
    lasts: str = ""
    """Its duration: "round", "phase" or "conflict"."""


class Awaited(msgspec.Struct, frozen=True):
    """The seat whose decision is awaited, with a public description of its topic."""

    seat: int
    about: str


class VoidreamView(msgspec.Struct, frozen=True):
    """All that one audience may know of the position. `viewer` is None for spectators."""

    viewer: int | None
    round: int
    phase: str
    """One of setup, beginning, main, Nightmare, dawn conflict, dusk conflict, conflict and over."""
    active: int | None
    """The active player (R15)."""
    sides: tuple[SideView, SideView]
    conflict: ConflictView | None
    ongoing: tuple[OngoingView, ...]
    awaited: tuple[Awaited, ...]
    passed: tuple[int, ...]
    """The seats that have passed in succession."""
    looking_at: tuple[CardFace, ...] = ()
    """The cards that the viewer is currently looking at: an evoked card, the top cards of a deck."""
    resolving: CardFace | None = None
    """A face-up card that is being played (R6)."""
    winners: tuple[int, ...] = ()
    ended: str = ""
    """The reason for the end: bastion, insanity, both, resignation, …; "" during the match."""
    resolving_inverted: bool = False
    """Whether the card being played is an inverted arcanum."""
