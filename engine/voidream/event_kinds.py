"""All kinds of events, with their data (§6, §7).

An event is plain data and is saved in frames. If it is only partly possible, its result is written back into it, for
the procedure that requested it. `events.performance` performs each, and `events.subjects` has the parts that triggered
abilities see.
"""

from __future__ import annotations

from cards.voidream.language.tree import TriggerType as H
from engine.kernel.card_ids import CardId
from engine.voidream.event import (
    BaseEvent,
    EventOfCards,
    EventOfChosenCards,
    EventOfDamage,
    EventOfSeat,
)

_GONE = (H.LEAVE_PLAY, H.DISCARDED, H.VOIDED)
"""The destinations of a discarded card."""


# ---------------------------------------------------------------------------------- turning and marking cards


class Exhausting(EventOfChosenCards, tag="exhaust"):
    """Cards are exhausted."""

    trigger_types = (H.EXHAUSTED,)


class Readying(EventOfChosenCards, tag="ready"):
    """Cards are readied."""

    trigger_types = (H.READIED,)


class Veiling(EventOfChosenCards, tag="veil"):
    """Cards are turned face down into veiled cards."""

    trigger_types = (H.VEILED, *_GONE)
    leaving = True


class Inspiring(EventOfChosenCards, tag="inspire"):
    """The "When inspired" abilities of cards are activated."""

    trigger_types = (H.INSPIRED,)


class Charging(BaseEvent, tag="charge"):
    """A player charges hosts with cards from the deck; `cards` are the hosts that were charged."""

    trigger_types = (H.CHARGED,)

    hosts: list[CardId]
    seat: int
    cards: list[CardId] = []

    def about(self) -> list[int]:
        """Return the hosts."""
        return self.hosts

    def concerned(self) -> list[int]:
        """Return the hosts."""
        return self.hosts

    def leave_out(self, moved: list[int]) -> None:
        """Remove these hosts."""
        self.hosts = [host for host in self.hosts if host not in moved]

    def clear(self) -> None:
        """Remove all hosts."""
        self.hosts, self.cards = [], []


class Attaching(EventOfChosenCards, tag="attach"):
    """Cards are attached to a host."""

    trigger_types = (H.ATTACHED,)

    host: CardId = -1

    def about(self) -> list[int]:
        """Return the cards and the host."""
        return [*self.cards, self.host]

    def leave_out(self, moved: list[int]) -> None:
        """Remove these cards; all cards if the host is gone."""
        self.cards = [] if self.host in moved else [card for card in self.cards if card not in moved]


class Damaging(EventOfDamage, tag="damage"):
    """Cards take damage."""

    trigger_types = (H.DAMAGED,)

    shares: dict[CardId, int]

    def about(self) -> list[int]:
        """Return the cards that take damage."""
        return list(self.shares)

    def leave_out(self, moved: list[int]) -> None:
        """Remove the damage of these cards."""
        self.shares = {card: points for card, points in self.shares.items() if card not in moved}


class DamagingDreams(EventOfDamage, tag="dream damage"):
    """Players take Dream damage."""

    trigger_types = (H.DREAM_DAMAGE,)

    reach: int = 0
    """The value of the card that deals it, which matters for Deep."""
    dealt: int = 0


# -------------------------------------------------------------------------------------------- going elsewhere


class EventOfDiscarding(EventOfChosenCards):
    """An event by which cards go to a discard pile."""

    leaving = True

    copies: dict[CardId, CardId] | None = None
    """Unique hosts and the copies given up for them; None until their controllers are asked."""
    quiet: bool = False
    """Whether the discards aren't logged separately, because their cause already was."""


class Destroying(EventOfDiscarding, tag="destroy"):
    """Cards are destroyed."""

    trigger_types = (H.DESTROYED, *_GONE)

    used_up: bool = False
    """Whether they are destroyed for lack of stability."""


class Sacrificing(EventOfDiscarding, tag="sacrifice"):
    """Cards are sacrificed."""

    trigger_types = (H.SACRIFICED, *_GONE)


class Discarding(EventOfDiscarding, tag="discard"):
    """Cards are discarded."""

    trigger_types = _GONE


class Voiding(EventOfChosenCards, tag="void"):
    """Cards go to the Void."""

    trigger_types = _GONE
    leaving = True

    offering: bool = False


class ReturningToHand(EventOfChosenCards, tag="to hand"):
    """Arcana return to their owners' hands."""

    trigger_types = _GONE
    leaving = True


class PuttingIntoDeck(EventOfChosenCards, tag="to deck"):
    """Cards are put into their owners' decks, in this order from the top."""

    trigger_types = _GONE
    leaving = True

    bottom: bool = False
    random: bool = False


