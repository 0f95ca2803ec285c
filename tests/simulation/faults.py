"""Faults that the simulator must find: each patches away one safeguard of the product."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.delivery import outbox
from bot.delivery.notes import PrivateKind
from bot.delivery.outbox import Outbox
from bot.platform.worker import AT_ONCE, Worker
from bot.store import about
from bot.store.acts import ActStatements
from bot.store.outbox import _NOTE, NoteStatements  # pyright: ignore[reportPrivateUsage]
from bot.store.rows import ActRow, NoteRow
from bot.store.sqlite.connection import SqliteDatabase
from tests.simulation.loop import current_process

Fault = Callable[[], AbstractContextManager[Any]]


class _NoLock:
    async def __aenter__(self) -> None:
        pass

    async def __aexit__(self, *error: object) -> None:
        pass


def no_write_lock() -> AbstractContextManager[Any]:
    """Transactions of a process are no longer serialized."""
    real = SqliteDatabase.__init__

    def unlocked(self: SqliteDatabase, *args: Any) -> None:
        real(self, *args)
        self._writing = _NoLock()  # type: ignore[assignment]

    return patch.object(SqliteDatabase, "__init__", unlocked)


def claims_apart_from_the_lock() -> AbstractContextManager[Any]:
    """Due notes are selected before the write lock is taken, and leased without checking again."""
    due: ContextVar[list[NoteRow]] = ContextVar("due")
    real = Outbox._round

    async def round_apart(self: Outbox) -> int | None:
        now = self._clock.now()
        async with self._store.read() as store:
            due.set(
                await store.key_values._records(
                    _NOTE,
                    "FROM outbox WHERE done_at IS NULL AND ready = 1 AND not_before <= ? "
                    "AND (leased_until IS NULL OR leased_until <= ?)",
                    now,
                    now,
                )
            )
        return await real(self)

    async def claim(self: NoteStatements, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        for note in due.get():
            await self._execute(
                "UPDATE outbox SET leased_until = ?, lease_owner = ?, attempts = attempts + 1 WHERE id = ?",
                until,
                owner,
                note.id,
            )
        return due.get()

    stack = ExitStack()
    stack.enter_context(patch.object(Outbox, "_round", round_apart))
    stack.enter_context(patch.object(NoteStatements, "claim", claim))
    return stack


def questions_are_known_later() -> AbstractContextManager[Any]:
    """A delivered question's result is stored in one transaction, and its message's id in a later one, when idle."""
    real = outbox._remember

    async def later(tx: Any, note: NoteRow, sent: Any) -> None:
        if note.kind == PrivateKind.ASK:
            vars(current_process()).setdefault("known", []).append((note, sent))
        else:
            await real(tx, note, sent)

    real_round = Outbox._round

    async def round_apart(self: Outbox) -> int | None:
        until = await real_round(self)
        if until == AT_ONCE or self._deliveries:
            return until  # Other work comes first.
        for note, sent in vars(current_process()).pop("known", ()):
            async with self._store.write(about.AboutMatch(note.match_id)) as tx:
                await real(tx, note, sent)
        return until

    stack = ExitStack()
    stack.enter_context(patch.object(outbox, "_remember", later))
    stack.enter_context(patch.object(Outbox, "_round", round_apart))
    return stack


def short_lease() -> AbstractContextManager[Any]:
    """A lease ends before its delivery, which is cancelled only after 25 s."""
    return patch.multiple(outbox, _LEASE=5_000, _SETTLING=-20_000)


def no_interaction() -> AbstractContextManager[Any]:
    """An act is stored without its interaction."""
    real = ActStatements.add

    async def add(self: ActStatements, act: ActRow) -> None:
        await real(self, replace(act, interaction_id=None))

    return patch.object(ActStatements, "add", add)


def lost_wake_up() -> AbstractContextManager[Any]:
    """The wake event is cleared after a round instead of before it: wake-ups meanwhile are lost."""
    real = Worker._turn

    async def turn(self: Worker) -> None:
        work = self._round

        async def deaf() -> int | None:
            until = await work()
            self._wake_event.clear()
            return until

        with patch.object(self, "_round", deaf):
            await real(self)

    return patch.object(Worker, "_turn", turn)


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        fault.__name__: fault
        for fault in (
            no_write_lock,
            claims_apart_from_the_lock,
            questions_are_known_later,
            short_lease,
            no_interaction,
            lost_wake_up,
        )
    }
)
