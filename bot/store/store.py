"""The store: transactions of one database, and looks at it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol
from weakref import WeakKeyDictionary

from bot.errors import Collision
from bot.platform.metrics import StoreMeasure
from bot.store.about import About, AboutFact, AboutMatch, AboutPerson, MatchesOf, Scope
from bot.store.absences import ALIVE, AbsenceLog
from bot.store.connection import Connection
from bot.store.marks import Draw
from bot.store.subjects import Reading, Writing


class Presence(Protocol):
    """The sign of a living worker."""

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        ...

    def ended(self) -> Collection[str]:
        """Return the workers that are known to have ended, each once. Others may have ended, too."""
        ...

    def end(self) -> None:
        """End without a word, as a process does that is killed."""
        ...

    def leave(self) -> None:
        """Take the sign away: nobody needs to know of it any longer."""
        ...


class Database(Protocol):
    """A database that the store lies in."""

    def look(self, *, once: bool = False) -> AbstractAsyncContextManager[Connection]:
        """Give a connection that sees one committed state, and changes nothing; `once`, for a single statement."""
        ...

    def change(self) -> AbstractAsyncContextManager[Connection]:
        """Give a connection inside a transaction, which is committed when the block ends without an exception.

        Raises Unwritable if nothing can be written just now.
        """
        ...

    async def last_number(self, connection: Connection, table: str) -> int:
        """Return the last number that the database has given to a row of a table, 0 for none."""
        ...

    async def set_last_number(self, connection: Connection, table: str, number: int) -> None:
        """Number the next row of a table behind this one."""
        ...

    def attend(self, worker: str) -> Presence | None:
        """Announce a worker of this process to the others on the same file, or of this machine; None if that can't be. Raises OSError."""
        ...

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the database."""
        ...


class Store:
    """Transactions of a database, and looks at it."""

    def __init__(self, database: Database, draw: Draw) -> None:
        self.database = database
        self._draw = draw
        self.absences = AbsenceLog()
        self._looks: WeakKeyDictionary[Connection, Reading] = WeakKeyDictionary()
        self._changes: WeakKeyDictionary[Connection, Writing] = WeakKeyDictionary()

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncGenerator[Reading]:
        """Look at one committed state; `once`, for a single statement, which needs no transaction to see one state."""
        measure = StoreMeasure("read")
        try:
            async with self.database.look(once=once) as connection:
                measure.begun()
                reading = self._looks.get(connection)
                if reading is None:
                    reading = self._looks[connection] = Reading.on(connection, self.absences)
                yield reading
        finally:
            measure.ended()

    @asynccontextmanager
    async def write(self, *named: About) -> AsyncGenerator[Writing]:
        """Begin a transaction about the named subjects. It is committed if the block ends without an exception.

        No one else changes these subjects until then, and nothing else can be written. Raises Unwritable while
        nothing can be written, and Collision if it can be retried at once. New absences of the bot are stored with
        it, so that clocks written in it don't include them.
        """
        is_shared = self.absences.is_shared
        if self.absences.new and is_shared:
            # A separate transaction: others store absences too, and these subjects have to be locked first.
            async with self._change((AboutFact(ALIVE),), with_absences=True):
                pass
        async with self._change(named, with_absences=not is_shared) as writing:
            yield writing

    @asynccontextmanager
    async def _change(self, named: tuple[About, ...], *, with_absences: bool) -> AsyncGenerator[Writing]:
        written = 0
        measure = StoreMeasure("write")
        try:
            async with self.database.change() as connection:
                measure.begun()
                writing = self._changes.get(connection)
                if writing is None:
                    writing = self._changes[connection] = Writing.inside(
                        connection, self.absences, self._draw
                    )
                connection.scope = Scope()
                await self._hold(writing, named)
                if with_absences and self.absences.new:
                    written = await writing.absences.write()
                yield writing
        except BaseException:
            self.absences.take_back(written)
            raise
        finally:
            measure.ended()
        if written:
            self.absences.on_written()

    async def _hold(self, tx: Writing, named: tuple[About, ...]) -> None:
        whole = next((one for one in named if isinstance(one, MatchesOf)), None)
        if whole is None:
            await tx.hold(*named)
            return
        known = await tx.personal.matches(whole.id, over=whole.over)
        others = [one for one in named if one is not whole]
        await tx.hold(*others, *map(AboutMatch, known), AboutPerson(whole.id))
        # A seat is added under the lock of its person: from here on there are no others.
        if not set(await tx.personal.matches(whole.id, over=whole.over)) <= set(known):
            raise Collision
        tx.connection.scope.made(whole)

    async def load_absences(self) -> None:
        """Read when the bot was out of reach, as the database knows it."""
        async with self.read() as reading:
            await reading.absences.load()

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the database."""
        await self.database.close()
