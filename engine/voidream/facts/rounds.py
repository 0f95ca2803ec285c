"""Facts about setting up, rounds, and the end of a match (§3 to §5)."""

from __future__ import annotations

from engine.kernel.events.event import Ended, Fact
from engine.voidream.facts.terms import MindSide, Named, Seat


class Shown(Fact, frozen=True, tag="shown"):
    """A player has shown their bastion and their mind card, both by title, before the match (§3)."""

    seat: Seat
    bastion: str
    mind: str


class BastionPlaced(Fact, frozen=True, tag="bastion-placed"):
    """A bastion lies face up under its deck at the beginning of the match (§3)."""

    seat: Seat
    card: Named


class Shuffled(Fact, frozen=True, tag="shuffled"):
    """A player's deck has been shuffled (R9)."""

    seat: Seat


class Cut(Fact, frozen=True, tag="cut"):
    """The other player (`by`) has moved the top `count` cards of a deck, the one of `seat`, to its bottom (R9)."""

    seat: Seat
    by: Seat
    count: int


class CutRefused(Fact, frozen=True, tag="cut-refused"):
    """The other player (`by`) has left a shuffled deck, the one of `seat`, as it was (R9)."""

    seat: Seat
    by: Seat


class RoundBegan(Fact, frozen=True, tag="round-began"):
    """A round has begun; the first is number 1 (§4 Beginning phase)."""

    round: int


class PhaseBegan(Fact, frozen=True, tag="phase-began"):
    """A phase of a round has begun: "beginning", "main" or "Nightmare" (§4)."""

    phase: str
    round: int


class FirstPlayer(Fact, frozen=True, tag="first-player"):
    """A player is the active one as a round begins (§4 Beginning phase).

    `depths` are those of both seats where they decided it, at the beginning of the first round.
    """

    seat: Seat
    depths: tuple[int, int] | None = None


class MindHidden(Fact, frozen=True, tag="mind-hidden"):
    """A player has hidden a side of their mind card for the other one to guess (R14)."""

    seat: Seat


class Guessed(Fact, frozen=True, tag="guessed"):
    """A player has guessed the `hidden` side of the other's mind card; if `guess` is the same, they begin (R14)."""

    seat: Seat
    guess: MindSide
    hidden: MindSide


class MatchWon(Ended, frozen=True, tag="match-won"):
    """The match has been decided by the rules (§5, §4 Entering Nightmare): it ends by "bastion" or "insanity".

    Where both bastions have fallen at once, both seats share one place.
    """