class DreamDamagePoint(EventOfChosenCards, tag="torn"):
    """One point of Dream damage discards the top card of a deck."""

    trigger_types = (H.DISCARDED,)
    leaving = True

    elsewhere: bool = False
    """Whether there is no face-down card on top anymore."""


# -------------------------------------------------------------------------------------- playing and unveiling


class PlayingCard(BaseEvent, tag="play"):
    """A player plays a card."""

    trigger_types = (H.PLAY, H.PLAY_INVERTED)

    card: CardId
    seat: int
    inverted: bool = False


class Entering(EventOfCards, tag="enter"):
    """Cards enter play."""

    trigger_types = (H.ENTER_PLAY,)
    past = True


class Unveiling(EventOfCards, tag="unveil"):
    """A player turns cards face up."""

    trigger_types = (H.UNVEILED,)


class LeavingToBeUnveiled(EventOfCards, tag="unveil leaving"):
    """A veiled card leaves play in order to be unveiled."""

    trigger_types = (H.LEAVE_PLAY,)


# --------------------------------------------------------------------------------------------- player actions


class TurningMind(EventOfSeat, tag="mind"):
    """A mind is turned from one number to another."""

    trigger_types = (H.MIND_REDUCED, H.MIND_SPENT)

    before: int
    after: int

    def clear(self) -> None:
        """Leave the mind unchanged."""
        self.after = self.before


class Evocation(EventOfSeat, tag="evoke"):
    """A player evokes."""

    trigger_types = (H.EVOKE,)


class Rolling(EventOfSeat, tag="roll"):
    """A player rolls. `cards` is the rolled card, if any, and `result` its value."""

    trigger_types = (H.ROLL,)

    cards: list[CardId] = []
    result: int = 0

    def clear(self) -> None:
        """Remove the rolled card."""
        self.cards = []


class Shuffling(EventOfSeat, tag="shuffle"):
    """A player shuffles their deck."""

    trigger_types = (H.SHUFFLE,)


# ------------------------------------------------------------------------------- conflicts, rounds, Nightmare


class Attacking(EventOfCards, tag="attack"):
    """Entities attack."""

    trigger_types = (H.ATTACKS,)


class Defending(EventOfCards, tag="defend"):
    """Entities defend."""

    trigger_types = (H.DEFENDS,)


class Initiating(EventOfSeat, tag="initiate"):
    """A player initiates a conflict."""

    trigger_types = (H.CONFLICT_INITIATED,)

    conflict: str | None = None
    """Dawn or dusk for a future conflict, "" if not chosen yet; None if the conflict has already begun."""


class DecidingConflict(BaseEvent, tag="conflict decided"):
    """A conflict is won and lost."""

    trigger_types = (H.CONFLICT_WON, H.CONFLICT_LOST)

    winner: int
    """The winner's seat; -1 for a draw."""


class EndingConflict(EventOfSeat, tag="conflict ends"):
    """A conflict ends. The seat is the attacker's."""

    trigger_types = (H.CONFLICT_ENDS,)


class BeginningRound(EventOfSeat, tag="round begins"):
    """A round begins. The seat is the active player's."""

    trigger_types = (H.ROUND_BEGINS,)


class EndingRound(EventOfSeat, tag="round ends"):
    """A round ends. The seat is the player's who faced Nightmare."""

    trigger_types = (H.ROUND_ENDS,)


class EnteringNightmare(EventOfSeat, tag="enter Nightmare"):
    """A player enters Nightmare."""

    trigger_types = (H.NIGHTMARE_ENTERED,)


class AvoidingNightmare(EventOfSeat, tag="avoid Nightmare"):
    """A player avoids Nightmare."""

    trigger_types = (H.NIGHTMARE_AVOIDED,)


GameEvent = (
    Exhausting | Readying | Veiling | Inspiring | Charging | Attaching | Damaging | DamagingDreams
    | Destroying | Sacrificing | Discarding | Voiding | ReturningToHand | PuttingIntoDeck | DreamDamagePoint
    | PlayingCard | Entering | Unveiling | LeavingToBeUnveiled
    | TurningMind | Evocation | Rolling | Shuffling
    | Attacking | Defending | Initiating | DecidingConflict | EndingConflict
    | BeginningRound | EndingRound | EnteringNightmare | AvoidingNightmare
)  # fmt: skip


def cards_of(event: GameEvent | None) -> list[int]:
    """Return the cards that an event was done to; none for no event, or one that isn't about cards."""
    return event.cards if isinstance(event, EventOfCards | Charging | Rolling) else []
