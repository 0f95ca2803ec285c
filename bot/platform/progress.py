"""The progress of a loop, for health checks."""

from __future__ import annotations

from bot.platform.clock import Clock

STUCK = 60_000
"""Milliseconds after which a round that has not ended stands still."""


class Progress:
    """The rounds of a loop: since when they fail, and why; and whether one never ends.

    `what` names the work in the sentences about it: "announcements".
    """

    def __init__(self, what: str, clock: Clock) -> None:
        self._what = what
        self._clock = clock
        self._began: int | None = None
        self._failing_since: int | None = None
        self._why = ""

    def begin(self) -> None:
        """A round begins."""
        self._began = self._clock.now()

    def done(self) -> None:
        """A round has ended as it should."""
        self._began = self._failing_since = None

    def failed(self, error: BaseException) -> None:
        """A round has failed."""
        self._began = None
        self._failing_since = self._clock.now() if self._failing_since is None else self._failing_since
        self._why = f"{type(error).__name__}: {error}"

    @property
    def problem(self) -> str:
        """The current problem, "" if there is none."""
        now = self._clock.now()
        if self._failing_since is not None:
            return f"{self._what} fail for {(now - self._failing_since) // 1000} s: {self._why}"
        if self._began is not None and now - self._began > STUCK:
            return f"{self._what} have stood still for {(now - self._began) // 1000} s"
        return ""
