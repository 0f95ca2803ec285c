"""A card that a player can look at in a match, in any game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class InSight(msgspec.Struct, frozen=True):
    """A card that can be looked at, or something else of the game with its own page.

    `key` names it as long as it lies where it does, `title` is how it is looked up, `where` is one of a few places. `now`
    are sentences on how it differs from its print.
    """

    key: str
    title: str
    where: str
    label: str
    detail: str
    now: tuple[str, ...] = ()


def first_of_each(cards: Iterable[InSight]) -> list[InSight]:
    """Return the cards without duplicates, each at its first place."""
    by_key: dict[str, InSight] = {}
    for one in cards:
        by_key.setdefault(one.key, one)
    return list(by_key.values())
