"""Knowledge: what some of the seats know of a match, and the positions that they can't tell from it.

It follows from the zones (`position`) and the secret fields (`frames`). Which cards a player's hand and deck hold together
everybody knows (DD78), because cards are exchanged among those of one owner alone; what is on top of a deck, who has seen it
(DD117).
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
