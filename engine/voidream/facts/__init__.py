"""The kinds of events of Voidream: a class of facts for each, and its stored key.

Each class is emitted in one or two places of the engine, by the operation that causes it (`Machine.emit`), with its
cause: the card or rule behind it. Private values are in fields that are None for everyone else. Scores, points and
depths are numbers as on the cards.
"""

from __future__ import annotations

from engine.kernel.events.registry import Events
from engine.voidream.endings import ENDINGS
from engine.voidream.facts import actions, cards, conflicts, deck, rounds
from engine.voidream.facts.terms import CONFLICT, OVER, SLOTS, TURN

EVENTS = Events(
    "Voidream", ENDINGS,
    rounds.Shown, rounds.BastionPlaced, rounds.Shuffled, rounds.Cut, rounds.CutRefused,
    rounds.RoundBegan, rounds.PhaseBegan, rounds.FirstPlayer, rounds.MindHidden, rounds.Guessed, rounds.MindTurned,
    actions.Passed, actions.Played, actions.Unveiled, actions.AbilityActivated, actions.AbilityTriggered,
    actions.ModeChosen, actions.LoopEnded, actions.TookEffect, actions.Prevented, actions.DamagePrevented,
    deck.Evoking, deck.EvokeDeclined, deck.CannotEvoke, deck.Looked, deck.Revealed, deck.ReturnedToDeck,
    deck.Rolled, deck.RollSkipped, deck.DreamDamageDealt, deck.DreamDamageDiscards, deck.Withstood,
    cards.EnteredPlay, cards.ConstructPlaced, cards.Attached, cards.Charged,
    cards.ChargesReturned, cards.Veiled, cards.Discarded, cards.Voided,
    cards.ReturnedToHand, cards.PutIntoDeck, cards.Destroyed, cards.Sacrificed,
    cards.Readied, cards.Exhausted, cards.Damaged,
    conflicts.ConflictCalled, conflicts.AttackersDeclared, conflicts.ConflictChosen,
    conflicts.DefendersDeclared, conflicts.JoinedConflict, conflicts.ConflictSwitched,
    conflicts.ConflictScored, conflicts.ConflictEnded, conflicts.FacesNightmare,
    conflicts.CannotAvoidNightmare, conflicts.AvoidedNightmare, conflicts.EnteredNightmare,
    rounds.MatchWon,
    slots=SLOTS, over=[OVER, TURN, CONFLICT],
)  # fmt: skip
"""All events of a Voidream match, by its rules or from outside."""
