"""Transactions name their subjects: on both stores nothing else is written, and locks are taken in one order."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.clocks import NO_CLOCK
from bot.errors import Collision, Uncertain
from bot.store import Store, open_store
from bot.store.about import (
    AboutGame,
    AboutKey,
    AboutMatch,
    AboutPerson,
    AboutPuzzle,
    AboutServer,
    Everything,
    MatchesOf,
    NotNamed,
    Scope,
    rule_of,
)
from bot.store.rows import AlarmRow, NewMatch
from bot.store.store import ATTEMPTS, retried
from tests.bot.stores import STORES

ADA, BO = 7, 8


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    opened = await open_store(STORES.at(tmp_path / "bot.sqlite3"))
    async with opened.write(AboutPerson(ADA), AboutPerson(BO)) as tx:
        await tx.people.store(ADA, "Ada")
        await tx.people.store(BO, "Bo")
        await tx.matches.add(NewMatch("lanterns", None, 5, (ADA, BO), "", 10, NO_CLOCK))
    yield opened
    await opened.close()


@pytest.mark.both_stores
async def test_writing_an_unnamed_subject_fails_and_stores_nothing(store: Store) -> None:
    with pytest.raises(NotNamed, match="writes about AboutPerson"):
        async with store.write(AboutMatch(1)) as tx:
            await tx.messages.set_thread(1, 99)
            await tx.people.store(ADA, "Ada Lovelace")
    with pytest.raises(NotNamed, match="writes about AboutMatch"):
        async with store.write(AboutPerson(ADA), AboutMatch(2)) as tx:
            await tx.messages.set_thread(1, 99)
    with pytest.raises(NotNamed):
        async with store.write() as tx:
            await tx.alarms.set("time", 1, ADA, 5)
    async with store.read() as reading:
        row = await reading.matches.match(1)
        assert row is not None and row.thread_id is None and row.seats[0].name == "Ada"
        assert await reading.alarms.due(99, 9) == []


@pytest.mark.both_stores
async def test_more_subjects_can_be_named_later_in_lock_order(store: Store) -> None:
    async with store.write(AboutMatch(1)) as tx:
        await tx.hold(AboutPerson(BO), AboutPerson(ADA))
        await tx.hold(AboutMatch(1), AboutPerson(BO))
        await tx.people.store(ADA, "Ada Lovelace")
        await tx.hold(AboutServer(3), AboutGame(3, "lanterns"))
        with pytest.raises(NotNamed, match="comes before"):
            await tx.hold(AboutPerson(9))
    async with store.write(MatchesOf(ADA), AboutPerson(3)) as tx:
        await tx.messages.set_thread(1, 99)
        await tx.people.store(ADA, "Ada")
        with pytest.raises(NotNamed):
            await tx.personal.forget(ADA, "Ada", 5)
    async with store.write(Everything()) as tx:
        await tx.messages.forget_application()
        assert not await tx.alarms.take(AlarmRow("time", 1, ADA, 5))


def test_subjects_are_ordered_by_rank_then_ascending() -> None:
    named = [
        AboutGame(None, "b"),
        AboutPuzzle("a", "1"),
        AboutPerson(3),
        AboutKey("x"),
        AboutServer(1),
        AboutMatch(9),
        AboutPerson(-1),
        AboutMatch(2),
        AboutGame(7, "a"),
    ]
    ordered = Scope().name([*named, *named])
    assert ordered == [
        AboutKey("x"), AboutMatch(2), AboutMatch(9), AboutPerson(-1), AboutPerson(3), AboutServer(1), AboutGame(None, "b"), AboutGame(7, "a"), AboutPuzzle("a", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sql", "values", "about"),
    [
        ("INSERT INTO seats (match_id, seat) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING", (5, 1), AboutMatch(5)),
        ("INSERT INTO acts (rev, kind, match_id) VALUES (?, (SELECT mark FROM x WHERE id = ?), ?)", (1, 2, 5), AboutMatch(5)),
        ("UPDATE matches SET mark = ?, rev = (SELECT 1 FROM acts WHERE match_id = ?) WHERE id = ? AND rev = ?", (1, 2, 5, 3), AboutMatch(5)),
        ("DELETE FROM ratings WHERE guild_id = ? AND game = ?", (None, "lanterns"), AboutGame(None, "lanterns")),
        ("DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ?", ("home", 0, 7), AboutPerson(7)),
    ],
)  # fmt: skip
def test_the_subject_of_a_statement_is_read_from_it(
    sql: str, values: tuple[object, ...], about: object
) -> None:
    rule = rule_of(sql)
    assert rule is not None
    make, places = rule
    assert make(*(values[place] for place in places)) == about


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM seats",
        "UPDATE matches SET rev = 1 WHERE thread_id = ?",
        "UPDATE seats SET deck = (SELECT 1 FROM x WHERE match_id = ?)",
        "INSERT INTO seats (match_id) SELECT id FROM matches",
    ],
)
def test_a_statement_without_a_subject_is_refused(sql: str) -> None:
    with pytest.raises(NotNamed):
        rule_of(sql)
    assert rule_of("SELECT 1 FROM seats") is None


async def test_a_colliding_act_is_retried_a_few_times() -> None:
    attempts: list[int] = []

    async def failing(error: Exception, times: int) -> str:
        attempts.append(times)
        if len(attempts) <= times:
            raise error
        return "done"

    for is_known in (True, False):
        attempts.clear()
        assert await retried(known=is_known)(failing)(Collision(), ATTEMPTS - 1) == "done"
        attempts.clear()
        with pytest.raises(Collision):
            await retried(known=is_known)(failing)(Collision(), ATTEMPTS)
        assert len(attempts) == ATTEMPTS
    attempts.clear()
    assert await retried(known=True)(failing)(Uncertain(), 1) == "done"
    attempts.clear()
    with pytest.raises(Uncertain):
        await retried(known=False)(failing)(Uncertain(), 1)
