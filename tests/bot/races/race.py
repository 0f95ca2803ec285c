"""Races: two simultaneous acts are serialized for every interleaving of their statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bot.store.sqlite.schema import TableShape, shapes
from tests.bot.kit import Bot, open_bot
from tests.bot.races.acts import ACTS, DELIVERED, lay_out
from tests.bot.races.turns import Turns, in_turns
from tests.bot.stores import STORES, change, rows

SETTINGS = {"deadlock_timeout": "20ms"}
"""Server options for many races: lock waits are detected soon."""
PRESS = 1 << 59
"""The interaction of the first act."""
WHOLE = 10
"""The number of orders of whole transactions tried before a result counts as wrong."""
_KEPT = "kept"
"""The schema with a copy of the initial state of all races."""
_WAITING = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
_LEFT_OUT = frozenset({"schema_version", "workers", "budgets", "absences"})
"""Tables that contain each process's own state."""
_DRAWN = frozenset(
    {"mark", "nonce", "dedupe_key", "coalesce_key", "lease_owner", "leased_until"}
    | {"message_id", "challenge_message_id", "status_message_id", "thread_id"}
)
"""Columns with ids and random values, which differ between runs."""

Content = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of all tables, without random columns."""


@dataclass(frozen=True)
class End:
    """The result of two acts: what each returned or raised, and everything stored."""

    answers: tuple[str, ...]
    content: Content

    def difference(self, other: End) -> str:
        """Return the first difference to another result."""
        if self.answers != other.answers:
            return f"{self.answers} instead of {other.answers}"
        for table, stored in self.content.items():
            ours, theirs = Counter(map(repr, stored)), Counter(map(repr, other.content[table]))
            if ours != theirs:
                return f"{table}: {[*(ours - theirs)][:2]} instead of {[*(theirs - ours)][:2]}"
        return "other orders of notes" if self != other else ""


@dataclass
class Found:
    """The results of races."""

    orders: int = 0
    turns: int = 0
    waits: int = 0
    wrong: list[str] = field(default_factory=list[str])


class Races:
    """Races of two bots on one database, each from the same state."""

    def __init__(self, bots: tuple[Bot, Bot], looking: psycopg.Connection) -> None:
        self._bots = bots
        self._looking = looking
        self._tables = [table for table in shapes() if table.name not in _LEFT_OUT]
        self.found = Found()

    async def lay_out(self) -> None:
        """Create the initial state of all races, and store a copy of it."""
        await lay_out(self._bots[0])
        self._read(f"CREATE SCHEMA {_KEPT}")
        for table in self._tables:
            self._read(f"CREATE TABLE {_KEPT}.{table.name} AS SELECT * FROM {table.name}")

    async def race(
        self, first_act: str, second_act: str, orders: int, *, same_press: bool = False
    ) -> list[str]:
        """Run two acts in random orders of their statements; return the results that no sequence of whole acts produces."""
        acts, presses = (first_act, second_act), (PRESS, PRESS if same_press else PRESS + 1)
        expected = [await self._in_a_row(acts, presses, first) for first in (0, 1)]
        wrong = list[str]()
        for number in range(orders):
            end = await self._at_once(acts, presses, Random(f"{first_act} {second_act} {number}"))
            if end not in expected and not await self._comes_of_whole_transactions(acts, presses, end):
                differences = " / ".join(end.difference(each) for each in expected)
                wrong.append(f"{first_act} | {second_act}, order {number}: {differences}")
        self.found.orders += orders
        self.found.wrong += wrong
        return wrong

    async def _comes_of_whole_transactions(
        self, acts: tuple[str, str], presses: tuple[int, int], end: End
    ) -> bool:
        """Return whether a result can come from transactions that never see each other half done."""
        for number in range(WHOLE):
            if await self._at_once(acts, presses, Random(f"whole {number}"), whole=True) == end:
                return True
        return False

    async def _in_a_row(self, acts: tuple[str, str], presses: tuple[int, int], first: int) -> End:
        await self._begin_again()
        answers = ["", ""]
        for place in (first, 1 - first):
            try:
                result = await ACTS[acts[place]](self._bots[place], presses[place])
            except Exception as error:
                result = error
            answers[place] = type(result).__name__
        return End(tuple(answers), await self._end_of(acts))

    async def _at_once(
        self, acts: tuple[str, str], presses: tuple[int, int], order: Random, *, whole: bool = False
    ) -> End:
        await self._begin_again()
        turns = Turns(order, lambda: bool(self._read(_WAITING)[0][0]), whole=whole)
        with in_turns(turns):
            ended = await turns.run(
                *(ACTS[act](bot, press) for act, bot, press in zip(acts, self._bots, presses, strict=True))
            )
        self.found.turns += turns.turns
        self.found.waits += turns.waits
        return End(tuple(type(each).__name__ for each in ended), await self._end_of(acts))

    async def _end_of(self, acts: tuple[str, str]) -> Content:
        """Return everything stored except notes: their order of delivery may differ, but finally all are sent."""
        if DELIVERED not in acts:
            return self._content()
        await ACTS[DELIVERED](self._bots[0], 0)
        return {table: rows for table, rows in self._content().items() if table != "outbox"}

    async def _begin_again(self) -> None:
        for bot in self._bots:
            await bot.halt()  # Its outbox remembers notes by numbers, which are reused.
        with self._looking.transaction():
            self._read("SET LOCAL session_replication_role = replica")
            for table in self._tables:
                self._read(f"DELETE FROM {table.name}")
                self._read(f"INSERT INTO {table.name} SELECT * FROM {_KEPT}.{table.name}")
                if table.counts:
                    self._read(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), COALESCE(MAX(id), 1)) FROM {table.name}"
                    )

    def _content(self) -> Content:
        """Return everything stored, with the interaction that created each match instead of its number."""
        creators = dict(self._read("SELECT match_id, MIN(interaction_id) FROM acts GROUP BY match_id"))
        return {table.name: self._rows(table, creators) for table in self._tables}

    def _rows(self, table: TableShape, creators: Mapping[int, int]) -> Sequence[tuple[Any, ...]]:
        columns = [column for column in table.columns if column not in _DRAWN]
        if table.name in ("outbox", "decks"):
            columns.remove("id")
        matches = {"match_id", "rematch_of"} | ({"id"} if table.name == "matches" else set())
        # Notes of a lane stay in the order in which they were added.
        order = "match_id, person_id, id" if table.name == "outbox" else ", ".join(columns)
        listed = self._read(f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY {order}")
        named = [
            tuple(
                creators.get(value, value) if column in matches else value
                for column, value in zip(columns, row, strict=True)
            )
            for row in listed
        ]
        return sorted(named, key=lambda row: repr(row[: 2 if table.name == "outbox" else None]))

    def _read(self, sql: str) -> list[tuple[Any, ...]]:
        result = self._looking.execute(sql.encode())
        return result.fetchall() if result.description else []


@asynccontextmanager
async def races(folder: Path) -> AsyncGenerator[Races]:
    """Yield races on a new database at the place of `STORES`."""
    path = folder / "races.sqlite3"
    async with open_bot(path) as first, open_bot(path, clock=first.clock, pressed=1_000_000) as second:
        for bot in (first, second):
            # A connection still to be opened would separate the acts.
            await rows(bot.store, "SELECT 1")
            await change(bot.store, "SELECT 1")
        address = STORES.at(path)
        assert not isinstance(address, Path)
        with psycopg.connect(address.reveal(), autocommit=True) as looking:
            races_ = Races((first, second), looking)
            await races_.lay_out()
            try:
                yield races_
            finally:
                looking.execute(f"DROP SCHEMA {_KEPT} CASCADE".encode())
