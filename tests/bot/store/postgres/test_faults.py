"""Failures in the middle of an act: it is retried and counts once, or the person is told and nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Busy
from bot.store.postgres.pipeline import Pipeline, Trip
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, Bot, open_bot
from tests.bot.stores import STORES, rows
from tests.postgres import Server

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)

COLLIDES = "RAISE EXCEPTION 'two wait for each other' USING ERRCODE = 'deadlock_detected'"
DIES = "PERFORM pg_terminate_backend(pg_backend_pid())"
"""The writer's connection is cut."""
AT_ONCE, AT_THE_COMMIT = "IMMEDIATE", "DEFERRED"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as opened:
        yield opened


@contextmanager
def going_wrong(bot: Bot, server: Server, what: str, when: str, times: int) -> Generator[None]:
    """Make the statements of an act fail a number of times."""
    name = str(STORES.at(bot.path)).rpartition("/")[2]
    server.execute(
        "CREATE SEQUENCE went_wrong",
        "CREATE FUNCTION go_wrong() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF nextval('went_wrong') <= {times} THEN {what}; END IF; RETURN NULL; END $$",
        f"CREATE CONSTRAINT TRIGGER go_wrong AFTER INSERT ON acts DEFERRABLE INITIALLY {when} "
        "FOR EACH ROW EXECUTE FUNCTION go_wrong()",
        database=name,
    )
    try:
        yield
    finally:
        server.execute("DROP FUNCTION go_wrong CASCADE", "DROP SEQUENCE went_wrong", database=name)


@contextmanager
def losing_an_answer(how_often: int = 1) -> Generator[None]:
    """Cut the connection after a commit was executed, before its response arrives."""
    real, remaining = Pipeline._take, [how_often]

    def take(self: Pipeline, trip: Trip, result: Any) -> None:
        if remaining[0] and result.command_status == b"COMMIT":
            remaining[0] -= 1
            self.give_up()
        else:
            real(self, trip, result)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Pipeline, "_take", take)
        yield
        assert not remaining[0]


async def press(bot: Bot, match_id: int) -> tuple[int, Any]:
    """Give an answer of Ada's; return her interaction and the result."""
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    interaction, choice = bot.press(), random_choice(question, Chance("any"))
    return interaction, await bot.play.answer(interaction, match_id, ADA.id, question.id, choice)


async def counts_once(bot: Bot, match_id: int, interaction: int) -> None:
    """Check that an act and all its announcements are stored once."""
    assert await rows(bot.store, "SELECT rev FROM acts WHERE interaction_id = ?", interaction) == [(2,)]
    assert await bot.matches.revision(match_id) == 2
    notes = await rows(bot.store, "SELECT COUNT(*), COUNT(DISTINCT dedupe_key) FROM outbox WHERE rev = 2")
    assert notes[0][0] == notes[0][1] > 0
    await bot.deliver()
    assert await rows(bot.store, "SELECT COUNT(*) FROM outbox WHERE done_at IS NULL") == [(0,)]


@pytest.mark.parametrize(("what", "when"), [(COLLIDES, AT_ONCE), (DIES, AT_ONCE), (DIES, AT_THE_COMMIT)])
async def test_an_act_is_retried(bot: Bot, postgres: Server, what: str, when: str) -> None:
    match_id = await bot.begin()
    with going_wrong(bot, postgres, what, when, times=2):
        interaction, result = await press(bot, match_id)
    assert not result.repeated
    await counts_once(bot, match_id, interaction)


@pytest.mark.parametrize("what", [COLLIDES, DIES])
async def test_a_repeated_failure_is_reported_and_changes_nothing(
    bot: Bot, postgres: Server, what: str
) -> None:
    match_id = await bot.begin()
    with going_wrong(bot, postgres, what, AT_ONCE, times=99), pytest.raises(Busy):
        await press(bot, match_id)
    interaction, _ = await press(bot, match_id)
    await counts_once(bot, match_id, interaction)


async def test_a_commit_with_a_lost_response_counts_once(bot: Bot) -> None:
    match_id = await bot.begin()
    await bot.deliver()
    with losing_an_answer():
        interaction, result = await press(bot, match_id)
    assert result.repeated
    await counts_once(bot, match_id, interaction)
    with losing_an_answer():
        table = await bot.challenge(one=ADA, channel_id=7)
    assert await rows(bot.store, "SELECT COUNT(*) FROM matches WHERE channel_id = 7") == [(1,)]
    assert table.match_id == match_id + 1
