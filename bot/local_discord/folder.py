"""The table's folder: stores the state of a table continuously, and restores it.

Only changes are written, at most `PAUSE` seconds after they happen; a killed process loses no more than that. Pending
requests of a client (an answer of the bot, a form) are lost, as when Discord's client is closed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite
import msgspec

from bot.local_discord.attachments import Attachments
from bot.local_discord.clock import TableClock
from bot.local_discord.json_codec import Payload
from bot.local_discord.records import Channel, Guild, Member, Message, User, WorldChange
from bot.local_discord.server import LocalTable
from bot.local_discord.world import World

FORMAT: Final = 1
"""The version of the file format; other versions are refused."""
FILE: Final = "table.sqlite3"
PAUSE: Final = 0.25
"""The interval over which changes are collected before they are written, in seconds."""
_APPLICATION: Final = 0x564F4944
"""The `PRAGMA application_id` of a table's file."""
_BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")
_FOREIGN: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
_SCHEMA: Final = f"""
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {FORMAT};
    CREATE TABLE record (kind TEXT NOT NULL, id INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE TABLE file (key TEXT PRIMARY KEY, content_type TEXT NOT NULL, content BLOB NOT NULL);
"""
Key = tuple[str, int]
Record = TypeVar("Record", bound=msgspec.Struct)


class FolderRefused(Exception):
    """A folder can't be used. The message is one sentence for people; `in_use`: another process uses it."""

    def __init__(self, why: str, *, in_use: bool = False) -> None:
        super().__init__(why)
        self.in_use = in_use


class _Table(msgspec.Struct):
    """Single values: the bot, the last id, and the time at the table and on this machine."""

    bot_id: int
    last_id: int
    table_time: datetime
    machine_time: datetime


class _Commands(msgspec.Struct):
    """The commands registered for a server, or global ones (id 0)."""

    commands: list[Payload]


