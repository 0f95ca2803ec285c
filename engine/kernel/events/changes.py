"""Changes of views by events: differences between two views, and names for several of them."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True):
    """A difference between two views of one audience.

    `what` is the game's key of the thing that differs, such as "hand". `where` is a seat, or the number or title of a
    card on the table. `card` is the title of the card that appeared or disappeared. A change declared by an event can
    stand for several differences: there, "" and None match anything.
    """

    what: str
    where: int | str | None = None
    card: str | None = None

    def explains(self, difference: Change) -> bool:
        """Return whether this change covers a difference."""
        return (
            self.what in ("", difference.what)
            and self.where in (None, difference.where)
            and self.card in (None, difference.card)
        )


NOTHING: tuple[Change, ...] = ()
"""The changes of an event that changes no view."""
EVERYTHING = (Change(""),)
"""The change of an event that can change all of a view."""
