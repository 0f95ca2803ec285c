"""Workers for tests: one that works at once in this process, and one that does nothing until a test says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.search.worker import End, Work, carry_out


class AtOnce:
    """Does everything at once, in this process."""

    def begin(
        self, work: Work, args: Sequence[Any], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        done(carry_out(work, args, lambda: True))

    def make_way(self, is_busy: bool) -> None:
        pass

    def drop(self) -> None:
        pass

    def end(self) -> None:
        pass


@dataclass
class ByHand:
    """Does nothing until it is told to; `begun` are the arguments of what was begun."""

    begun: list[Sequence[Any]] = field(default_factory=list[Sequence[Any]])
    is_dropped: bool = False
    """Whether nobody wants any more what is being done."""
    is_ended: bool = False
    makes_way: bool = False
    """Whether people are being answered."""
    patience: float = 0.0
    """For how many seconds what is being done may step aside."""
    _work: Work | None = None
    _done: Callable[[End], None] = lambda end: None

    def begin(
        self, work: Work, args: Sequence[Any], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        assert not self.is_ended and self._work is None
        self.begun.append(args)
        self._work, self._done, self.is_dropped, self.patience = work, done, False, patience

    def finish(self, end: End | None = None) -> None:
        """Do what was begun, or let it end in another way."""
        assert self._work is not None
        work, self._work = self._work, None
        self._done(end or carry_out(work, self.begun[-1], lambda: not self.is_dropped))

    @property
    def is_busy(self) -> bool:
        return self._work is not None

    def make_way(self, is_busy: bool) -> None:
        self.makes_way = is_busy

    def drop(self) -> None:
        self.is_dropped = True

    def end(self) -> None:
        self.is_ended, self._work = True, None
