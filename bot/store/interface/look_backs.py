"""What is remembered of looking back at matches: who lets it be done, how far it is, and what has come of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

import msgspec


class LookBackState(StrEnum):
    """How far looking back at a match is that all its players agreed to."""

    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class LookBackRow(msgspec.Struct, frozen=True):
    """A match that is looked back at.

    It began by the interaction `begun_by`, which no other attempt has. `decisions` is how many there are to judge, 0 while that is not known; `report` what has come of it, as JSON, "" until it is
    done.
    """

    match_id: int
    state: LookBackState
    begun_at: int
    begun_by: int
    decisions: int = 0
    report: str = ""


class LookBacksStore(Protocol):
    """What the store keeps of looking back."""

    async def said(self, match_id: int) -> Mapping[int, bool]:
        """Return what people have said to looking back at a match, by person: whether they agree."""
        ...

    async def say(self, match_id: int, person: int, *, agreed: bool, at: int) -> None:
        """Write down what somebody says to it; it takes the place of what they said before."""
        ...

    async def has_asked(self, person: int, other: int, since: int) -> bool:
        """Return whether somebody has let one of their matches be looked back at, after `since`, and the other has not agreed."""
        ...

    async def of(self, match_id: int) -> LookBackRow | None:
        """Return how far it is; None where it has not begun."""
        ...

    async def begin(self, match_id: int, at: int, interaction: int) -> None:
        """Begin to judge a match, unless that has begun."""
        ...

    async def next(self) -> int | None:
        """Return the match that is to be judged first; None if none is.

        Those come first of whose players the fewest others were begun within the day before, then the one that waits longest.
        """
        ...

    async def pieces(self, match_id: int) -> Mapping[int, str]:
        """Return what has been judged of a match, by the number of the answer."""
        ...

    async def judged(self, match_id: int) -> int:
        """Return how many decisions of a match have been judged."""
        ...

    async def put_piece(self, match_id: int, number: int, judged: str) -> None:
        """Keep what was said of a decision."""
        ...

    async def set_decisions(self, match_id: int, decisions: int) -> None:
        """Say how many decisions there are to judge."""
        ...

    async def finish(self, match_id: int, state: LookBackState, report: str = "") -> None:
        """Keep what has come of it, and forget the pieces that it was made of."""
        ...

    async def drop(self, match_id: int) -> None:
        """Forget what has come of looking back at a match, and what was judged so far."""
        ...
