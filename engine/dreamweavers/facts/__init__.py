"""The kinds of events of Dreamweavers: a class of facts for each, and its stored key.

An event is emitted by the operation that causes it (`Machine.emit`), with the card or rule behind it as its cause.
Cards are titles. Private values are in fields that are None for everyone else. Each class has its entry: its texts
and its changes of views.
"""

from __future__ import annotations

from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts import attacks, cards, in_force, plays, turns
from engine.dreamweavers.facts.terms import OVER, SLOTS, THE_ATTACK, TURN
from engine.kernel.events.registry import Events

EVENTS = Events(
    "Dreamweavers", ENDINGS,
    turns.Rolled, turns.NotionsTaken, turns.IntentsRevealed, turns.Exchanged, turns.EgoDealt,
    turns.TurnBegan, turns.TurnEnded, turns.TrackerMoved, turns.Refreshed, turns.LetGo,
    plays.Played, plays.AbilityActivated, plays.Named, plays.ModeChosen, plays.WindowClosed,
    plays.TookEffect, plays.Cancelled, plays.AbilityTriggered, plays.LoopEnded,
    cards.Drew, cards.Entered, cards.Forgotten, cards.ReturnedToHand, cards.TookIntoHand, cards.PutIntoPile,
    cards.Shuffled, cards.Looked, cards.Arranged, cards.Revealed, cards.Tapped, cards.Untapped,
    attacks.Attacked, attacks.SteppedIn, attacks.Shielded, attacks.Compared,
    attacks.AttackCameToNothing, attacks.Damaged, attacks.Repelled, attacks.Placed, attacks.CostRefused,
    in_force.PowerChanged, in_force.KeywordGained, in_force.Forbidden, in_force.CostsChanged, in_force.Began,
    slots=SLOTS, over=[OVER, TURN, THE_ATTACK],
)  # fmt: skip
"""All events of a Dreamweavers match, by its rules or from outside."""
