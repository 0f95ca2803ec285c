"""The states of challenges and matches."""

from __future__ import annotations

from enum import StrEnum


class MatchStatus(StrEnum):
    """The state of a challenge, or of its match (which has the same id)."""

    CHALLENGED = "challenged"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    """An open table that too few players joined in time."""
    PLAYING = "playing"
    OVER = "over"


class Invited(StrEnum):
    """A player's answer to a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
