"""The part of a position that every game has: what is still to be done, and what is being asked."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.question import Asked

Vars = dict[str, Any]
"""Plain data only: a frame must survive being saved at any moment."""


class Frame(msgspec.Struct, array_like=True):
    """A procedure in progress: its name, the name of the step that comes next, and its variables."""

    procedure: str
    step: str
    vars: Vars = {}


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


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game's own position is built upon. It is saved by the names of its fields; see `saving`."""

    chance: Chance
    stack: list[Frame] = []
    """Last in, first out."""
    questions: dict[int, Asked] = {}
    """By seat; at most one each. Nothing goes on while any is open."""
    asked: int = 0
    """How many questions have been asked; the last one's id."""
    outcome: Outcome | None = None
