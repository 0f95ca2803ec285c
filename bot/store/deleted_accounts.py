"""Marks of deleted people: a placeholder's mark recognises a returning account, and reveals nothing without it.

Otherwise, deleting data would clear blocks against a person and reset limits and ratings. So the placeholder
keeps a mark: a keyed fingerprint of their id, with a secret of this database. It identifies no one unless the
same account returns. Their ratings stay with the placeholder, and the account continues with them, because
otherwise deletion would undo losses. The mark and the ratings are deleted when no limit needs them
(`REMEMBERED`), unless other people have blocked them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from bot.clocks.control import DAY
from bot.store.connection import Connection

REMEMBERED = 365 * DAY
"""Milliseconds for which a placeholder keeps its mark: the longest period that a server's settings count."""
_SECRET = "secret of marks"  # noqa: S105


async def ids_of(connection: Connection, person: int) -> list[int]:
    """Return a person's id, and those of the placeholders from earlier deletions of their data."""
    secret = await _secret(connection)
    if not secret:
        return [person]
    [rows] = await connection.fetch(
        ("SELECT id FROM people WHERE mark = ? ORDER BY id", (_mark(secret, person),))
    )
    return [person, *(int(row[0]) for row in rows)]


async def identities(connection: Connection) -> Callable[[int], int]:
    """Return a function that maps all ids of one person to the same number."""
    secret = await _secret(connection)
    [rows] = await connection.fetch(("SELECT id, mark FROM people WHERE mark <> ''", ()))
    marked = {int(row[0]): str(row[1]) for row in rows}
    first_by_mark: dict[str, int] = {}
    for stand_in, mark in marked.items():
        first_by_mark.setdefault(mark, stand_in)

    def identity(person: int) -> int:
        mark = marked.get(person) if person < 0 else _mark(secret, person) if marked else None
        return first_by_mark.get(mark, person) if mark else person

    return identity


async def mark_of(connection: Connection, person: int) -> str:
    """Return a person's mark. The first call creates the secret for all marks."""
    secret = await _secret(connection)
    if not secret:
        secret = secrets.token_hex(32)
        await connection.fetch(("INSERT INTO facts (name, value) VALUES (?, ?)", (_SECRET, secret)))
    return _mark(secret, person)


async def _secret(connection: Connection) -> str:
    [rows] = await connection.fetch(("SELECT value FROM facts WHERE name = ?", (_SECRET,)))
    return next((str(row[0]) for row in rows), "")


def _mark(secret: str, person: int) -> str:
    return sha256(f"{secret}:{person}".encode()).hexdigest()
