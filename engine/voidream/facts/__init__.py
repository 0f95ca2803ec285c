"""The kinds of events of Voidream: for each a class with its facts, and the key that is stored with them.

Each class is told in one place or two of the engine, by the operation that makes it happen (`Machine.tell`). What is
known to one seat only stands in fields that are None for everybody else. Scores, points and depths are numbers as on the
cards. Each class is told with its cause: the card or the rule behind it.
"""

from __future__ import annotations

from engine.kernel.events.registry import Events
from engine.voidream.endings import ENDINGS
from engine.voidream.facts.actions import (
    AbilityActivated,
    AbilityTriggered,
    DamagePrevented,
    LoopEnded,
    Passed,
    Played,
    Prevented,
    TookEffect,
    Unveiled,
)
from engine.voidream.facts.card_names import SLOTS
from engine.voidream.facts.cards import (
    Attached,
    Charged,
    ChargesReturned,
    ConstructPlaced,
    Damaged,
    Destroyed,
    Discarded,
    EnteredPlay,
    Exhausted,
    MindTurned,
    PutIntoDeck,
    Readied,
    ReturnedToHand,
    Sacrificed,
    Veiled,
    Voided,
)
from engine.voidream.facts.changes import CONFLICT, OVER, TURN
from engine.voidream.facts.conflicts import (
    AttackersDeclared,
    AvoidedNightmare,
    ConflictCalled,
    ConflictChosen,
    ConflictEnded,
    ConflictScored,
    ConflictSwitched,
    DefendersDeclared,
    EnteredNightmare,
    FacesNightmare,
    JoinedConflict,
)
from engine.voidream.facts.deck import (
    DreamDamageDealt,
    DreamDamageDiscards,
    EvokeDeclined,
    Evoking,
    Looked,
    ReturnedToDeck,
    Revealed,
    Rolled,
    RollSkipped,
    Withstood,
)
from engine.voidream.facts.rounds import (
    BastionPlaced,
    Cut,
    CutRefused,
    FirstPlayer,
    Guessed,
    MatchWon,
    MindHidden,
    PhaseBegan,
    RoundBegan,
    Shown,
    Shuffled,
)

EVENTS = Events(
    "Voidream", ENDINGS,
    Shown, BastionPlaced, Shuffled, Cut, CutRefused, RoundBegan, PhaseBegan, FirstPlayer, MindHidden, Guessed,
    Passed, Played, Unveiled, AbilityActivated, AbilityTriggered, LoopEnded, TookEffect, Prevented, DamagePrevented,
    Evoking, EvokeDeclined, Looked, Revealed, ReturnedToDeck, Rolled, RollSkipped,
    DreamDamageDealt, DreamDamageDiscards, Withstood,
    EnteredPlay, ConstructPlaced, Attached, Charged, ChargesReturned, Veiled, Discarded, Voided,
    ReturnedToHand, PutIntoDeck, Destroyed, Sacrificed,
    Readied, Exhausted, MindTurned, Damaged,
    ConflictCalled, AttackersDeclared, ConflictChosen, DefendersDeclared, JoinedConflict, ConflictSwitched,
    ConflictScored, ConflictEnded, FacesNightmare, AvoidedNightmare, EnteredNightmare,
    MatchWon,
    slots=SLOTS, over=[OVER, TURN, CONFLICT],
)  # fmt: skip
"""All that can happen in a match of Voidream, by its rules or from outside."""
