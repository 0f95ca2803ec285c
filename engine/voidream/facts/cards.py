"""Facts about cards that come and go, are turned, and take damage (§2, §6)."""

from __future__ import annotations

from engine.kernel.events.event import Fact
from engine.voidream.facts.terms import Named, Seat


class EnteredPlay(Fact, frozen=True, tag="entered-play"):
    """A card has entered play face up on a player's side (§2)."""

    seat: Seat
    card: Named


class ConstructPlaced(Fact, frozen=True, tag="construct-placed"):
    """A construct lies face up on top of its owner's deck (§2 Constructs)."""

    seat: Seat
    card: Named


class Attached(Fact, frozen=True, tag="attached"):
    """A card lies face up under another one, its host (§6 Attach)."""

    card: Named
    host: Named


class Charged(Fact, frozen=True, tag="charged"):
    """A card lies face down under another one, its host (§6 Charge); `title` is for its controller alone."""

    card: Named
    host: Named
    title: str | None = None


class ChargesReturned(Fact, frozen=True, tag="charges-returned"):
    """So many charges have gone from under a card to the bottom of their deck, in a random order (§6 Charge, R49)."""

    host: Named
    count: int


class Veiled(Fact, frozen=True, tag="veiled"):
    """A card lies veiled on a player's side; `title` is for that player alone (§7 Veiled cards).

    `was` is what it was called before if it was in play already, None if it has come into play veiled.
    """

    seat: Seat
    card: Named
    was: Named | None = None
    title: str | None = None


class Discarded(Fact, frozen=True, tag="discarded"):
    """A card, by title, has gone to the discard pile of its owner (`of`) from a zone, `source` (§6, R5).

    `was` is what it was called before if it lay face down, where everybody sees only now what it is.
    """

    card: str
    of: Seat
    source: str
    was: Named | None = None


class Voided(Fact, frozen=True, tag="voided"):
    """A card, by title, has gone to the Void of its owner (`of`) from a zone, `source`; perhaps as an offering (§6 Void)."""

    card: str
    of: Seat
    source: str
    offering: bool


class ReturnedToHand(Fact, frozen=True, tag="returned-to-hand"):
    """These arcana, by title, are back in their owner's hand (§4 Entering Nightmare, §7)."""

    seat: Seat
    cards: list[str]


class PutIntoDeck(Fact, frozen=True, tag="put-into-deck"):
    """So many cards have gone on top of the decks of their owners (`seats`), or on the bottom (R13).

    `cards` are as many: first those that lay open, in no order that tells anything, then None for each of the others.
    `titles`, for the player who put them there and knows all of them, are the cards from the top.
    """

    cards: list[Named | None]
    count: int
    bottom: bool
    seats: list[Seat]
    titles: list[str] | None = None


class Destroyed(Fact, frozen=True, tag="destroyed"):
    """A card is destroyed: for lack of stability, or by a text (§4 Damage, §6); it leaves play right after."""

    card: Named


class Sacrificed(Fact, frozen=True, tag="sacrificed"):
    """A card is sacrificed by its controller (§6); it leaves play right after."""

    card: Named


# --------------------------------------------------------------------------------------- turning and marking cards


class Readied(Fact, frozen=True, tag="readied"):
    """These cards are upright again (§4 Beginning phase, §7)."""

    cards: list[Named]


class Exhausted(Fact, frozen=True, tag="exhausted"):
    """These cards have been turned sideways (§7)."""

    cards: list[Named]


class MindTurned(Fact, frozen=True, tag="mind-turned"):
    """A player's mind has been turned from `before` to `count`; 0 is the spent side (§2 The Mind Card)."""

    seat: Seat
    before: int
    count: int


class Damaged(Fact, frozen=True, tag="damaged"):
    """So many points of damage have been marked on an entity or a construct (§4 Damage, R27)."""

    card: Named
    points: int
