"""Changes of a view by events of Dreamweavers: the keys of differences, and names for groups of them.

Values that follow from others have no key: power, keywords, costs, possible actions.
"""

from __future__ import annotations

from engine.dreamweavers.position import EGO, HAND, IN_PLAY, MIND, REVEALED, UNTIL_ATTACK, UNTIL_TURN
from engine.kernel.events.changes import Change

OVER = Change("over")
TURN = Change("turn")
TRACKER = Change("tracker")
THE_ATTACK = Change("attack")


def in_force(until: str, seat: int | None = None) -> Change:
    """Return the change of what is in force until the turn or the attack is over, from a player's cards if one is given."""
    return Change(f"in force this {until}", seat)


def zone(name: str, seat: int, *cards: str) -> list[Change]:
    """Return the changes of a zone of a player, into or out of which these cards go; without any, of whichever.

    A card that damage has revealed has left its Ego as it was revealed.
    """
    if name == REVEALED:
        return []
    what = "play" if name in IN_PLAY else name
    counts = [Change(f"{name} count", seat)] if name in (HAND, MIND, EGO) else []
    return [*counts, *(Change(what, seat, card) for card in cards or (None,))]


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of zones of a player, whichever cards go there."""
    return [change for name in names for change in zone(name, seat)]


def gone(name: str, seat: int, *cards: str) -> list[Change]:
    """Return the changes of a zone that these cards have left; out of play, what was laid upon them ends with it."""
    ends = [THE_ATTACK, in_force(UNTIL_TURN), in_force(UNTIL_ATTACK)] if name in IN_PLAY else []
    return [*zone(name, seat, *cards), *ends]


def standby(card: str) -> Change:
    """Return the change of the effects of a card on standby."""
    return Change("standby", None, card)


def turned(cards: list[str]) -> list[Change]:
    """Return the change of Thoughts that are tapped or untapped."""
    return [Change("tapped", None, card) for card in cards]
