"""Parts of frames: waiting triggers, marks of loops, and the cards to which a text refers."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engine.kernel.card_ids import CardId


class Trigger(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An ability that has triggered: its place in print, its controller, and its values of "it" and "that many"."""

    card: CardId
    title: str
    side: str
    index: int
    seat: int
    it: list[CardId] = []
    n: int = 0
    result: int = 0
    """The result of its roll; 0 if there is none yet."""
    of: int = -1
    """The player of the trigger's event."""


TriggerPlace = tuple[CardId, str, str, int]
"""The print of an ability: (card, title, side, number)."""


class Mark(NamedTuple):
    """The state of the match when a trigger began to resolve, and the trigger. See `loops`."""

    table: str
    decks: str
    loose: str
    """The decks, ignoring the order of their cards."""
    drawn: int
    what: list[str]


class Antecedents(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The values of "it", "that many" and "the result" for the next part of a line."""

    it: list[CardId] = []
    n: int = 0
    result: int = 0


CardPlace = tuple[CardId, str, int]
"""The place of a card: (card, zone, number on the table). A card that returns has another number."""
