"""The parts of facts: players, cards by their public names, reasons."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]
"""A player, by seat."""


class PublicName(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as everybody may call it: by its title, or by the value on its back while it lies face down (§7).

    `tag` is its number on the table, a new one each time it comes to lie where everyone sees it; 0 if it doesn't.
    `seat` controls it. Either `title` or `value` is there, never both.
    """

    tag: int
    seat: Seat
    title: str | None = None
    value: int | None = None


MindSide = Literal["numbered", "spent"]
"""A side of a mind card."""

PlaceLookedAt = Literal["deck", "bottom", "hand", "charge", "veiled"]
"""The place of cards that were looked at: the top or the bottom of a deck, a hand, under other cards, or veiled in play."""

Threat = Literal["empty hand", "highest mind", "last to pass"]
"""Why a player faces Nightmare (§4 Nightmare phase)."""
