"""What events of Dreamweavers change of a view: the keys of differences, and what stands for several of them.

What only follows from other differences has no key: power, keywords, costs, what could be done.
"""

from __future__ import annotations

from engine.dreamweavers.position import IN_PLAY
from engine.kernel.events.changes import Change

OVER = Change("over")
TURN = Change("turn")
TRACKER = Change("tracker")
THE_ATTACK = Change("attack")
EFFECTS = Change("effect")
"""What is in force for a turn or an attack."""


def zone(name: str, seat: int, card: str | None = None) -> Change:
    """Return the change of a zone of a player, of one card in it if it is given."""
    return Change("play" if name in IN_PLAY else name, seat, card)


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of zones of a player."""
    return [zone(name, seat) for name in names]


def standby(card: str) -> Change:
    """Return the change of the effects of a card on standby."""
    return Change("standby", None, card)


def turned(cards: list[str]) -> list[Change]:
    """Return the change of Thoughts that are tapped or untapped."""
    return [Change("tapped", None, card) for card in cards]
