"""The knowledge of seats, as a position for tests."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.cards.knowledge import CardKnowledge, read_known


def position_in(game: CardKnowledge[Any, Any], knowledge: bytes) -> Any:
    """Return the position in the knowledge of seats."""
    return game.layout.read(read_known(knowledge).position)


def with_chance(game: CardKnowledge[Any, Any], knowledge: bytes, chance: object) -> bytes:
    """Return the knowledge of seats, with the match's randomness added."""
    position = position_in(game, knowledge)
    position.chance = chance
    return msgspec.msgpack.encode(
        replace(read_known(knowledge), position=msgspec.Raw(msgspec.msgpack.encode(position)))
    )
