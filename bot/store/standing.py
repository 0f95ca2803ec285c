"""How far challenges and matches have got."""

from __future__ import annotations

from enum import StrEnum


class Standing(StrEnum):
    """How far a challenge has got, or the match that came of it (a match has the id of its challenge)."""

    CHALLENGED = "challenged"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    PLAYING = "playing"
    OVER = "over"


class Invited(StrEnum):
    """What somebody has said to a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
