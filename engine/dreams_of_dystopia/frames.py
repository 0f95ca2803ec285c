"""Everything that can be in progress in a match of Dreams of Dystopia: a frame for each procedure, with its
variables.

The steps of a procedure are in their own module; frames hold its state while it waits. A step named `ask_…` only
asks, so that it can be repeated: a sampled position repeats the questions of the true one.
"""

from __future__ import annotations

import msgspec

from engine.kernel.card_ids import CardId
from engine.kernel.cards.secret_fields import AskingFrame
from engine.kernel.effects.line import Before, EachTurn, TurnSaid
from engine.kernel.position import Frame


class PlayMatch(AskingFrame, tag="match"):
    """A match: Masters are chosen in turn, decks are dealt, turns are taken (DD7–DD9, DD115)."""

    seat: int = -1
    """The seat that chooses a Master."""


class TakeTurn(Frame, tag="turn", kw_only=True):
    """A turn: its Main Phase, one act after the other, and its End Phase (DD11–DD16)."""

    seat: int


class Act(AskingFrame, tag="act", kw_only=True):
    """One act of a turn: an Ability, a Deed, a line of the Master, an attack, an acquisition, or the end (DD12)."""

    seat: int


class Declare(AskingFrame, tag="declare", kw_only=True):
    """Declaring an attack: the target, what the Minion does, helpers (DD51)."""

    seat: int


class ResolveCombat(Frame, tag="combat"):
    """A declared attack: block, damage, hit, Clean-Up (DD52–DD57)."""

    hit: int = -1
    """The seat that has made a hit."""


class BlockAttack(AskingFrame, tag="block", kw_only=True):
    """Blocking an attack: a Minion or none, what it does, helpers (DD52)."""

    seat: int


class AddHelpers(AskingFrame, tag="helpers", kw_only=True):
    """Adding helpers to a fighter, one by one (DD62)."""

    seat: int
    is_attack: bool


class PrintedLine(msgspec.Struct, array_like=True):
    """A line to be carried out: of which card, on which side, with which number."""

    card: CardId
    title: str
    line: int


class RunLines(Frame, tag="lines", kw_only=True):
    """Lines that are carried out for a seat, one after the other."""

    seat: int
    todo: list[PrintedLine]


class RunLine(AskingFrame, tag="line", kw_only=True):
    """A line that is carried out: where it is printed, a program counter, what "it" is (DD42).

    `kernel.effects.line.RunningLine` describes the other fields.
    """

    seat: int
    source: CardId
    """The card on which it is printed."""
    title: str
    line: int
    pc: int = 0
    it: list[CardId] = []
    n: int = 0
    named: list[CardId] = []
    todo: list[int] | None = None
    some: bool = False
    turns: list[EachTurn] = []
    by_turn: list[TurnSaid[CardId]] = []
    loops: list[int] = []
    before: list[Before[CardId]] = []
    did: bool | None = True
    undone: bool = False
    stage: str = ""
    """The state of the instruction: it waits for an answer of this kind, or another procedure; "" before it begins."""
    picked: list[CardId] | None = None
    """The cards that were chosen for the instruction; None: nobody has."""
    player: int = -1
    """The player who was chosen for the instruction."""
    opponent: int = -1
    """Whom the text calls your opponent, from when it first speaks of them (DD44)."""


AnyFrame = (
    PlayMatch | TakeTurn | Act | Declare | ResolveCombat | BlockAttack | AddHelpers | RunLines | RunLine
)
OfSeat = Act | Declare | BlockAttack | AddHelpers | RunLines | RunLine
"""The frames that are dropped when their seat is out of the match."""
