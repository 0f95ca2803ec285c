"""The types of one audience's view of a match of Dreams of Dystopia. `builder` builds them, `render` draws them.

Cards are titles of the sides that are up, "" for a card that this audience doesn't know. `pool_of` returns the printed
cards.
"""

from __future__ import annotations

import msgspec

from engine.dreams_of_dystopia.position import TurnRemainder
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.saves.stored_set import read_cards
from engine.kernel.position import Places


class PlayerView(msgspec.Struct, frozen=True):
    """A player's side of the table (DD77–DD79, DD116)."""

    seat: int
    is_out: bool
    lp: int
    fame: int
    master: str
    """"" before the choice, and for a player who is out."""
    faction: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    """From the top."""
    discard: tuple[str, ...]
    used: tuple[str, ...]
    table: tuple[str, ...]
    holds: tuple[str, ...]
    """Hand and deck together, sorted, which are public (DD78)."""
    in_deck: tuple[str, ...]
    """The deck, sorted, for its owner only (DD116)."""
    to_attack: tuple[str, ...] = ()
    """Minions on the table that may attack once more (DD66)."""
    to_block: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    """The bonus of this player's fighters from this turn and the Master, by ATK, DEF and SKL."""
    once: tuple[str, ...] = ()
    """The printed lines of the Master that can still be used this turn."""
    less: int = 0
    waives: bool = False
    on_top: int = 0
    turned: tuple[str, ...] = ()
    """The cards on a different side than the one on which they came, including the Master."""


class PileView(msgspec.Struct, frozen=True):
    """A pile of the Supply: the titles of its sides, and the number of cards left."""

    sides: tuple[str, ...]
    count: int


class FighterView(msgspec.Struct, frozen=True):
    """One side of a Combat, with its current numbers."""

    seat: int
    card: str
    """"" without a Minion."""
    helpers: tuple[str, ...]
    atk: int
    defence: int
    skl: int
    defender: bool
    less: int
    added: tuple[tuple[str, int, str], ...]
    """Additions to its numbers, also without a Minion yet (DD64): stat, amount, and the helper counted, "" for once."""
    barred: tuple[str, ...]
    again: tuple[str, ...]
    turning: tuple[str, ...]
    upon_hit: tuple[str, ...]
    """The printed lines of a hit by this side, in order (DD57)."""


class CombatView(msgspec.Struct, frozen=True):
    """A Combat in progress."""

    attacker: FighterView
    defender: FighterView
    is_declared: bool


class DystopiaView(msgspec.Struct, frozen=True):
    """Everything one audience may know."""

    viewer: int | None
    first: int
    turn: int
    active: int
    allowed: TurnRemainder
    is_acquiring: bool
    attacks: int
    quiet: int
    players: tuple[PlayerView, ...]
    supply: tuple[PileView, ...]
    masters: tuple[tuple[str, ...], ...]
    """The free Masters, each as the titles of both sides."""
    gone: int
    """The number of cards that left the match (DD71)."""
    combat: CombatView | None
    """None once the match is over."""
    awaited: tuple[tuple[int, str], ...]
    """Seats with open questions, and the topics in words."""
    ended: str = ""
    """The key of the ending, "" during the match."""
    places: Places = ()
    """The seats by place; empty during the match."""
    printed: bytes = b""
    """The stored cards of the match, b"" for the game's current ones."""


def pool_of(view: DystopiaView) -> CardPool:
    """Return the compiled cards of a view's match."""
    return read_cards(view.printed)
