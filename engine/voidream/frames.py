"""The possible frames of a Voidream match: one for each procedure, with its variables.

The steps of a procedure are in their own module; frames have its state while it waits. An answer is stored in
`choice` by default, and the step that reads it clears it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, Protocol

import msgspec

from engine.kernel.card_ids import CardId
from engine.kernel.cards.secret_fields import Answer, Keys, Open, Secret, Whose
from engine.kernel.cards.state import CardPosition, CardState
from engine.kernel.effects.line import Before, EachTurn, TurnSaid
from engine.kernel.machine import AnyMachine, Machine
from engine.kernel.position import Frame
from engine.voidream.event_kinds import Attacking, Defending, GameEvent
from engine.voidream.frame_parts import Antecedents, CardPlace, Mark, Trigger, TriggerPlace


class VoidreamFrame(Frame, kw_only=True):
    """The base of all frames."""

    happened: GameEvent | None = None
    """The last event that it requested, once that is over. See `windows.do`."""

    def take_happened(self) -> GameEvent | None:
        """Return the requested event, if it is over, and clear it."""
        happened, self.happened = self.happened, None
        return happened


class Asking(VoidreamFrame, kw_only=True):
    """The base of frames that ask questions."""

    choice: Answer | None = None
    keys: Keys = {}

    def take_choice(self) -> list[str] | None:
        """Return the answer and clear it; None if there is none."""
        choice, self.choice = self.choice, None
        return choice

    def take_answer(self) -> list[str]:
        """Return the answer and clear it."""
        choice = self.take_choice()
        assert choice is not None
        return choice


class MayGather(Asking, kw_only=True):
    """A procedure whose end After triggers may wait for. None: they wait for the frame below."""

    after: list[Trigger] | None = None

    def gather(self, triggers: list[Trigger]) -> None:
        """Delay After triggers."""
        self.after = [*(self.after or []), *triggers]


class Gathering(MayGather, kw_only=True):
    """A procedure whose end After triggers wait for."""

    after: list[Trigger] | None = []


# ------------------------------------------------------------------------------------------- setting up, and rounds


class _WithDeck(Protocol):
    deck: list[CardId]


def any_cut(
    seat: int,
) -> Callable[[Machine[CardPosition[Frame, CardState, _WithDeck]], Frame, int, Random], list[str]]:
    """Return a function that returns a random possible cut of a seat's deck."""
    return lambda machine, frame, _, rng: [
        str(rng.randrange(1, max(2, len(machine.position.seats[seat].deck))))
    ]


class OfferingCuts(MayGather, kw_only=True):
    """A procedure that offers cuts of decks."""

    cut_0: Annotated[list[str] | None, Secret(1, any_cut(0))] = None
    """The answer of the player who cuts seat 0's deck."""
    cut_1: Annotated[list[str] | None, Secret(0, any_cut(1))] = None

    def take_cut(self, seat: int) -> list[str] | None:
        """Return the cut of a seat's deck and clear it; None if there is no answer yet."""
        if seat == 0:
            answer, self.cut_0 = self.cut_0, None
        else:
            answer, self.cut_1 = self.cut_1, None
        return answer


class SetUp(OfferingCuts, tag="setup"):
    """Setting up a match (§3)."""


class OfferCut(OfferingCuts, tag="offer_cut"):
    """A cut after a shuffle (R9)."""

    seat: int


class Rounds(VoidreamFrame, tag="rounds"):
    """The sequence of rounds (§4)."""


class BeginningPhase(Gathering, tag="beginning"):
    """The beginning phase."""


def any_side(machine: AnyMachine, frame: Frame, _: int, rng: Random) -> str:
    """Return a random side of a mind that could have been hidden."""
    return rng.choice(["numbered", "spent"])


class GuessMind(Asking, tag="guess"):
    """The choice of the first player if both have the same depth (R14)."""

    hidden: Annotated[str, Secret(1, any_side)] = ""


class MainPhase(Gathering, tag="main"):
    """The main phase."""


class NightmarePhase(Gathering, tag="nightmare"):
    """The Nightmare phase."""

    card: CardId | None = None
    """The arcanum to discard to avoid it."""


