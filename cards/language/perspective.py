"""A text seen from the other side of the table: the player it calls "your opponent" reads it with "you"."""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec.structs import asdict, replace

from cards.language.nodes import Player
from cards.language.records import Node

_OTHER = {Player.YOU: Player.OPPONENT, Player.OPPONENT: Player.YOU}

Part = TypeVar("Part")


def from_the_other_side(part: Part) -> Part:
    """Return a node, or a tuple of nodes, in the words of its controller's opponent.

    `take 4 Dream damage` for `deal 4 Dream damage to your opponent`.
    """
    return cast(Part, _seen(part))


def _seen(part: object) -> object:
    match part:
        case Player():
            return _OTHER.get(part, part)
        case Node():
            return replace(part, **{name: _seen(value) for name, value in asdict(part).items()})
        case tuple():
            return tuple(_seen(each) for each in cast("tuple[object, ...]", part))
        case _:
            return part
