"""Changes of views by events: differences between two views, and names for several of them."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True):
    """A difference between two views of one audience.

    `what` is the game's key of the thing that differs, such as "hand". `where` is a seat, or the number or title of a card
    on the table, `card` the title of the card that came or went. What an event declares stands for several differences:
    there, "" and None stand for anything.
    """

    what: str
    where: int | str | None = None
    card: str | None = None

    def explains(self, difference: Change) -> bool:
        """Return whether a difference is one of those that this stands for."""
        return (
            self.what in ("", difference.what)
            and self.where in (None, difference.where)
            and self.card in (None, difference.card)
        )


NOTHING: tuple[Change, ...] = ()
"""The changes of an event that leaves every view as it is."""
EVERYTHING = (Change(""),)
"""The change of an event that can change all of a view."""
