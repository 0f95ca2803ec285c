"""Another program holds the database: people hear of it in time, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.store.sqlite import connection as sqlite_store
from tests.bot.discord.kit import Duel, Room
from tests.table import transcript
from tests.table.actor import Actor

pytestmark = pytest.mark.sqlite

BUSY = "my database is busy. Nothing has changed and nothing is lost"


def revision(room: Room) -> int:
    with closing(sqlite3.connect(room.file)) as database:
        return int(database.execute("SELECT rev FROM matches").fetchone()[0])


def test_a_waiting_player_is_told_within_discord_s_time() -> None:
    """The first waits once; whoever comes after hardly does: a whole desk of presses fits into three seconds."""
    assert sqlite_store._PATIENCE + 30 * sqlite_store._IMPATIENCE < 3000


async def test_it_is_said_and_goes_on(lobby: Room, duel: Duel, ada: Actor, bo: Actor) -> None:
    before = revision(lobby)
    with closing(sqlite3.connect(lobby.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        presses = [
            ada.slash("parlour pass", channel=duel.ada.thread),
            bo.slash("match resign", channel=duel.bo.thread),
            ada.slash("match draw", channel=duel.ada.thread),
            ada.slash("voidream challenge", user=bo, deck="Morning"),
        ]
        done = await asyncio.gather(*presses)
        # What only looks is answered as ever.
        assert "Resign" in done[1].text or "give" in done[1].text
        for one in (done[0], done[2]):
            assert BUSY in one.text, one.text
        assert not any(one.failed for one in done)
        board = await ada.slash("match board", channel=duel.ada.thread)
        assert BUSY not in board.text
        assert revision(lobby) == before
        other.execute("ROLLBACK")
    again = await ada.slash("parlour pass", channel=duel.ada.thread)
    assert BUSY not in again.text and revision(lobby) == before + 1
    # Announcements that could not be written down as sent are caught up with.
    await lobby.clock.move(60)
    await lobby.quiet()
    assert "passed" in transcript.text(await duel.status())
