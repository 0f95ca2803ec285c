"""The kinds of events of Dreamweavers: for each a class with its facts, and the key that is stored with them.

Each is told by the operation that makes it happen (`Machine.tell`), with the card or the rule behind it as its cause. Cards are
titles. What only some may know stands in fields that are None for everybody else. Under each class stands its entry: what people
read of it, and what it changes.
"""

from __future__ import annotations

from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts.attacks import (
    AttackCameToNothing,
    Attacked,
    Compared,
    CostRefused,
    Damaged,
    Placed,
    Repelled,
    Shielded,
    SteppedIn,
)
from engine.dreamweavers.facts.cards import (
    Arranged,
    Drew,
    Entered,
    Forgotten,
    Looked,
    PutIntoPile,
    ReturnedToHand,
    Revealed,
    Shuffled,
    Tapped,
    TookIntoHand,
    Untapped,
)
from engine.dreamweavers.facts.changes import OVER, THE_ATTACK, TURN
from engine.dreamweavers.facts.in_force import Began, CostsChanged, Forbidden, KeywordGained, PowerChanged
from engine.dreamweavers.facts.plays import (
    Activated,
    Cancelled,
    LoopEnded,
    ModeChosen,
    Named,
    Played,
    TookEffect,
    Triggered,
    WindowClosed,
)
from engine.dreamweavers.facts.terms import SLOTS
from engine.dreamweavers.facts.turns import (
    EgoDealt,
    Exchanged,
    IntentsRevealed,
    LetGo,
    NotionsTaken,
    Refreshed,
    Rolled,
    TrackerMoved,
    TurnBegan,
    TurnEnded,
)
from engine.kernel.events.registry import Events

EVENTS = Events(
    "Dreamweavers", ENDINGS,
    Rolled, NotionsTaken, IntentsRevealed, Exchanged, EgoDealt, TurnBegan, TurnEnded, TrackerMoved, Refreshed, LetGo,
    Played, Activated, Named, ModeChosen, WindowClosed, TookEffect, Cancelled, Triggered, LoopEnded,
    Drew, Entered, Forgotten, ReturnedToHand, TookIntoHand, PutIntoPile, Shuffled, Looked, Arranged, Revealed, Tapped, Untapped,
    Attacked, SteppedIn, Shielded, Compared, AttackCameToNothing, Damaged, Repelled, Placed, CostRefused,
    PowerChanged, KeywordGained, Forbidden, CostsChanged, Began,
    slots=SLOTS, over=[OVER, TURN, THE_ATTACK],
)  # fmt: skip
"""All that can happen in a match of Dreamweavers, by its rules or from outside."""
