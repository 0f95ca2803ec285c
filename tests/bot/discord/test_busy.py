"""Another program locks the database: people are told in time, nothing is lost, and the bot recovers by itself."""

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


def test_waiting_players_are_answered_within_discords_limit() -> None:
    """Only the first press waits its full time; later ones hardly wait, so a full queue is answered within three seconds."""
    assert sqlite_store._PATIENCE + 30 * sqlite_store._IMPATIENCE < 3000


async def test_presses_are_refused_and_the_bot_recovers(
    lobby: Room, duel: Duel, ada: Actor, bo: Actor
) -> None:
    before = revision(lobby)
    with closing(sqlite3.connect(lobby.file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        presses = [
            ada.slash("parlour pass", channel=duel.ada.thread),
            bo.slash("match resign", channel=duel.bo.thread),
            ada.slash("match draw", channel=duel.ada.thread),
            ada.slash("voidream challenge", user=bo, deck="Morning"),
        ]
        outcomes = await asyncio.gather(*presses)
        # Reading works as usual.
        assert "Resign" in outcomes[1].text or "give" in outcomes[1].text
        for one in (outcomes[0], outcomes[2]):
            assert BUSY in one.text, one.text
        assert not any(outcome.failed for outcome in outcomes)
        board = await ada.slash("match board", channel=duel.ada.thread)
        assert BUSY not in board.text
        assert revision(lobby) == before
        connection.execute("ROLLBACK")
    again = await ada.slash("parlour pass", channel=duel.ada.thread)
    assert BUSY not in again.text and revision(lobby) == before + 1
    # Announcements that could not be recorded as sent are recorded later.
    await lobby.clock.move(60)
    await lobby.quiet()
    assert "passed" in transcript.text(await duel.status())
