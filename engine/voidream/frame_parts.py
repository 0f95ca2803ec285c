"""Parts of frames: triggers that wait, marks of loops, and the cards that a text speaks of."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engine.kernel.card_ids import CardId


class Trigger(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A triggered ability that has triggered: where it is printed, whose it is, what "it" and "that many" are."""

    card: CardId
    title: str
    side: str
    index: int
    seat: int
    it: list[CardId] = []
    n: int = 0
    result: int = 0
    """Of the roll that it is about, 0 before there is one."""
    of: int = -1
    """The player that the condition spoke of."""


TriggerPlace = tuple[CardId, str, str, int]
"""The print of an ability: (card, title, side, number)."""


class Mark(NamedTuple):
    """The state of the match when a trigger began to resolve, and the trigger; see `loops`."""

    table: str
    decks: str
    loose: str
    """The decks, whatever the order of their cards."""
    drawn: int
    what: list[str]


class Antecedents(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The meanings of "it", "that many" and "the result" for the next part of a line."""

    it: list[CardId] = []
    n: int = 0
    result: int = 0


CardPlace = tuple[CardId, str, int]
"""The place of a card: (card, zone, number on the table). A card that comes back has another number."""