class EnterNightmare(Gathering, tag="enter_nightmare"):
    """Entering Nightmare."""

    seat: int
    tried: list[CardId] = []
    """The arcana to void."""
    voided: CardId | None = None
    """The one to void now, if there is no choice."""


class PhaseEnd(Gathering, tag="phase_end"):
    """The end of a phase."""


# -------------------------------------------------------------------------------------------------- turns, actions


class TakeTurn(Gathering, tag="turn"):
    """A player's turn (§4 Main phase)."""


class ActivateAbility(Gathering, tag="activate"):
    """Activating an ability: its costs, then its effect (§6)."""

    seat: int
    card: CardId
    title: str
    side: str
    index: int
    paid: int = 0
    """The number of costs whose payment has begun."""
    did: bool = True
    said: Antecedents | None = None


class PlayArcanum(MayGather, tag="play_arcanum"):
    """Playing an arcanum from the hand (§2)."""

    card: CardId
    seat: int
    inverted: bool


class UnveilCards(Gathering, tag="unveil"):
    """The action to unveil (§6 Unveil)."""

    seat: int
    cards: list[CardId] = []
    payment: list[CardId] | None = None


class PlayCard(Asking, tag="play_card"):
    """Playing a card from any zone (§2, §6)."""

    card: CardId
    seat: int
    cause: str
    unveiled: bool = False
    inverted: bool = False
    place: tuple[str, int] | None = None
    """The card's place at the beginning: its zone, and its number on the table."""
    displaced: list[CardId] = []
    """Face-down cards that have moved within a deck since then."""
    paid: Annotated[list[str], Open()] = []
    """The keywords whose costs have been paid."""
    paying: list[CardId] = []
    """The cards used for the payment."""
    aside: int | None = None
    """Its index in its former pile, while it is set aside until its additional cost is paid."""
    costs: int = 0
    """The number of parts of the additional cost whose payment has begun."""
    did: bool = True
    """Whether those parts were paid."""
    said: Antecedents | None = None
    left: list[Trigger] = []
    """After triggers of leaving play in order to be unveiled."""
    whence: tuple[str, bool] | None = None
    """Its former zone, and whether it was veiled there."""
    prototype: bool = False
    """Whether it goes to the Void immediately (§6 Prototype)."""
    played: bool = False
    joins: Attacking | Defending | None = None


class ResolveText(VoidreamFrame, tag="text"):
    """The effect lines of a card, from top to bottom (§2, R29)."""

    title: str
    side: str
    seat: int
    card: CardId
    at: int = 0


class EvokeCard(Asking, tag="evoke"):
    """Evoking (§2, R7)."""

    seat: int
    cause: str


# -------------------------------------------------------------------------------------------------------- conflicts


class InitiateConflict(Gathering, tag="initiate"):
    """Initiating a conflict (§4 Conflict Phase Common Steps)."""

    attacker: int
    kind: str
    """Dawn or dusk; "" if it will be chosen."""
    cause: str
    nightmare: bool = False
    declared: list[CardId] = []
    """The fighters if no one chooses them."""
    attack: list[CardId] | None = None
    """The chosen attackers."""
    defend: list[CardId] | None = None
    standing: str = ""
    """The latest declaration: "attack", "defend", or "" for none yet."""


class PlayConflict(Gathering, tag="conflict"):
    """A conflict (§4)."""

    marks: Annotated[list[Mark], Secret(Whose.NOBODY)] = []
    """The marks of the triggers that have led to it."""
    parts: list[list[tuple[str, str, int]]] = []
    """The parts of each side's score: (what, title, number)."""
    totals: list[int] = []
    winner: int = -1
    """The winner's seat; -1 for a draw."""
    difference: int = 0
    resolved: list[tuple[CardId, str, str, int, int]] = []
    """Abilities that have resolved before a player wins or loses: their places and controllers."""
    decided: list[Trigger] = []
    """After triggers of winning and losing."""


class AssignDamage(Asking, tag="assign_damage"):
    """Dealing damage in a conflict (§4 Dealing Damage)."""

    loser: int
    chooser: int
    points: int
    shares: dict[CardId, int] = {}
    heroic: bool | None = True
    """Whether heroic entities are processed now; None if all have been."""


