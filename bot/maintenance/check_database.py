"""Database checks match by match, and reports on unreadable matches."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from bot.errors import NotFound
from bot.games.playable import Games
from bot.store import Store
from bot.store.sqlite.copies import PRIVATE, check_is_ours, open_for_inspection
from engine.kernel.errors import UnreadableMatch
from engine.kernel.match import Match


class Flaw(msgspec.Struct, frozen=True):
    """An unreadable match, its status, and the problem."""

    match_id: int
    status: str
    problem: str


def count_matches(database: Path) -> int:
    """Return the number of begun matches in a database. Raises CopyError for other files."""
    check_is_ours(database)
    with closing(open_for_inspection(database)) as opened:
        return int(opened.execute("SELECT COUNT(*) FROM matches WHERE data IS NOT NULL").fetchone()[0])


def check_matches(database: Path, games: Games) -> Iterator[Flaw | None]:
    """Yield, for each begun match, its flaw, or None if it can be loaded."""
    with closing(open_for_inspection(database)) as opened:
        sql = f"SELECT id, game, standing, data, {_setup(opened)} FROM matches WHERE data IS NOT NULL ORDER BY id"  # noqa: S608
        for match_id, game, standing, data, setup in opened.execute(sql):
            yield _flaw(games, match_id, game, standing, bytes(data), None if setup is None else bytes(setup))


def _flaw(
    games: Games, match_id: int, game: str, standing: str, data: bytes, setup: bytes | None
) -> Flaw | None:
    try:
        Match.load(games.find(game).kernel, data, setup)
    except (UnreadableMatch, NotFound) as error:
        return Flaw(match_id, standing, str(error))
    return None


def _setup(opened: sqlite3.Connection) -> str:
    """Return the SQL expression for a match's setup. Older backups have it only in `data`."""
    has_setups = opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'setups'").fetchone()
    return "(SELECT s.data FROM setups s WHERE s.match_id = matches.id)" if has_setups else "NULL"


def write_report(database: Path, flaw: Flaw, folder: Path) -> Path:
    """Write everything stored about a match to a file for the developers. Return its path.

    It contains the secrets of all players, but neither their names nor their ids.
    """
    with closing(open_for_inspection(database)) as opened:
        opened.row_factory = lambda cursor, row: {
            column[0]: value for column, value in zip(cursor.description, row, strict=True)
        }
        match = opened.execute(
            "SELECT id, game, standing, rev, awaited, control, rated, made_at, changed_at, data, "  # noqa: S608
            f"{_setup(opened)} AS setup FROM matches WHERE id = ?",
            (flaw.match_id,),
        ).fetchone()
        acts = opened.execute(
            "SELECT rev, kind, seat, question_id, choice, at FROM acts WHERE match_id = ? ORDER BY rev",
            (flaw.match_id,),
        ).fetchall()
    for column in ("data", "setup"):
        if match[column] is not None:
            match[column] = base64.b64encode(bytes(match[column])).decode()
    content = json.dumps(
        {"problem": flaw.problem, "match": match, "acts": acts}, ensure_ascii=False, indent=1
    )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"match-{flaw.match_id}.json"
    with open(os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, PRIVATE), "w", encoding="utf-8") as out:
        out.write(content + "\n")
    return file


_PORTION = 50
"""Matches loaded at a time."""
_PAGE = """
SELECT m.id, m.game, m.standing, m.data, (SELECT u.data FROM setups u WHERE u.match_id = m.id)
FROM matches m WHERE m.data IS NOT NULL AND m.id > ? ORDER BY m.id LIMIT ?
"""


async def check_store(store: Store, games: Games) -> AsyncIterator[Flaw | None]:
    """Yield, for each begun match, its flaw, or None if it can be loaded."""
    last = 0
    while True:
        async with store.database.read() as connection:
            [rows] = await connection.fetch((_PAGE, (last, _PORTION)))
        if not rows:
            return
        for match_id, game, standing, data, setup in rows:
            last = int(match_id)
            yield _flaw(games, last, game, standing, data, setup)
