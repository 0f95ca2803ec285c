"""The possible frames of a Dreamweavers match: one for each procedure, with its variables.

The steps of a procedure are in their own module; frames have its state while it waits. An answer is stored in `choice`
by default, and the step that reads it clears it.

A step named `ask_…` only asks, so that it can be repeated: a sampled position repeats the questions of the true one.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Protocol

import msgspec

from engine.kernel.card_ids import CardId, Tag
from engine.kernel.cards.secret_fields import Answer, Keys, Secret, Whose
from engine.kernel.cards.state import CardPosition, CardState
from engine.kernel.effects.line import Before, EachTurn, TurnSaid
from engine.kernel.machine import Machine
from engine.kernel.position import Frame

Ref = tuple[CardId, Tag]
"""A card in its current place: its id and tag.

A card that changes zones gets a new tag, and counts as another card (DW18).
"""

Cause = tuple[str, int, str]
"""A line that caused another: title, line, and a digest of the position (DW69)."""

INTENT = -1
"""Used instead of a card for a seat's Intent."""


class Trigger(msgspec.Struct, array_like=True):
    """A triggered line: its controller, its place, the value of "it", and its causes (DW69)."""

    seat: int
    card: CardId
    """`INTENT` for a line of the cover."""
    tag: Tag
    title: str
    line: int
    it: list[Ref] = []
    causes: list[Cause] = []
    """The lines that caused it, each with the position at that time."""


class StandbyEffect(msgspec.Struct, array_like=True):
    """An effect on standby: its player, its place, and the cards named in advance (DW49, DW59).

    `line` is the number of an ability's line, or `program.PLAYED` for the effect of a played card. Named cards are stored
    by the number of the operation that names them.
    """

    seat: int
    card: CardId
    tag: Tag
    title: str
    line: int
    named: dict[int, list[Ref]] = {}
    modes: dict[int, int] = {}
    agreed: dict[int, bool] = {}
    """The player's yes or no to each "you may"."""
    it: list[Ref] = []
    """The cards that paid its last price, which are "it" at first."""
    is_answer: bool = False
    is_cancelled: bool = False


class DreamweaversFrame(Frame, kw_only=True):
    """The base of all frames."""


class Asking(DreamweaversFrame, kw_only=True):
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


# ------------------------------------------------------------------------------------------- setting up, and turns


class SetUp(Asking, tag="setup"):
    """Setting up (§Setup): rolls, the draft, Intents, mulligans, Egos."""

    picks: int = 0
    """The number of decisions of the draft so far."""


class _Drafter(Protocol):
    notions: list[str]


def any_intent(
    machine: Machine[CardPosition[Frame, CardState, _Drafter]], frame: ChooseIntents, seat: int, rng: Random
) -> list[str]:
    """Return a random notion that a seat has drafted."""
    return [rng.choice(machine.position.seats[seat].notions)]


class ChooseIntents(DreamweaversFrame, tag="intents"):
    """The secret, simultaneous choice of Intents (DW6)."""

    chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_intent)] = {}


def any_cards(
    machine: Machine[CardPosition[Frame, CardState, _Drafter]], frame: Mulligans, seat: int, rng: Random
) -> list[str]:
    """Return random cards that a seat can exchange."""
    return [key for key in frame.keys[seat] if rng.random() < 0.5]


class Mulligans(DreamweaversFrame, tag="mulligans"):
    """The simultaneous exchange of cards of the opening hands (DW8, DW9)."""

    chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_cards)] = {}
    keys: Annotated[dict[int, dict[str, CardId]], Secret(Whose.EACH)] = {}


class Turns(DreamweaversFrame, tag="turns"):
    """The sequence of turns (§Core game concepts)."""


class TakeTurn(Asking, tag="turn"):
    """A turn: Upkeep, Main Phase, and its end."""

    is_begun: bool = False
    """Whether its Main Phase has begun."""


class Refresh(Asking, tag="refresh"):
    """The action Refresh: recurring cards come back, then cards are drawn (DW34)."""

    seat: int


# --------------------------------------------------------------------------------------- playing, paying, standby


class PlayCard(DreamweaversFrame, tag="play"):
    """Playing a card from the hand (DW39)."""

    seat: int
    card: CardId
    is_answer: bool = False


