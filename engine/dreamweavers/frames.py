"""Everything that can be in progress in a match of Dreamweavers: a frame for each procedure, with its variables.

The steps of a procedure are in their own module; frames hold its state while it waits. An answer is stored in
`choice` by default, and the step that reads it clears it.

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
"""A card in its current place: its id and its tag.

A card that changes zones gets a new tag, and counts as another card (DW18).
"""

Cause = tuple[str, int, str]
"""A line that caused another one: title, line, and a digest of the position (DW69)."""

INTENT = -1
"""In place of a card: the Intent of the seat in question."""


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
    """The lines that caused it, each with the position at the time."""


class StandbyEffect(msgspec.Struct, array_like=True):
    """An effect on standby: its player, its place, and the cards named in advance (DW49, DW59).

    `line` is the number of an ability's line, or `program.PLAYED` for the effect of a played card. Named cards are
    stored by the number of the operation that names them.
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
    """With what its price was paid last: what the line calls "it" at first."""
    is_answer: bool = False
    is_cancelled: bool = False


class DreamweaversFrame(Frame, kw_only=True):
    """The base of all frames."""


class Asking(DreamweaversFrame, kw_only=True):
    """A procedure that asks something."""

    choice: Answer | None = None
    keys: Keys = {}

    def take_choice(self) -> list[str] | None:
        """Return the answer that has come, and forget it; None if there is none."""
        choice, self.choice = self.choice, None
        return choice

    def take_answer(self) -> list[str]:
        """Return the answer, which has come, and forget it."""
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
    """Return one of the notions that a seat has drafted."""
    return [rng.choice(machine.position.seats[seat].notions)]


class ChooseIntents(DreamweaversFrame, tag="intents"):
    """Both choose an Intent in secret (DW6)."""

    chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_intent)] = {}


def any_cards(
    machine: Machine[CardPosition[Frame, CardState, _Drafter]], frame: Mulligans, seat: int, rng: Random
) -> list[str]:
    """Return some of the cards that a seat can put aside."""
    return [key for key in frame.keys[seat] if rng.random() < 0.5]


class Mulligans(DreamweaversFrame, tag="mulligans"):
    """Both put cards of the opening hand aside (DW8, DW9)."""

    chosen: Annotated[dict[int, list[str]], Secret(Whose.EACH, any_cards)] = {}
    keys: Annotated[dict[int, dict[str, CardId]], Secret(Whose.EACH)] = {}


class Turns(DreamweaversFrame, tag="turns"):
    """Turns, one after the other (§Core game concepts)."""


class TakeTurn(Asking, tag="turn"):
    """A turn: Upkeep, Main Phase, and its end."""

    is_begun: bool = False
    """Whether its Main Phase has."""


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
    """Of the card, when it was used."""
    it: list[Ref] = []
    """With what its price was paid last."""


class PayPrices(Asking, tag="pay"):
    """Paying the prices of an ability or the additional costs of a card, one after the other (DW47)."""

    seat: int
    card: CardId
    title: str
    line: int
    tag: Tag = 0
    """Of the card, before anything was paid."""
    at: int = 0
    """The number of paid ones."""
    is_free: bool = False
    """Out of the Ego: its player may refuse (DW92)."""


class NameInAdvance(Asking, tag="name"):
    """Naming what an effect acts on, operation by operation; then it is put on standby (DW59)."""

    effect: StandbyEffect
    pc: int = 0


class Chain(Asking, tag="chain"):
    """Alternating responses to an effect on standby. Then all of them resolve, the last first (DW52 to DW54)."""

    height: int = 0
    """The number of effects on standby at the last question; 0 before."""
    effect: StandbyEffect | None = None
    """The one that is resolving."""


# ------------------------------------------------------------------------------------------------ attacks, damage


class MakeAttack(Asking, tag="attack"):
    """An attack, step by step (§Attacking). The position has its attacker and target."""

    attacker: CardId
    target: CardId | None = None
    """None for the Ego, until the attack has been declared."""
    has_acted: bool = False
    """Whether the defender has played or used something, after which no Guardian can step in."""
    succeeds: bool = False


class DealDamage(Asking, tag="damage"):
    """Damage, point by point (§Taking Damage, DW85, DW97): the players and amounts left, in order."""

    todo: list[tuple[int, int]]
    cause: str = ""
    together: bool = False
    """Whether both take it simultaneously: no one loses before both have taken each point (DW97)."""
    seat: int = -1
    """The seat that takes the point that is being taken."""
    taken: list[int] = []
    """The seats that have taken a point of those that are taken together."""
    card: CardId | None = None
    """The card that it has revealed."""
    is_paid: bool = True
    """Whether the additional cost of the revealed card has been paid; it is written by `PayPrices`."""
    lost: list[int] = []
    """The seats that have lost."""


# ------------------------------------------------------------------------------------------ effects and triggers


class ResolveEffect(Asking, tag="effect"):
    """An effect that happens: where it is printed, a program counter, what "it" is (DW62).

    `kernel.effects.line.RunningLine` describes the other fields. With `effect`, choices named in advance are taken from it; else
    they are asked for when they come (DW60).
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
    """The cards that were looked at last, from the top."""
    todo: list[int] | None = None
    some: bool = False
    turns: list[EachTurn] = []
    by_turn: list[TurnSaid[Ref]] = []
    loops: list[int] = []
    before: list[Before[Ref]] = []
    did: bool | None = True
    undone: bool = False
    stage: str = ""
    """The state of the instruction: it waits for an answer of this kind, or, "begun", another procedure; "" before it begins."""
    picked: list[CardId] | None = None
    """The cards chosen for the instruction; None: not yet chosen."""


class ResolveTriggers(Asking, tag="triggers"):
    """Lines that have triggered and happen one after the other (DW63, DW64)."""

    todo: list[Trigger]
    numbers: dict[str, int] = {}
    """The numbers of the lines behind the options."""
    causes: list[Cause] = []
    """The current line and its causes, each with the position before it (DW69)."""


AnyFrame = (
    SetUp | ChooseIntents | Mulligans | Turns | TakeTurn | Refresh
    | PlayCard | ActivateAbility | PayPrices | NameInAdvance | Chain
    | MakeAttack | DealDamage | ResolveEffect | ResolveTriggers
)  # fmt: skip
