"""Facts about setup, rounds, minds, and the end of a match (§2 to §5)."""

from __future__ import annotations

from typing import ClassVar

from cards.i18n import msg
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import NO_WORDS, SILENT, EventEntry, beat, form
from engine.kernel.events.event import Ended, Fact
from engine.kernel.events.story import CHAPTER
from engine.voidream.facts.terms import EFFECTS, ROUND, TURN, MindSide, PlayerFact, PublicName, Seat, zone
from engine.voidream.position import BEGINNING, DECK, MAIN, NIGHTMARE


class Shown(PlayerFact, frozen=True, tag="shown"):
    """A player has shown their bastion and mind card, both by title, before the match (§3)."""

    bastion: str
    mind: str

    entry: ClassVar[EventEntry[Shown]] = EventEntry(
        beats=beat(
            "You dream from {bastion}, with the mind of {mind}",
            "{who} dreams from {bastion}, with the mind of {mind}",
        ),
        changes=NOTHING,
    )


class BastionPlaced(PlayerFact, frozen=True, tag="bastion-placed"):
    """A bastion is face up under its deck at the beginning of the match (§3)."""

    card: PublicName

    entry: ClassVar[EventEntry[BastionPlaced]] = EventEntry(
        log=NO_WORDS,
        beats=SILENT,
        told_with=("shown", "round-began"),
        changes=lambda fact: zone(DECK, fact.seat, fact.card.title),
    )


class Shuffled(PlayerFact, frozen=True, tag="shuffled"):
    """A player's deck has been shuffled (R9)."""

    entry: ClassVar[EventEntry[Shuffled]] = EventEntry(
        log=form("{who} shuffles their deck."), beats=SILENT, changes=NOTHING
    )


class Cut(PlayerFact, frozen=True, tag="cut"):
    """The other player (`by`) has cut the deck of `seat`: its top `count` cards went to the bottom (R9)."""

    by: Seat
    count: int

    entry: ClassVar[EventEntry[Cut]] = EventEntry(
        log=form("{by} cuts {who}'s deck at {count}."),
        beats=SILENT,
        slots={"by": lambda fact, names: names[fact.by]},
        changes=NOTHING,
    )


class CutRefused(PlayerFact, frozen=True, tag="cut-refused"):
    """The other player (`by`) has left the shuffled deck of `seat` unchanged (R9)."""

    by: Seat

    entry: ClassVar[EventEntry[CutRefused]] = EventEntry(
        log=form("{by} does not cut {who}'s deck."),
        beats=SILENT,
        slots={"by": lambda fact, names: names[fact.by]},
        changes=NOTHING,
    )


class RoundBegan(Fact, frozen=True, tag="round-began"):
    """A round has begun; the first is number 1 (§4 Beginning phase)."""

    round: int

    entry: ClassVar[EventEntry[RoundBegan]] = EventEntry(
        beats=beat("Round {round} begins", "Round {round} begins"),
        sum=beat("Round {round} begins", "Round {round} begins"),
        sum_slots={"round": lambda facts: facts[-1].round},
        sort=CHAPTER,
        changes=[ROUND, TURN, EFFECTS],
    )


_PHASES = {
    BEGINNING: msg("beginning", "phase"),
    MAIN: msg("main", "phase"),
    NIGHTMARE: msg("Nightmare", "phase"),
}


class PhaseBegan(Fact, frozen=True, tag="phase-began"):
    """A phase of a round has begun: "beginning", "main" or "Nightmare" (§4)."""

    phase: str
    round: int

    entry: ClassVar[EventEntry[PhaseBegan]] = EventEntry(
        log=NO_WORDS,
        beats=beat("The {which} phase begins", "The {which} phase begins"),
        slots={"which": lambda fact, names: _PHASES[fact.phase]},
        told_with=("round-began", "passed", "faces-nightmare", "conflict-scored"),
        changes=[TURN, EFFECTS],
    )


class FirstPlayer(PlayerFact, frozen=True, tag="first-player"):
    """A player is the active one at the beginning of a round (§4 Beginning phase).

    `depths` are those of both seats if they decided it, at the beginning of the first round.
    """

    depths: tuple[int, int] | None = None

    entry: ClassVar[EventEntry[FirstPlayer]] = EventEntry(
        log=form("{who} is the active player."),
        beats=SILENT,
        told_with=("round-began", "phase-began"),
        changes=[TURN],
    )


class MindHidden(PlayerFact, frozen=True, tag="mind-hidden"):
    """A player has hidden a side of their mind card for the other player to guess (R14)."""

    entry: ClassVar[EventEntry[MindHidden]] = EventEntry(
        log=form("{who} hides a side of their mind card."), beats=SILENT, changes=NOTHING
    )


_SIDES = {"numbered": msg("the numbered side"), "spent": msg("the spent side")}


class MindTurned(PlayerFact, frozen=True, tag="mind-turned"):
    """A player's mind has been turned from `before` to `count`; 0 is the spent side (§2 The Mind Card)."""

    before: int
    count: int

    entry: ClassVar[EventEntry[MindTurned]] = EventEntry(
        log=(form("{who}'s mind is spent.", count=0), form("{who}'s mind turns to {count}.")),
        beats=beat("Your mind turns {before} → {count}", "{who}'s mind turns {before} → {count}"),
        sum=beat("Your mind: {before} → {count}", "{who}'s mind: {before} → {count}").of_all(
            form("Mind: {all}"), form("{who} {before} → {count}")
        ),
        sum_slots={"count": lambda facts: facts[-1].count},
        is_undone=lambda facts: facts[0].before == facts[-1].count,
        only_by_cards=True,
        told_with=("played", "unveiled", "activated", "round-began"),
        changes=lambda fact: [Change("mind", fact.seat)],
    )


class Guessed(PlayerFact, frozen=True, tag="guessed"):
    """A player has guessed the `hidden` side of the other's mind card. If `guess` is right, they begin (R14)."""

    guess: MindSide
    hidden: MindSide

    entry: ClassVar[EventEntry[Guessed]] = EventEntry(
        log=(form("{who} guesses {side}: right.", is_right=True), form("{who} guesses {side}: wrong.")),
        beats=(
            beat(
                "You guessed the side of the mind card, and begin",
                "{who} guessed the side of the mind card, and begins",
                is_right=True,
            ),
            beat(
                "You guessed the wrong side of the mind card", "{who} guessed the wrong side of the mind card"
            ),
        ),
        slots={"side": lambda fact, names: _SIDES[fact.guess]},
        changes=[TURN],
    )

    @property
    def is_right(self) -> bool:
        """Whether the guess is right."""
        return self.guess == self.hidden


class MatchWon(Ended, frozen=True, tag="match-won"):
    """The match has been decided by the rules (§5, §4 Entering Nightmare), by "bastion" or "insanity".

    If both bastions have fallen simultaneously, both seats share one place.
    """
