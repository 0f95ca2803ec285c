"""Workers for tests: one that works immediately in this process, and one controlled by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.search.worker import End, Work, carry_out


class AtOnce:
    """A worker that runs everything immediately, in this process."""

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
    """A worker controlled by hand; `begun` contains the arguments of the current work."""

    begun: list[Sequence[Any]] = field(default_factory=list[Sequence[Any]])
    is_dropped: bool = False
    """Whether the current work is no longer needed."""
    is_ended: bool = False
    makes_way: bool = False
    """Whether people are being answered."""
    patience: float = 0.0
    """The maximum time the current work may yield, in seconds."""
    _work: Work | None = None
    _done: Callable[[End], None] = lambda end: None

    def begin(
        self, work: Work, args: Sequence[Any], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        assert not self.is_ended and self._work is None
        self.begun.append(args)
        self._work, self._done, self.is_dropped, self.patience = work, done, False, patience

    def finish(self, end: End | None = None) -> None:
        """Run the current work, or end it with another result."""
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
