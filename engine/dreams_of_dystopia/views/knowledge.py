"""Knowledge: what some seats know of a match, and the positions they can't distinguish from it.

It is derived from the zones (`position`) and the secret fields (`frames`). The combined cards of a player's hand and
deck are public (DD78), because only cards of the same owner are exchanged. The top of a deck is known to those who
have seen it (DD117).
"""

from __future__ import annotations

from engine.dreams_of_dystopia.position import LAYOUT, DystopiaPosition
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.saves.stored_set import read_cards, strange_cards
from engine.kernel.cards.knowledge import CardKnowledge, Hidden


class DystopiaKnowledge(CardKnowledge[DystopiaPosition, Referee]):
    """Says how a referee is made of a position."""

    def machine(self, position: DystopiaPosition, printed: bytes) -> Referee:
        """Return a referee at a position."""
        return Referee(position, read_cards(printed))

    def printed(self, machine: Referee, position: DystopiaPosition, hidden: Hidden) -> bytes:
        """Return the cards of a match, if they aren't those of the set of today."""
        return strange_cards(machine.pool)


KNOWLEDGE = DystopiaKnowledge(LAYOUT)
