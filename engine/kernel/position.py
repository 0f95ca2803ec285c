"""The part of a position that every game has: what is still to be done, and what is being asked."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.question import Asked


class Frame(
    msgspec.Struct, tag_field="procedure", omit_defaults=True, kw_only=True, forbid_unknown_fields=True
):
    """A procedure in progress: the name of the step that comes next ("" after the last), and its variables.

    Each procedure of a game has a class of its own, with its name as tag and its variables as fields. They hold plain data
    only: a frame must survive being saved at any moment. In a save it is a map, without what is as it was in the beginning.
    """

    step: str = ""

    @property
    def procedure(self) -> str:
        """The name of the procedure, as saves have it."""
        return str(self.__struct_config__.tag)


F_co = TypeVar("F_co", bound=Frame, covariant=True)


UNREADABLE = "unreadable"
"""Why a match has ended whose position could not be read any more."""
NO_RESULT = frozenset({"aborted", "moderator", UNREADABLE})
"""Reasons of an end that is nobody's result: both called it off before it had begun, or a moderator ended it."""


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How a match ended. `winners` is empty for a draw or a match without a result.

    `reason` is a word that the game or the kernel defines ("bastion", "insanity", "resignation", …).
    """

    winners: tuple[int, ...]
    reason: str


class Position(msgspec.Struct, Generic[F_co], kw_only=True, forbid_unknown_fields=True):
    """What a game's own position is built upon; a game says which frames can be on its stack.

    It is saved by the names of its fields; see `saving`.
    """

    chance: Chance
    stack: list[F_co] = []
    """Last in, first out."""
    questions: dict[int, Asked] = {}
    """By seat; at most one each. Nothing goes on while any is open."""
    asked: int = 0
    """How many questions have been asked; the last one's id."""
    outcome: Outcome | None = None
