"""The answer to a request of one player: for a draw, to take something back, for a pause, to call the match off, to let the house play on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from bot.store.offers import RequestKind
from bot.store.rows import ActRow


class RequestAnswer(StrEnum):
    """The answer to a request."""

    YES = "yes"
    NO = "no"
    WITHDRAWN = "withdrawn"
    """The one who asked has taken it back."""
    NONE = "none"
    """It has lapsed: nobody has answered it."""


_KINDS = {
    RequestKind.DRAW: ("draw offered", "draw", "draw refused"),
    RequestKind.UNDO: ("undo asked", "undo", "undo refused"),
    RequestKind.PAUSE: ("pause", "pause agreed", "go on"),
    RequestKind.ABORT: ("abort asked", "abort", "abort refused"),
    RequestKind.TAKEOVER: ("takeover asked", "takeover", "takeover refused"),
}
"""The kinds of acts that ask, agree and refuse."""


def answer_to(acts: Sequence[ActRow], asked: RequestKind, seat: int) -> RequestAnswer:
    """Return how what this seat asked for last was answered; `acts` is all that was done in the match, in order."""
    asking, agreeing, refusing = _KINDS[asked]
    asked_at = max((n for n, act in enumerate(acts) if act.kind == asking and act.seat == seat), default=-1)
    for act in acts[asked_at + 1 :]:
        if act.kind == agreeing and act.seat != seat:
            return RequestAnswer.YES
        if act.kind == refusing:
            return RequestAnswer.NO if act.seat != seat else RequestAnswer.WITHDRAWN
    return RequestAnswer.NONE
