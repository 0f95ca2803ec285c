"""Every statement of the store's methods is prepared on SQLite and on PostgreSQL."""

from __future__ import annotations

import inspect
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import psycopg

from bot.clocks import NO_CLOCK, TimeControl
from bot.errors import NotFound
from bot.store.about import TABLES, About, Everything, Scope, rule_of
from bot.store.clocks import AbsenceLog
from bot.store.connection import Row, Value
from bot.store.personal_data import PERSONAL_DATA
from bot.store.postgres.pipeline import numbered
from bot.store.schema import scripts
from bot.store.servers import ServerRules
from bot.store.sqlite.schema import statements
from bot.store.store import Writing
from engine.kernel.orders.order import Order, StoredOrder
from tests.postgres import Server

WITHOUT = {("absences", "deadline")}
"""Methods without database statements."""


class ReadScope(Scope):
    """A scope in which everything is named; each statement must still have a subject."""

    def check_statement(self, sql: str, values: Sequence[object]) -> None:
        rule_of(sql)


class Recorder:
    """A connection to a database in memory that records every statement."""

    def __init__(self) -> None:
        self.scope = ReadScope()
        self.scope.name([Everything()])
        self.statements: set[str] = set()
        self._database = sqlite3.connect(":memory:", isolation_level=None)
        for script in scripts():
            for statement in statements(script):
                self._database.execute(statement)

    async def hold(self, named: Sequence[About]) -> None:
        """Lock nothing."""

    async def fetch(self, *queries: tuple[str, Sequence[Value]]) -> list[list[Row]]:
        return [self._run(sql, values) for sql, values in queries]

    async def execute(
        self, sql: str, rows: Sequence[Sequence[Value]], or_else: type[Exception] | None = None
    ) -> None:
        for values in rows:
            self._run(sql, values)

    def _run(self, sql: str, values: Sequence[Value]) -> list[Row]:
        self.statements.add(sql)
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.IntegrityError:
            return []  # The samples are one row of each kind.


def samples(hint: Any) -> list[Any]:
    """Return values of a type, one for each kind that leads to another statement."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return [
            sample for kind in arguments for sample in ([None] if kind is NoneType else samples(kind)[:1])
        ]
    if hint in (int, str, bytes, float, bool):
        return [hint(1) if hint is not bytes else b"1"] if hint is not bool else [True, False]
    if hint is TimeControl:
        return [NO_CLOCK]
    if hint is ServerRules:
        return [ServerRules()]
    if hint is Order:
        return [SimpleNamespace(stored=samples(StoredOrder)[0])]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[:1]
    if isinstance(origin, type) and issubclass(origin, tuple):
        ends = arguments[1:] == (...,)
        return [tuple(samples(kind)[0] for kind in (arguments[:1] if ends else arguments))]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return [{samples(arguments[0])[0]: samples(arguments[1])[0]}]
    if origin is not None:
        return [[samples(arguments[0])[0]]]
    if hint is Any or not isinstance(hint, type):
        return [None]
    hints = get_type_hints(hint)
    optional = (
        {field.name for field in msgspec.structs.fields(hint) if not field.required}
        if issubclass(hint, msgspec.Struct)
        else set[str]()
    )
    return [hint(**{name: samples(kind)[0] for name, kind in hints.items() if name not in optional})]


def calls(method: Any) -> Iterator[dict[str, Any]]:
    """Yield arguments for a method: each of its parameters takes each sample once."""
    hints = {name: samples(hint) for name, hint in get_type_hints(method).items() if name != "return"}
    usual = {name: samples_[0] for name, samples_ in hints.items()}
    yield usual
    for name, samples_ in hints.items():
        for alternative in samples_[1:]:
            yield usual | {name: alternative}


def call(method: Any, arguments_: dict[str, Any]) -> Any:
    """Call a method by its parameters, some of which are positional only."""
    rest = [p.name for p in inspect.signature(method).parameters.values() if p.kind is p.VAR_POSITIONAL]
    return method(*[value for name in rest for value in [arguments_.pop(name)]], **arguments_)


async def recorded() -> tuple[set[str], list[tuple[str, str]]]:
    """Return every statement of the store, and the methods without any."""
    connection = Recorder()
    log = AbsenceLog()
    subjects = Writing.inside(connection, log, lambda: 1)
    silent: list[tuple[str, str]] = []
    for again in range(2):  # The second time rows exist, which leads to more statements.
        for name in (field.name for field in fields(Writing) if field.name != "connection"):
            subject = getattr(subjects, name)
            for method_name, method in inspect.getmembers(subject, inspect.iscoroutinefunction):
                if method_name.startswith("_"):
                    continue
                before, connection.statements = connection.statements, set()
                for arguments_ in calls(method):
                    log.new = log.new or [samples(get_type_hints(AbsenceLog.load)["written"])[0][0][1]]
                    with suppress(
                        ValueError, TypeError, KeyError, msgspec.MsgspecError, IndexError, NotFound
                    ):
                        await call(method, arguments_)
                if not connection.statements and not again and (name, method_name) not in WITHOUT:
                    silent.append((name, method_name))
                connection.statements |= before
    return connection.statements, silent


async def test_every_statement_is_prepared_on_both_stores(postgres: Server) -> None:
    statements, silent = await recorded()
    assert not silent, "these methods ran no statement: give them better samples"
    assert len(statements) > 250
    wrong: dict[str, str] = {}
    with psycopg.connect(postgres.laid_out().reveal(), autocommit=True) as connection:
        for sql in sorted(statements):
            result = connection.pgconn.prepare(b"", numbered(sql).encode())
            if result.status != psycopg.pq.ExecStatus.COMMAND_OK:
                wrong[sql] = psycopg.errors.error_from_result(result).diag.message_primary or ""
    assert not wrong


def test_every_table_has_a_subject_or_none() -> None:
    assert TABLES.keys() == PERSONAL_DATA.keys()
