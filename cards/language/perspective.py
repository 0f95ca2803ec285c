"""A text from the opponent's point of view: the player it calls "your opponent" reads "you"."""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec.structs import asdict, replace

from cards.language.nodes import Player
from cards.language.records import Node

_OTHER = {Player.YOU: Player.OPPONENT, Player.OPPONENT: Player.YOU}

Part = TypeVar("Part")


def from_the_other_side(part: Part) -> Part:
    """Return a node, or a tuple of nodes, worded for its controller's opponent.

    `take 4 Dream damage` replaces `deal 4 Dream damage to your opponent`.
    """
    return cast(Part, _from_opponent(part))


def _from_opponent(part: object) -> object:
    match part:
        case Player():
            return _OTHER.get(part, part)
        case Node():
            return replace(part, **{name: _from_opponent(value) for name, value in asdict(part).items()})
        case tuple():
            return tuple(_from_opponent(element) for element in cast("tuple[object, ...]", part))
        case _:
            return part
