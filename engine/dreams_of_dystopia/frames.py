"""The frames of Dreams of Dystopia: the variables of each procedure that can be in progress.

The modules of the procedures have their steps. A step named `ask_…` only asks, so that it can be repeated: a sampled
position repeats the questions of the true one.
"""

from __future__ import annotations

import msgspec

from engine.kernel.card_ids import CardId
from engine.kernel.cards.secret_fields import AskingFrame
from engine.kernel.effects.line import Before, EachTurn, TurnSaid
from engine.kernel.position import Frame


class PlayMatch(AskingFrame, tag="match"):
    """A match: choosing Masters in turn, dealing decks, taking turns (DD7–DD9, DD115)."""

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
    """The seat that made a hit."""


class BlockAttack(AskingFrame, tag="block", kw_only=True):
    """Blocking an attack: a Minion or none, what it does, helpers (DD52)."""

    seat: int


class AddHelpers(AskingFrame, tag="helpers", kw_only=True):
    """Adding helpers to a fighter, one by one (DD62)."""

    seat: int
    is_attack: bool


class PrintedLine(msgspec.Struct, array_like=True):
    """A line to be resolved: its card, its side's title, and its number."""

    card: CardId
    title: str
    line: int


class RunLines(Frame, tag="lines", kw_only=True):
    """Lines that are resolved for a seat in order."""

    seat: int
    todo: list[PrintedLine]


class RunLine(AskingFrame, tag="line", kw_only=True):
    """A line in progress: where it is printed, its program counter, and the meaning of "it" (DD42).

    `kernel.effects.line.RunningLine` describes the other fields.
    """

    seat: int
    source: CardId
    """The card with the line."""
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
    """The answer or procedure for which the instruction waits; "" before it begins."""
    picked: list[CardId] | None = None
    """The cards chosen for the instruction; None before the choice."""
    player: int = -1
    """The player chosen for the instruction."""
    opponent: int = -1
    """The player whom the text calls your opponent, from its first mention of them (DD44)."""


AnyFrame = (
    PlayMatch | TakeTurn | Act | Declare | ResolveCombat | BlockAttack | AddHelpers | RunLines | RunLine
)
SeatFrame = Act | Declare | BlockAttack | AddHelpers | RunLines | RunLine
"""The frames dropped when their seat is out of the match."""
