"""Knowledge of some seats, and the positions that they can't distinguish.

It is derived from the zones (`position`) and the secret fields (`frames`). Hidden cards are only exchanged with others
of the same owner, so a player's hand and deck together stay public (DD78). The top of a deck is known to those who saw
it (DD117).
"""

from __future__ import annotations

from engine.dreams_of_dystopia.position import LAYOUT, DystopiaPosition
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves.stored_set import read_cards, strange_cards
from engine.kernel.cards.knowledge import CardKnowledge, Hidden


class DystopiaKnowledge(CardKnowledge[DystopiaPosition, Referee]):
    """Knowledge of a match of Dreams of Dystopia."""

    def machine(self, position: DystopiaPosition, printed: bytes) -> Referee:
        """Return a referee at a position."""
        return Referee(position, read_cards(printed))

    def printed(self, machine: Referee, position: DystopiaPosition, hidden: Hidden) -> bytes:
        """Return the stored cards of a match, or b"" for the current ones."""
        return strange_cards(machine.pool)


KNOWLEDGE = DystopiaKnowledge(LAYOUT)