class ActivateAbility(DreamweaversFrame, tag="activate"):
    """Activating an ability (DW48)."""

    seat: int
    card: CardId
    title: str
    line: int
    is_answer: bool = False
    tag: Tag = 0
    """The card's tag at activation."""
    it: list[Ref] = []
    """The cards that paid its last price."""


class PayPrices(Asking, tag="pay"):
    """Paying the prices of an ability or the additional costs of a card in order (DW47)."""

    seat: int
    card: CardId
    title: str
    line: int
    tag: Tag = 0
    """The card's tag before payment."""
    at: int = 0
    """The number of prices paid."""
    is_free: bool = False
    """Whether the card was revealed by damage, so that its player may refuse (DW92)."""


class NameInAdvance(Asking, tag="name"):
    """Naming the cards of an effect, operation by operation, before it goes on standby (DW59)."""

    effect: StandbyEffect
    pc: int = 0


class Chain(Asking, tag="chain"):
    """Alternating responses to an effect on standby. Then all of them resolve, the last first (DW52 to DW54)."""

    height: int = 0
    """The number of effects on standby at the last question; 0 at first."""
    effect: StandbyEffect | None = None
    """The effect that is resolving."""


# ------------------------------------------------------------------------------------------------ attacks, damage


class MakeAttack(Asking, tag="attack"):
    """An attack, step by step (§Attacking). The position has its attacker and target."""

    attacker: CardId
    target: CardId | None = None
    """The attacked Thought; None for the Ego, or before the declaration."""
    has_acted: bool = False
    """Whether the defender has played or used something. After that, no Guardian can step in."""
    succeeds: bool = False


class DealDamage(Asking, tag="damage"):
    """Damage, point by point (§Taking Damage, DW85, DW97): the players and their remaining amounts, in order."""

    todo: list[tuple[int, int]]
    cause: str = ""
    together: bool = False
    """Whether both take it simultaneously: no one loses before both have taken each point (DW97)."""
    seat: int = -1
    """The seat that takes the current point."""
    taken: list[int] = []
    """The seats that have taken the current point, if both take it simultaneously."""
    card: CardId | None = None
    """The card revealed by the current point."""
    is_paid: bool = True
    """Whether the additional cost of the revealed card was paid; set by `PayPrices`."""
    lost: list[int] = []
    """The seats that have lost."""


# ------------------------------------------------------------------------------------------ effects and triggers


class ResolveEffect(Asking, tag="effect"):
    """A resolving effect: its place in the text, a program counter, and the value of "it" (DW62).

    `kernel.effects.line.RunningLine` describes the other fields. Choices named in advance are taken from `effect`; all
    others are asked for when they come up (DW60).
    """

    seat: int
    card: CardId
    tag: Tag
    title: str
    line: int
    effect: StandbyEffect | None = None
    pc: int = 0
    it: list[Ref] = []
    n: int = 0
    named: list[Ref] = []
    looked: list[Ref] = []
    """The cards looked at last, from the top."""
    todo: list[int] | None = None
    some: bool = False
    turns: list[EachTurn] = []
    by_turn: list[TurnSaid[Ref]] = []
    loops: list[int] = []
    before: list[Before[Ref]] = []
    did: bool | None = True
    undone: bool = False
    stage: str = ""
    """The stage of the current instruction: "" before it begins, the kind of answer that it waits for, or "begun" while
    another procedure performs it.
    """
    picked: list[CardId] | None = None
    """The cards chosen for the instruction; None before the choice."""


class ResolveTriggers(Asking, tag="triggers"):
    """Triggered lines that happen one after another (DW63, DW64)."""

    todo: list[Trigger]
    numbers: dict[str, int] = {}
    """The number of the line for each option."""
    causes: list[Cause] = []
    """The current line and its causes, each with the position before it (DW69)."""


AnyFrame = (
    SetUp | ChooseIntents | Mulligans | Turns | TakeTurn | Refresh
    | PlayCard | ActivateAbility | PayPrices | NameInAdvance | Chain
    | MakeAttack | DealDamage | ResolveEffect | ResolveTriggers
)  # fmt: skip
