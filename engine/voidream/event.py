"""The base of every event, and of events that are done to cards, or by a player, or that are damage (§7)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from cards.voidream.language.tree import TriggerType as H
from engine.kernel.card_ids import CardId


class BaseEvent(
    msgspec.Struct, tag_field="kind", omit_defaults=True, kw_only=True, forbid_unknown_fields=True
):
    """The base of all events. In a save, an event is a map, with its `kind`."""

    trigger_types: ClassVar[tuple[H, ...]] = ()
    """All that it may be to a trigger."""
    leaving: ClassVar[bool] = False
    """Whether its After triggers are found before it happens, since they may leave with it (R46)."""
    past: ClassVar[bool] = False
    """Whether it has happened when its window opens, and has triggered its abilities whatever its When triggers do (R73)."""

    cause: str = ""
    """The title of a card, or the rule, behind it."""
    announced: bool = False
    """Its Before triggers have resolved already."""
    prevented: bool = False
    gone: bool = False
    """Whether it was prevented because all that it was about was no longer there (R87)."""
    short: bool = False
    """Whether it couldn't get some of its cards, so that as a cost it is unpaid (R95)."""

    @property
    def kind(self) -> str:
        """The kind of event, as saves and the log name it."""
        return str(self.__struct_config__.tag)

    def about(self) -> list[int]:
        """Return the cards that it finds where they were chosen, or not at all (R87)."""
        return []

    def concerned(self) -> list[int]:
        """Return the list of cards from which a trigger may spare one."""
        return []

    def is_about_anything(self) -> bool:
        """Return whether any of what it is done to is left."""
        return bool(self.concerned())

    def leave_out(self, gone: list[int]) -> None:
        """Take cards out of it that are no longer where they were chosen."""

    def clear(self) -> None:
        """Make it about nothing: it was prevented."""


class EventOfCards(BaseEvent):
    """An event that is done to cards, or by them. `seat` is who does it, where that makes a difference."""

    cards: list[CardId]
    seat: int = -1

    def concerned(self) -> list[int]:
        """Return its cards."""
        return self.cards

    def clear(self) -> None:
        """Make it about no cards."""
        self.cards = []


class EventOfChosenCards(EventOfCards):
    """An event that is done to cards which may have moved away before it happens."""

    def about(self) -> list[int]:
        """Return its cards."""
        return self.cards

    def leave_out(self, gone: list[int]) -> None:
        """Keep the other cards."""
        self.cards = [card for card in self.cards if card not in gone]


class EventOfSeat(BaseEvent):
    """An event of a player."""

    seat: int


class EventOfDamage(BaseEvent):
    """Damage that is dealt."""

    shares: dict[int, int]
    """Damage by card or, for Dream damage, by seat."""

    def is_about_anything(self) -> bool:
        """Return whether anybody takes any."""
        return bool(self.shares)

    def clear(self) -> None:
        """Make it affect nobody."""
        self.shares = {}
