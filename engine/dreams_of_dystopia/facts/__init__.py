"""The kinds of events of Dreams of Dystopia: for each a class with its facts, and the key that is stored with them.

Each is told by the operation that makes it happen (`Machine.tell`), with the card or the rule behind it as its cause. Cards
are titles of sides. What only some may know stands in fields that are None for everybody else. Under each class stands its
entry: what people read of it, and what it changes.
"""

from __future__ import annotations

from typing import get_args

from engine.dreams_of_dystopia.endings import ENDINGS
from engine.dreams_of_dystopia.facts.cards import (
    CardsLeft,
    Discarded,
    Drew,
    Gained,
    PutOnTop,
    ReturnedToSupply,
    Revealed,
    Searched,
    Shuffled,
    TookBack,
    TurnedOver,
)
from engine.dreams_of_dystopia.facts.changes import COMBAT, OVER, TURN
from engine.dreams_of_dystopia.facts.combats import (
    Attacked,
    Blocked,
    CleanedUp,
    CombatStopped,
    HelperUsed,
    NobodyHit,
    NotBlocked,
    SentToFight,
)
from engine.dreams_of_dystopia.facts.terms import SLOTS
from engine.dreams_of_dystopia.facts.turns import (
    AbilityUsed,
    Acquired,
    AllowanceGained,
    BeganToPlay,
    CameIntoForce,
    DecksDealt,
    DeedUsed,
    MasterChosen,
    MasterUsed,
    ModeChosen,
    OpponentNamed,
    ScoreChanged,
    TurnBegan,
    TurnEnded,
)
from engine.kernel.events.event import WentOut
from engine.kernel.events.registry import Events

_OwnFact = (
    BeganToPlay | MasterChosen | DecksDealt | TurnBegan | TurnEnded | AbilityUsed | DeedUsed | MasterUsed | Acquired
    | ScoreChanged | AllowanceGained | CameIntoForce | ModeChosen | OpponentNamed
    | Drew | Shuffled | Discarded | Gained | ReturnedToSupply | Searched | TookBack | PutOnTop | Revealed | TurnedOver
    | CardsLeft
    | SentToFight | HelperUsed | Attacked | Blocked | NotBlocked | NobodyHit | CombatStopped | CleanedUp
)  # fmt: skip

DystopiaFact = _OwnFact | WentOut
"""What can be held back in a sitting."""

EVENTS = Events("Dreams of Dystopia", ENDINGS, *get_args(_OwnFact), slots=SLOTS, over=[OVER, TURN, COMBAT])
"""All that can happen in a match of Dreams of Dystopia, by its rules or from outside."""