class TableFolder:
    """The file of one table, locked for this process: `open` it, load its `table`, `close` it."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, report: Callable[[str], None]) -> None:
        self.path = path
        self._connection = connection
        self._report = report
        self._table: LocalTable | None = None
        self._written: dict[Key, bytes] = {}
        self._files: set[str] = set()
        self._changed: set[tuple[int, int]] = set()
        """Messages to write or delete, by channel and message id."""
        self._save_lock = asyncio.Lock()
        self._saving: asyncio.Task[None] | None = None
        self._failed = False

    @classmethod
    async def open(cls, path: Path, report: Callable[[str], None] = lambda _: None) -> TableFolder:
        """Open the folder at `path`, creating it if missing.

        `report` is called with a sentence when writing fails later.

        Raises:
            FolderRefused: if it is in use, damaged, of another version, or can't be written to. Nothing was changed.
        """
        try:
            await asyncio.to_thread(path.mkdir, parents=True, exist_ok=True)
            connection = await aiosqlite.connect(path / FILE, isolation_level=None, timeout=0.0)
        except OSError as error:
            raise FolderRefused(f"The folder {path} can't be used: {error.strerror or error}.") from None
        except sqlite3.Error as error:
            raise _refused(path, error) from None
        try:
            await cls._lock(path, connection)
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.Error):
                raise _refused(path, error) from None
            raise
        return cls(path, connection, report)

    @staticmethod
    async def _lock(path: Path, connection: aiosqlite.Connection) -> None:
        """Lock the file until the connection is closed, and create the tables of a new file."""
        await connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        await connection.execute("BEGIN EXCLUSIVE")
        [[application]] = await connection.execute_fetchall("PRAGMA application_id")
        [[version]] = await connection.execute_fetchall("PRAGMA user_version")
        [[tables]] = await connection.execute_fetchall("SELECT count(*) FROM sqlite_schema")
        await connection.execute("COMMIT")
        if not tables:
            await connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        elif application != _APPLICATION:
            raise FolderRefused(f"{path / FILE} is another program's file, not a table's.")
        elif version != FORMAT:
            age = "newer" if version > FORMAT else "older"
            raise FolderRefused(
                f"The table in {path} has the {age} format {version}; this version reads format {FORMAT}."
            )
        await connection.execute("PRAGMA journal_mode = WAL")

    async def table(self, *, running: bool = True) -> LocalTable:
        """Load the stored table, or create a new one, and store its changes from now on.

        `running`: whether its clock runs.

        Raises:
            FolderRefused: if the stored data can't be read. Nothing was changed.
        """
        try:
            table = await self._read(running)
        except sqlite3.Error as error:
            raise _refused(self.path, error) from None
        except (msgspec.MsgspecError, KeyError, ValueError) as error:
            raise FolderRefused(f"The table in {self.path} is damaged: {error}.") from None
        self._table = table
        table.world.listen(self._on_change)
        await self.save()
        return table

    async def close(self) -> None:
        """Write pending changes and unlock the file."""
        if self._saving is not None:
            self._saving.cancel()
            with suppress(asyncio.CancelledError):
                await self._saving
        if self._table is not None:
            await self.save()
        await self._connection.close()

    # Reading

    async def _read(self, running: bool) -> LocalTable:
        rows = await self._connection.execute_fetchall("SELECT kind, id, data FROM record")
        self._written = {(kind, number): data for kind, number, data in rows}
        [*tables] = self._all("table", _Table)
        if not tables:
            return LocalTable(clock=TableClock(running=running))
        now = datetime.now(UTC)
        # The table's time advances like this machine's, but never runs backwards, even if this machine's clock was
        # set back.
        start = tables[0].table_time + max(now - tables[0].machine_time, timedelta())
        attachments = Attachments()
        for key, kind, content in await self._connection.execute_fetchall(
            "SELECT key, content_type, content FROM file ORDER BY rowid"
        ):
            attachments.keep(key, content, kind)
            self._files.add(key)
        world = World(TableClock(start, running=running), attachments)
        people = {person.id: person for person in self._all("person", User)}
        guilds = list(self._all("guild", Guild))
        for guild in guilds:
            # Each person is one object, wherever they are referenced.
            guild.members = {
                each: Member(people[each], member.joined, member.roles)
                for each, member in guild.members.items()
            }
        channels = {channel.id: channel for channel in self._all("channel", Channel)}
        for message in self._all("message", Message):
            if message.loading:
                self._changed.add((message.channel_id, message.id))
            else:
                channels[message.channel_id].messages[message.id] = message
        world.restore(people, people[tables[0].bot_id], guilds, list(channels.values()), tables[0].last_id)
        table = LocalTable(world=world)
        for (kind, number), data in self._written.items():
            if kind == "commands":
                registered = msgspec.json.decode(data, type=_Commands).commands
                table.registration.commands[number or None] = registered
        return table

    def _all(self, kind: str, record: type[Record]) -> Iterator[Record]:
        """Yield all records of a kind, in the order of their ids."""
        for key in sorted(key for key in self._written if key[0] == kind):
            yield msgspec.json.decode(self._written[key], type=record)

    # Writing

    def _on_change(self, change: WorldChange) -> None:
        channel, message = change.channel, change.message
        if channel is not None and message is not None:
            self._changed.add((channel.id, message.id))
        elif channel is not None and channel.parent_id is not None:
            # A thread started from a message changes that message, and has its id.
            self._changed.add((channel.parent_id, channel.id))
        if channel is not None and change.kind == "channel_delete":
            self._changed.update((channel.id, each) for each in channel.messages)
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save_soon(), name="table folder")

    async def _save_soon(self) -> None:
        while self._table is not None:
            await asyncio.sleep(PAUSE)
            await self.save()
            if not self._changed and not self._failed:
                return

    async def save(self) -> None:
        """Store the changes since the last call. A failure is reported once, and retried."""
        async with self._save_lock:
            assert self._table is not None, "the table has unsaved changes"
            changed, self._changed = self._changed, set()
            records = dict(self._records(self._table, changed))
            upserts = {key: data for key, data in records.items() if data is not None}
            deleted = [key for key, data in records.items() if data is None and key in self._written]
            files = self._table.world.attachments.files
            added, dropped = files.keys() - self._files, self._files - files.keys()
            contents = [(key, files[key][1], files[key][0]) for key in files if key in added]
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                await self._connection.executemany(
                    "INSERT OR REPLACE INTO record VALUES (?, ?, ?)",
                    [(*key, data) for key, data in upserts.items()],
                )
                await self._connection.executemany("DELETE FROM record WHERE kind = ? AND id = ?", deleted)
                await self._connection.executemany("INSERT OR REPLACE INTO file VALUES (?, ?, ?)", contents)
                await self._connection.executemany(
                    "DELETE FROM file WHERE key = ?", [(key,) for key in dropped]
                )
                await self._connection.execute("COMMIT")
            except BaseException as error:
                self._changed |= changed
                with suppress(sqlite3.Error):
                    await self._connection.rollback()
                if not isinstance(error, sqlite3.Error):
                    raise
                if not self._failed:
                    self._report(
                        f"{_reason(self.path, error)} What happens at the table is not kept until it can be."
                    )
                self._failed = True
                return
            self._failed = False
            self._written |= upserts
            for key in deleted:
                del self._written[key]
            self._files |= added
            self._files -= dropped

    def _records(
        self, table: LocalTable, messages: set[tuple[int, int]]
    ) -> Iterator[tuple[Key, bytes | None]]:
        """Yield the records to write, or to delete (None). All but messages are compared: they are few."""
        world = table.world
        small: dict[Key, msgspec.Struct] = {
            **{("person", each.id): each for each in world.people.values()},
            **{("guild", each.id): each for each in world.guilds.values()},
            **{
                ("channel", each.id): msgspec.structs.replace(each, messages={})
                for each in world.channels.values()
            },
            **{
                ("commands", scope or 0): _Commands(each)
                for scope, each in table.registration.commands.items()
            },
            ("table", 0): _Table(world.bot.id, world.last_id, world.clock.now(), datetime.now(UTC)),
        }
        for key, record in small.items():
            data = msgspec.json.encode(record)
            if self._written.get(key) != data:
                yield key, data
        for key in self._written.keys() - small.keys():
            if key[0] != "message":
                yield key, None
        for channel_id, number in messages:
            channel = world.channels.get(channel_id)
            message = None if channel is None else channel.messages.get(number)
            yield ("message", number), None if message is None else msgspec.json.encode(message)


def set_aside(path: Path) -> Path | None:
    """Rename the folder at `path`, if it exists, to the first free of "NAME-1", "NAME-2" and so on.

    Return its new path, None if it didn't exist.

    Raises:
        FolderRefused: if it is in use or can't be renamed.
    """
    if not path.exists():
        return None
    if (path / FILE).exists():
        with closing(sqlite3.connect(path / FILE, timeout=0.0)) as connection:
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                if _is_busy(error):
                    raise _refused(path, error) from None
    free = next(each for each in (path.with_name(f"{path.name}-{n}") for n in count(1)) if not each.exists())
    try:
        return path.rename(free)
    except OSError as error:
        raise FolderRefused(f"The folder {path} can't be renamed: {error.strerror or error}.") from None


def _is_busy(error: sqlite3.Error) -> bool:
    return error.sqlite_errorname.startswith(_BUSY)


def _refused(path: Path, error: sqlite3.Error) -> FolderRefused:
    return FolderRefused(_reason(path, error), in_use=_is_busy(error))


def _reason(path: Path, error: sqlite3.Error) -> str:
    """Return one sentence about the problem with a folder."""
    name = error.sqlite_errorname
    if _is_busy(error):
        return f"The table in {path} is in use by another process."
    if name.startswith(_FOREIGN):
        return f"The table in {path} is damaged: {error}."
    if name.startswith("SQLITE_READONLY"):
        return f"The folder {path} can't be written to."
    if name.startswith("SQLITE_FULL"):
        return f"The disk of the folder {path} is full."
    return f"The table in {path} can't be used: {error}."
