"""The base classes of events: of all, of cards, of a player, and of damage (§7)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from cards.voidream.language.tree import TriggerType as H
from engine.kernel.card_ids import CardId


class BaseEvent(
    msgspec.Struct, tag_field="kind", omit_defaults=True, kw_only=True, forbid_unknown_fields=True
):
    """The base of all events. A saved event is a map with its `kind`."""

    trigger_types: ClassVar[tuple[H, ...]] = ()
    """The event's types for triggers."""
    leaving: ClassVar[bool] = False
    """Whether After triggers are collected before the event, because their cards may leave with it (R46)."""
    past: ClassVar[bool] = False
    """Whether it has happened when its window opens, and triggers abilities regardless of When triggers (R73)."""

    cause: str = ""
    """The title of the card, or the rule, that caused it."""
    announced: bool = False
    """Whether its Before triggers have resolved already."""
    prevented: bool = False
    gone: bool = False
    """Whether it was prevented because all of its cards have moved away (R87)."""
    short: bool = False
    """Whether it couldn't affect some of its cards, so that as a cost it is unpaid (R95)."""

    @property
    def kind(self) -> str:
        """The kind of event, as in saves and the log."""
        return str(self.__struct_config__.tag)

    def about(self) -> list[int]:
        """Return the cards that the event affects only in their original places (R87)."""
        return []

    def concerned(self) -> list[int]:
        """Return the list of cards from which a trigger may spare one."""
        return []

    def is_about_anything(self) -> bool:
        """Return whether the event still affects anything."""
        return bool(self.concerned())

    def leave_out(self, moved: list[int]) -> None:
        """Remove cards that have left their original places."""

    def clear(self) -> None:
        """Remove all effects of the event, because it was prevented."""


class EventOfCards(BaseEvent):
    """An event that is done to cards, or by them. `seat` is the player who does it, if that matters."""

    cards: list[CardId]
    seat: int = -1

    def concerned(self) -> list[int]:
        """Return the event's cards."""
        return self.cards

    def clear(self) -> None:
        """Remove all cards."""
        self.cards = []


class EventOfChosenCards(EventOfCards):
    """An event done to cards that may have moved away before it happens."""

    def about(self) -> list[int]:
        """Return the event's cards."""
        return self.cards

    def leave_out(self, moved: list[int]) -> None:
        """Remove these cards."""
        self.cards = [card for card in self.cards if card not in moved]


class EventOfSeat(BaseEvent):
    """An event of a player."""

    seat: int


class EventOfDamage(BaseEvent):
    """An event that deals damage."""

    shares: dict[int, int]
    """The damage by card or, for Dream damage, by seat."""

    def is_about_anything(self) -> bool:
        """Return whether any damage is dealt."""
        return bool(self.shares)

    def clear(self) -> None:
        """Remove all damage."""
        self.shares = {}
