"""Runs acts in lockstep, trip by trip: none continues before the others have reached their next trip, wait, or are done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest

from bot.store.connection import Row, Statement
from bot.store.postgres.connection import PostgresConnection

_WAITS = 0.03
"""The timeout after which an act that hasn't reached its next trip is considered waiting for a lock, in seconds."""
_number: ContextVar[int] = ContextVar("number")


class Lockstep:
    """The current acts, and those that are at a trip."""

    def __init__(self) -> None:
        self._active: set[int] = set()
        self._here: dict[int, asyncio.Event] = {}
        self.steps = 0
        """The number of common steps."""

    async def step(self) -> None:
        """Wait until every other act is at a trip, too, or waits for a lock."""
        number = _number.get(None)
        if number is None:
            return
        go = self._here[number] = asyncio.Event()
        if self._here.keys() >= self._active:
            self._go()
        try:
            await asyncio.wait_for(go.wait(), _WAITS)
        except TimeoutError:
            self._go()

    def _go(self) -> None:
        self.steps += len(self._here) > 1
        for waiting in self._here.values():
            waiting.set()
        self._here.clear()

    async def run(self, *acts: Awaitable[Any]) -> list[Any]:
        """Run acts in lockstep; return their results or exceptions."""
        self._active = set(range(len(acts)))

        async def one(number: int, act: Awaitable[Any]) -> Any:
            _number.set(number)
            try:
                return await act
            finally:
                self._active.discard(number)
                self._here.pop(number, None)
                if self._here and self._here.keys() >= self._active:
                    self._go()

        return await asyncio.gather(*(one(n, act) for n, act in enumerate(acts)), return_exceptions=True)


@contextmanager
def lockstep() -> Iterator[Lockstep]:
    """Make every trip of an act wait for the others."""
    steps = Lockstep()
    real = PostgresConnection._carry_out

    async def stepping(
        self: PostgresConnection, statements: Sequence[Statement], *, commits: bool
    ) -> list[list[Row]]:
        await steps.step()
        return await real(self, statements, commits=commits)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgresConnection, "_carry_out", stepping)
        yield steps
