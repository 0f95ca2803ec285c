"""Facts about decks, and about looking at cards (§2, §6)."""

from __future__ import annotations

from engine.kernel.events.event import Fact
from engine.voidream.facts.terms import Named, PlaceLookedAt, Seat


class Evoking(Fact, frozen=True, tag="evoking"):
    """A player looks at the top card of their deck to evoke it (§2, R7).

    `next` is the value on the back of the card beneath. `title`, for that player alone, is the card.
    """

    seat: Seat
    next: int
    title: str | None = None


class EvokeDeclined(Fact, frozen=True, tag="evoke-declined"):
    """A player has put the card that they looked at back on top of their deck (§2)."""

    seat: Seat


class Looked(Fact, frozen=True, tag="looked"):
    """A player looks at hidden cards of a player (`of`, who can be the same): so many of them (§7, R10).

    `titles`, for the one who looks alone, are the cards. From the top of a deck, `constructs` are the titles of those
    that lay face up, and `next` is the value on the back of the card beneath. Elsewhere `tags` are the cards' numbers on
    the table, 0 in a hand. Of the bottom of a deck there is none of these.
    """

    seat: Seat
    count: int
    of: Seat
    where: PlaceLookedAt
    constructs: list[str] | None = None
    next: int | None = None
    tags: list[int] | None = None
    titles: list[str] | None = None


class Revealed(Fact, frozen=True, tag="revealed"):
    """A player has shown hidden cards of a player (`of`), by title, to everybody; they go on lying hidden (§7, R114).

    `next` is the value on the back of the card beneath those from the top of a deck, 0 for others.
    """

    seat: Seat
    of: Seat
    titles: list[str]
    next: int


class ReturnedToDeck(Fact, frozen=True, tag="returned-to-deck"):
    """So many cards that were looked at are back on top of a player's deck, perhaps in another order (R10)."""

    seat: Seat
    count: int


class Rolled(Fact, frozen=True, tag="rolled"):
    """A player has rolled: the top card of their deck went to its bottom, and the depth (`result`) is this now (§6 Roll)."""

    seat: Seat
    result: int


class RollSkipped(Fact, frozen=True, tag="roll-skipped"):
    """The attacking player does not roll for Siege (§6 Siege)."""

    seat: Seat


class DreamDamageDealt(Fact, frozen=True, tag="dream-damage"):
    """A player is dealt so many points of Dream damage (§4 Damage); what falls for it is told after this."""

    seat: Seat
    points: int


class DreamDamageDiscards(Fact, frozen=True, tag="dream-torn"):
    """These cards, by title, have gone from the top of a player's deck to the discard pile by Dream damage (§4 Damage)."""

    seat: Seat
    cards: list[str]


class Withstood(Fact, frozen=True, tag="withstood"):
    """A construct on top of a deck still stands, and holds off the `points` of Dream damage that were left (§4 Damage)."""

    card: Named
    points: int
