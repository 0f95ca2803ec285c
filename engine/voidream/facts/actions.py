"""Facts about what players do, and about what abilities do (§4, §6)."""

from __future__ import annotations

from engine.kernel.events.event import Fact
from engine.voidream.facts.terms import Named, Seat


class Passed(Fact, frozen=True, tag="passed"):
    """A player has passed (§4 Main phase)."""

    seat: Seat


class Played(Fact, frozen=True, tag="played"):
    """A player plays a card; it has left where it was and has not resolved yet (§4 Main phase, R6).

    `card` is its title, `source` the zone that it was in ("hand", "deck", …); `inverted` an arcanum by its other text.
    """

    seat: Seat
    card: str
    source: str
    inverted: bool


class Unveiled(Fact, frozen=True, tag="unveiled"):
    """A player unveils a card of theirs, which is played by that (§7 Veiled cards); `card` is its title."""

    seat: Seat
    card: str
    source: str
    inverted: bool


class AbilityActivated(Fact, frozen=True, tag="activated"):
    """A player activates an ability of a card, by title (§6 Activated Ability); its costs have not been paid yet."""

    seat: Seat
    card: str


class AbilityTriggered(Fact, frozen=True, tag="triggered"):
    """An ability of a card, by title, has triggered and resolves now (§7). `ability` is its printed English text."""

    seat: Seat
    card: str
    ability: str


class LoopEnded(Fact, frozen=True, tag="loop-ended"):
    """A loop of triggers has been cut off before an ability of this card, by title, would begin it again (R33)."""

    card: str


class TookEffect(Fact, frozen=True, tag="ongoing"):
    """What a card, by title, says is in force from now on (§7): on those cards, or everywhere it speaks of."""

    seat: Seat
    card: str
    on: list[Named] | None = None


class Prevented(Fact, frozen=True, tag="prevented"):
    """Something does not happen, because a card (`by`, a title) prevents it (§7, R67).

    `what` is the key of the event: "exhaust", "ready", "veil", "inspire", "charge", "attach", "destroy", "sacrifice",
    "discard", "torn", "void", "to hand" and "to deck" of a card, "mind", "evoke", "roll" and "shuffle" of a player. Either
    `seat` is there, or it is about a card: then `card` is that one, None if it lies where nobody may know it.
    """

    what: str
    by: str
    seat: Seat | None = None
    card: Named | None = None


class DamagePrevented(Fact, frozen=True, tag="damage-prevented"):
    """So many points of damage are not dealt, because a card (`by`, a title) prevents them (§7)."""

    points: int
    by: str
