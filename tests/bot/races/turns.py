"""Acts of two processes on one PostgreSQL, one statement at a time, in random order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import Any

import pytest

from bot.store.connection import Row, Statement
from bot.store.postgres.connection import LOOK, WRITE, PostgresConnection

_AT_ONCE = 0.004
"""The timeout after which an act that hasn't reached its next statement is checked for a lock wait, in seconds."""
_ENDS = ("COMMIT", WRITE, LOOK)
"""Statements that end a transaction or follow its end: another act may get its locks now."""
_act: ContextVar[int] = ContextVar("act")


class Turns:
    """Runs one statement at a time of one act after another (with `whole`: one transaction), in an order from `chance`.

    `is_waiting` returns whether a connection of the database waits for a lock.
    """

    def __init__(self, chance: Random, is_waiting: Callable[[], bool], *, whole: bool = False) -> None:
        self._chance = chance
        self._is_waiting = is_waiting
        self._whole = whole
        self._at_a_gate: list[tuple[int, asyncio.Event]] = []
        self._changed = asyncio.Event()
        self._active: set[int] = set()
        self._waiting: set[int] = set()
        """The acts known to wait for a lock."""
        self.turns = 0
        self.waits = 0
        """The number of times an act waited for a lock of the other."""

    async def gate(self, statement: str) -> None:
        """Wait for this act's turn."""
        act = _act.get(-1)
        if act < 0 or (self._whole and not statement.startswith((WRITE, LOOK))):
            return
        go = asyncio.Event()
        self._at_a_gate.append((act, go))
        self._changed.set()
        await go.wait()
        if statement.startswith(_ENDS):
            self._waiting.clear()

    async def run(self, *acts: Awaitable[Any]) -> list[Any]:
        """Run acts; return their results or exceptions."""
        self._active = set(range(len(acts)))

        async def one(number: int, act: Awaitable[Any]) -> Any:
            _act.set(number)
            try:
                return await act
            finally:
                self._active.discard(number)
                self._waiting.clear()
                self._changed.set()

        under_way = [asyncio.create_task(one(n, act)) for n, act in enumerate(acts)]
        await self._lead()
        return await asyncio.gather(*under_way, return_exceptions=True)

    async def _lead(self) -> None:
        while self._active:
            await self._settled()
            if self._at_a_gate:
                place = self._chance.randrange(len(self._at_a_gate))
                self.turns += 1
                self._at_a_gate.pop(place)[1].set()

    async def _settled(self) -> None:
        """Wait until all acts are at a gate, done, or waiting for a lock."""
        while (late := self._active - self._waiting - {act for act, _ in self._at_a_gate}) or not (
            self._at_a_gate or not self._active
        ):
            self._changed.clear()
            try:
                async with asyncio.timeout(_AT_ONCE):
                    await self._changed.wait()
            except TimeoutError:
                if self._at_a_gate and self._is_waiting():
                    self.waits += 1
                    self._waiting |= late


@contextmanager
def in_turns(turns: Turns) -> Iterator[None]:
    """Make every statement of an act wait for its turn, even within one trip."""
    real = PostgresConnection._carry_out

    async def one_by_one(
        self: PostgresConnection, statements: Sequence[Statement], *, commits: bool
    ) -> list[list[Row]]:
        results: list[list[Row]] = []
        for number, statement in enumerate(statements, 1):
            await turns.gate(statement[0])
            results += await real(self, [statement], commits=commits and number == len(statements))
        return results

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgresConnection, "_carry_out", one_by_one)
        yield
