"""A PostgreSQL server for tests: started once, with a new database for each test that needs one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from bot.settings import PostgresAddress
from bot.store.schema import postgres_scripts

_TEMPLATE = "laid_out"
_QUICK = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "shared_buffers": "16MB",
    "max_connections": "60",
}
"""Options for speed: the data isn't needed after the tests."""
_EMPTY = """
DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
               AND relname <> 'schema_version' LOOP EXECUTE format('DELETE FROM %s', one.name); END LOOP;
    FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace
               LOOP EXECUTE format('ALTER SEQUENCE %s RESTART', one.name); END LOOP;
END $$
"""
_ACCOUNT = "postgres"
"""The account of Debian's package: PostgreSQL doesn't run as root."""


def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, or None. On Debian they aren't in the search path."""
    on_path = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(on_path).parent if on_path else installed[-1].parent if installed else None


def _account() -> str | None:
    return _ACCOUNT if os.geteuid() == 0 else None


class Server:
    """A server with its socket in a folder."""

    def __init__(self, folder: Path, bin_folder: Path, options: Mapping[str, str]) -> None:
        self._options = options
        self.folder = folder
        self._bin = bin_folder
        self._data = folder / "data"
        self._numbers = count(1)
        self._has_template = False
        self._used: list[PostgresAddress] = []
        """Databases with tables and without rows."""

    def address(self, name: str, user: str = "voidream") -> PostgresAddress:
        """Return the address of a database, which needn't exist."""
        return PostgresAddress(f"postgresql://{user}@/{name}?host={self.folder}")

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs on the data."""
        log = self.folder / "log"
        with log.open("ab") as output:
            subprocess.run(
                [self._bin / program, "-D", self._data, *arguments],
                check=True, stdout=output, stderr=output, stdin=subprocess.DEVNULL, user=_account(), cwd="/",
            )  # fmt: skip

    @contextmanager
    def stopped_with_this_process(self) -> Generator[None]:
        """Stop the server if this process is killed. A shell waits for the end of its input."""
        stop = 'read -r _; exec "$0" -D "$1" -m immediate stop'
        waiting = subprocess.Popen(
            ["sh", "-c", stop, self._bin / "pg_ctl", self._data],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            user=_account(), cwd="/", start_new_session=True,
        )  # fmt: skip
        with waiting:
            yield

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = " ".join(f"-c {name}={value or repr('')}" for name, value in self._options.items())
        self.run(
            "pg_ctl",
            "-w",
            "-l",
            str(self.folder / "server.log"),
            "-o",
            f"-k {self.folder} {options}",
            "start",
        )

    def stop(self, how: str = "immediate") -> None:
        """Stop the server immediately, or with `fast`, which keeps committed data."""
        self.run("pg_ctl", "-w", "-m", how, "stop")

    def execute(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Execute statements separately. Return the rows of the last one."""
        with psycopg.connect(self.address(database).reveal(), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def empty(self) -> PostgresAddress:
        """Create an empty database."""
        name = f"empty_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def laid_out(self) -> PostgresAddress:
        """Return a database with all tables and no rows: a reused one, or a copy of a template."""
        if self._used:
            return self._used.pop()
        if not self._has_template:
            self.execute(f"CREATE DATABASE {_TEMPLATE}")
            scripts = postgres_scripts()
            self.execute(
                "CREATE TABLE schema_version (version BIGINT NOT NULL)",
                f"INSERT INTO schema_version VALUES ({max(scripts)})",
                *(scripts[number] for number in sorted(scripts)),
                database=_TEMPLATE,
            )
            self._has_template = True
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        return self.address(name)

    def give_back(self, address: PostgresAddress) -> None:
        """Delete all rows of a database. That takes a tenth of the time of creating another."""
        name = str(address).rpartition("/")[2]
        self.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()",
            "SET session_replication_role = replica",
            _EMPTY,
            database=name,
        )
        self._used.append(address)


@contextmanager
def serving(**options: str) -> Generator[Server]:
    """Serve databases inside the block, with `options` of PostgreSQL instead of the fast ones."""
    bin_folder = programs()
    assert bin_folder is not None
    # The path of a socket has at most a hundred characters.
    folder = Path(mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    if os.geteuid() == 0:
        shutil.chown(folder, _ACCOUNT)
    server = Server(folder, bin_folder, {**_QUICK, **options})
    try:
        server.run("initdb", "--auth=trust", "-U", "voidream", "--no-locale", "-E", "UTF8", "-N")
        with server.stopped_with_this_process():
            server.start()
            try:
                yield server
            finally:
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