class DealDreamDamage(VoidreamFrame, tag="dream_damage"):
    """Dealing Dream damage, point by point (R45)."""

    todo: list[tuple[int, int]]
    """The damage still to be taken, by seat."""
    reach: int
    cause: str
    both: bool
    """Whether both players take damage, some of which hasn't been dealt yet."""
    taken: dict[int, int] = {}
    seat: int = -1
    left: int = 0
    dealt: int = 0
    torn: bool = False
    """Whether the top card is being discarded."""
    struck: CardId | None = None
    """The construct that is taking damage."""


# ---------------------------------------------------------------------------------------------- effects and triggers


class ResolveLine(MayGather, tag="line"):
    """A running effect line: its place, a program counter, and the values of "it", "that many" and "the result" (R29).

    `kernel.effects.line.RunningLine` describes the other fields. If it is the cost or effect of an activated ability,
    After triggers wait for all of it.
    """

    title: str
    side: str
    index: int
    seat: int
    card: CardId
    pc: int = 0
    it: list[CardId] = []
    n: int = 0
    result: int = 0
    of: int = -1
    """The player of the trigger's event; -1 if the line has no trigger."""
    about: list[CardId] = []
    """The cards of the trigger's event."""
    mark: Annotated[Mark | None, Secret(Whose.NOBODY)] = None
    gone_off: list[TriggerPlace] = []
    """Before triggers that have resolved before the whole line."""
    named: list[CardId] = []
    todo: list[int] | None = None
    for_each: bool = False
    """Whether "each player" performs it."""
    some: bool = False
    turns: list[EachTurn] = []
    by_turn: list[TurnSaid[CardId]] = []
    loops: list[int] = []
    before: list[Before[CardId]] = []
    did: bool | None = None
    undone: bool = False
    unpaid: bool = False
    """Whether an event achieved less than required, so that as a cost it is unpaid (R95)."""
    stage: str = ""
    """The stage at which the instruction waits; "" for its first answer."""
    picked: list[CardId] | None = None
    hosts: list[CardId] | None = None
    ordered: list[CardId] | None = None
    returned: int = 0
    """The number of decks whose cards have been returned."""
    left: list[CardId] | None = None
    """The cards still to be played."""
    evoked: list[CardId] = []
    them: list[CardId] = []
    """The cards from which some were picked: "them" for the next choice, and for "the others"."""
    taken: list[CardId] = []
    """The cards of `them` that were picked."""
    of_them: bool = False
    """Whether the instruction is about some of them."""
    fruitful: bool = False
    """Whether a player's action for the instruction had a result."""


class EventWindow(VoidreamFrame, tag="window"):
    """The window of an event (§7)."""

    event: GameEvent = msgspec.field(name="deed")
    found: dict[str, list[Trigger]] = {}
    """Its triggers by timing, if found before the window opened."""
    places: list[CardPlace] = []
    """The former places of its cards."""
    displaced: list[CardId] = []
    """Face-down cards that have moved within a deck since then."""
    heard: list[Trigger] = []
    """After triggers found before Dream damage was dealt."""


class ResolveTriggers(Asking, tag="triggers", kw_only=True):
    """Abilities that triggered simultaneously (R30)."""

    waiting: list[Trigger]
    keys: dict[str, int] = {}
    """The number of the ability for each option."""


class OfferCopies(Asking, tag="unique"):
    """The question whether to discard copies instead of Unique hosts (R40)."""

    event: GameEvent = msgspec.field(name="deed")
    copies: dict[CardId, CardId] = {}
    asked: list[CardId] = []


class DestroyFallen(VoidreamFrame, tag="fall"):
    """Entities and constructs without stability, to be destroyed (§4, R44)."""

    doomed: list[CardId]


AnyFrame = (
    SetUp | OfferCut | Rounds | BeginningPhase | GuessMind | MainPhase | NightmarePhase | EnterNightmare | PhaseEnd
    | TakeTurn | ActivateAbility | PlayArcanum | UnveilCards | PlayCard | ResolveText | EvokeCard
    | InitiateConflict | PlayConflict | AssignDamage | DealDreamDamage
    | ResolveLine | EventWindow | ResolveTriggers | OfferCopies | DestroyFallen
)  # fmt: skip
