"""What has become of Voidream's part of a save, and of the decks that a match keeps, format by format.

A change is made to plain data and uses no class of today: so it always does what it did when it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.saving import Migration

_POSITION_1 = (
    "cards",
    "seats",
    "round",
    "phase",
    "phases",
    "phase_count",
    "active",
    "passed",
    "faced",
    "last_passer",
    "conflict",
    "in_nightmare",
    "ongoing",
    "tags",
    "history",
    "left",
    "shuffled",
)
"""The fields of a position in format 1, in their order."""


def _position_by_names(saved: dict[str, Any]) -> None:
    """1 to 2: the fields of a position have names."""
    position = saved["position"]
    position |= zip(_POSITION_1, position.pop(""), strict=True)


def _who_knows_which_card(saved: dict[str, Any]) -> None:
    """2 to 3: each card says who knows it where it lies (4: everybody, its value), and who has ever seen it.

    What somebody could have kept in mind is not to be had any more: known is what can be seen.
    """
    position = saved["position"]
    for card in position["cards"]:
        _, owner, zone, controller, _, veiled, face_up, *_ = card
        known = 7
        if zone == "deck":
            known = 0
        elif zone == "hand":
            known = 1 << owner | 4
        elif veiled or (zone == "attached" and not face_up):
            known = 1 << controller | 4
        card += [known, known & 3 | 1 << owner]
    for seat in position["seats"] if position["shuffled"] else ():
        deck, lifted, looker = seat[2], seat[8], seat[9]
        for card in deck[:lifted]:
            position["cards"][card][-2] |= 1 << looker
            position["cards"][card][-1] |= 1 << looker
        for card in deck[lifted : lifted + 1]:
            is_open = position["cards"][card][6]
            position["cards"][card][-2] |= 7 if is_open else 4
            position["cards"][card][-1] |= 3 if is_open else 0


MIGRATIONS: tuple[Migration, ...] = (
    Migration(3, _position_by_names),
    Migration(3, _who_knows_which_card),
)
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""


def _decks_by_names(kept: Any) -> dict[str, Any]:
    """1 to 2: the parts of a deck have names."""
    seats, cards = kept
    names = ("deck", "bastion", "mind", "arcana", "dream")
    return {"format": 2, "seats": [dict(zip(names, seat, strict=True)) for seat in seats], "cards": cards}


KEPT_DECKS: tuple[Callable[[Any], dict[str, Any]], ...] = (_decks_by_names,)
"""The same for what a match keeps of its decks. Their bytes stay as they are: they are migrated each time they are read."""
