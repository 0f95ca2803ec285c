"""Marks of deleted people: a placeholder's mark recognises a returning account, and reveals nothing without it.

Otherwise a deleted person would be new at once: blocks against them would be gone, and limits and ratings reset. So
their placeholder keeps a mark: a fingerprint of their id with a secret of this database. It identifies no one unless
the same account returns. Their ratings stay with the placeholder, and the account continues with them, because
otherwise deletion would undo losses. The mark and the ratings are deleted when no limit needs them any more
(`REMEMBERED`), unless other people have blocked them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from bot.clocks.control import DAY
from bot.store.connection import Connection

REMEMBERED = 365 * DAY
"""Milliseconds for which a stand-in keeps its mark: as long as a server's settings can look back."""
_SECRET = "secret of marks"  # noqa: S105


async def ids_of(connection: Connection, person: int) -> list[int]:
    """Return a person's id, and those of the stand-ins that have taken their place when they were forgotten."""
    secret = await _secret(connection)
    if not secret:
        return [person]
    [found] = await connection.ask(
        ("SELECT id FROM people WHERE mark = ? ORDER BY id", (_mark(secret, person),))
    )
    return [person, *(int(row[0]) for row in found)]


async def selves(connection: Connection) -> Callable[[int], int]:
    """Return a function that maps all ids of one person to the same number."""
    secret = await _secret(connection)
    [found] = await connection.ask(("SELECT id, mark FROM people WHERE mark <> ''", ()))
    marked = {int(row[0]): str(row[1]) for row in found}
    first: dict[str, int] = {}
    for stand_in, mark in marked.items():
        first.setdefault(mark, stand_in)

    def one(person: int) -> int:
        mark = marked.get(person) if person < 0 else _mark(secret, person) if marked else None
        return first.get(mark, person) if mark else person

    return one


async def mark_of(connection: Connection, person: int) -> str:
    """Return a person's mark, for their stand-in; the first time, a secret is drawn for all marks."""
    secret = await _secret(connection)
    if not secret:
        secret = secrets.token_hex(32)
        await connection.ask(("INSERT INTO facts (name, value) VALUES (?, ?)", (_SECRET, secret)))
    return _mark(secret, person)


async def _secret(connection: Connection) -> str:
    [found] = await connection.ask(("SELECT value FROM facts WHERE name = ?", (_SECRET,)))
    return next((str(row[0]) for row in found), "")


def _mark(secret: str, person: int) -> str:
    return sha256(f"{secret}:{person}".encode()).hexdigest()
