"""The events of Dreams of Dystopia: a class of facts for each kind, with its stored key.

The operation that causes an event emits it (`Machine.emit`), with the card or rule behind it as its cause. Cards are
titles of sides. Private values are in fields that are None for everyone else. The entry of a class has its texts and
its changes of views.
"""

from __future__ import annotations

from typing import get_args

from engine.dreams_of_dystopia.endings import ENDINGS
from engine.dreams_of_dystopia.facts import cards, combats, turns
from engine.dreams_of_dystopia.facts.terms import COMBAT, OVER, SLOTS, TURN
from engine.kernel.events.event import WentOut
from engine.kernel.events.registry import Events

_OwnFact = (
    turns.BeganToPlay | turns.MasterChosen | turns.DecksDealt | turns.TurnBegan | turns.TurnEnded
    | turns.AbilityUsed | turns.DeedUsed | turns.MasterUsed | turns.Acquired | turns.ScoreChanged
    | turns.AllowanceGained | turns.CameIntoForce | turns.ModeChosen | turns.OpponentNamed
    | cards.Drew | cards.Shuffled | cards.Discarded | cards.Gained | cards.ReturnedToSupply | cards.Searched
    | cards.TookBack | cards.CardPutOnTop | cards.Revealed | cards.TurnedOver | cards.CardsLeft
    | combats.SentToFight | combats.HelperUsed | combats.Attacked | combats.AttackBlocked | combats.NotBlocked
    | combats.NoHit | combats.CombatStopped | combats.CleanedUp
)  # fmt: skip

DystopiaFact = _OwnFact | WentOut
"""The facts that a sitting can hold back."""

EVENTS = Events("Dreams of Dystopia", ENDINGS, *get_args(_OwnFact), slots=SLOTS, over=[OVER, TURN, COMBAT])
"""All events of a match of Dreams of Dystopia, by its rules or from outside."""
