"""Backups: complete while the bot keeps writing, restored only if no one writes, and made on a schedule."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.games.playable import Games
from bot.maintenance.backups import AGAIN, HOUR, Backups, Schedule, backup_name, restore
from bot.maintenance.check_database import check_matches, write_report
from bot.store import open_store
from bot.store.about import Everything
from bot.store.sqlite.copies import CopyError, flaws, make_copy
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, Bot, HandClock, drawing, lanterns, open_bot

pytestmark = pytest.mark.sqlite

NOW = 1_800_000_000_000


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.execute(sql))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def played(bot: Bot, answers: int = 6) -> int:
    match_id, dice = await bot.begin(), Chance("played")
    for _ in range(answers):
        await bot.answer_anything(match_id, dice)
    return match_id


async def test_a_copy_contains_the_write_ahead_log(bot: Bot, tmp_path: Path) -> None:
    """The database file alone is incomplete, which is the reason for the command."""
    await played(bot)
    copy = tmp_path / "copy.sqlite3"
    make_copy(bot.path, copy)
    assert bot.path.with_name("bot.sqlite3-wal").stat().st_size > 0
    assert dump(copy) == dump(bot.path)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [name for name in names(tmp_path) if "copy" in name] == ["copy.sqlite3"]
    assert flaws(copy) == []


async def test_the_bot_can_write_during_a_copy(bot: Bot, tmp_path: Path) -> None:
    """Each copy is one committed state: a revision, its act and its events are all there, or none of them."""
    match_id, dice = await bot.begin(), Chance("meanwhile")
    copies = [tmp_path / f"copy {n}" for n in range(6)]

    async def write() -> None:
        while await bot.answer_anything(match_id, dice):
            pass

    writing = asyncio.create_task(write())
    for copy in copies:
        await asyncio.to_thread(make_copy, bot.path, copy)
    await writing
    revisions = set[object]()
    for copy in copies:
        [(rev,)] = rows(copy, "SELECT rev FROM matches")
        assert (
            rows(copy, "SELECT MAX(rev) FROM acts") == [(rev,)] == rows(copy, "SELECT MAX(rev) FROM events")
        )
        assert [flaw for flaw in check_matches(copy, Games.of(lanterns())) if flaw] == []
        revisions.add(rev)
    assert max(revisions, key=str) is not None


async def test_nothing_is_overwritten_and_nothing_is_left_behind(bot: Bot, tmp_path: Path) -> None:
    await played(bot, 1)
    target = tmp_path / "there"
    target.write_text("precious")
    with pytest.raises(CopyError, match="is there already"):
        make_copy(bot.path, target)
    assert target.read_text() == "precious"
    with pytest.raises(CopyError, match="There is no file"):
        make_copy(tmp_path / "nowhere.sqlite3", tmp_path / "copy")
    with pytest.raises(CopyError, match="can't be read as a database"):
        make_copy(target, tmp_path / "copy")
    with pytest.raises(CopyError, match="can't be written"):
        make_copy(bot.path, tmp_path / "no folder" / "copy")
    with closing(sqlite3.connect(tmp_path / "birds")) as connection, connection:
        connection.execute("CREATE TABLE birds (name)")
    with pytest.raises(CopyError, match="no database of Voidream"):
        make_copy(tmp_path / "birds", tmp_path / "copy")
    assert not [name for name in names(tmp_path) if name == "copy" or name.endswith(".part")]


async def test_a_copy_is_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "bot.sqlite3", tmp_path / "copy"
    async with open_bot(path) as bot:
        match_id = await played(bot, 3)
        make_copy(path, copy)
        before = rows(copy, "SELECT rev, data FROM matches")
        await bot.answer_anything(match_id, Chance("later"))
        # Not while another process has it open, even if it is idle.
        with pytest.raises(StartError, match="is in use"):
            await restore(copy, path, NOW)
    later = dump(path)
    draw = drawing("restored")
    aside = await restore(copy, path, NOW, draw)
    assert aside is not None and dump(aside) == later
    assert rows(path, "SELECT rev, data FROM matches") == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert flaws(path) == []
    # Tokens are new, and the current state of everything will be shown.
    assert rows(path, "SELECT mark FROM matches") != rows(copy, "SELECT mark FROM matches")
    assert {row[0] for row in rows(path, "SELECT mark FROM acts WHERE mark <> ''")} == {
        row[0] for row in rows(path, "SELECT mark FROM matches")
    }
    async with open_bot(path) as bot:
        await bot.deliver()
        assert {"challenge", "status"} <= set(bot.paper.kinds())
        snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
        assert snapshot.table.rev == before[0][0]
    assert not [name for name in names(tmp_path) if name.endswith(".part")]


async def test_a_damaged_copy_is_not_restored(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as bot:
        await played(bot, 4)
        make_copy(path, tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    before = dump(path)
    (tmp_path / "short").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "noise").write_bytes(whole[:4096] + os.urandom(8192) + whole[12288:])
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("no database")
    with closing(sqlite3.connect(tmp_path / "copy")) as lost, lost:
        lost.execute("DELETE FROM people")
    with closing(sqlite3.connect(tmp_path / "newer")) as newer, newer:
        newer.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        newer.execute("INSERT INTO schema_version VALUES (9999)")
    for name in ("short", "noise", "empty", "text", "copy", "newer", "missing"):
        with pytest.raises(StartError):
            await restore(tmp_path / name, path, NOW)
        assert dump(path) == before, name
    assert not [name for name in names(tmp_path) if ".part" in name or ".before-" in name]


async def test_a_copy_can_be_restored_to_a_new_place(bot: Bot, tmp_path: Path) -> None:
    await played(bot, 2)
    make_copy(bot.path, tmp_path / "copy")
    assert await restore(tmp_path / "copy", tmp_path / "new.sqlite3", NOW) is None
    await (await open_store(tmp_path / "new.sqlite3")).close()


async def test_matches_are_checked_one_by_one_and_reported(bot: Bot, tmp_path: Path) -> None:
    match_id = await played(bot, 2)
    with closing(sqlite3.connect(bot.path)) as database, database:
        database.execute("UPDATE matches SET data = substr(data, 3)")
    [flaw] = check_matches(bot.path, Games.of(lanterns()))
    assert flaw is not None and (flaw.match_id, flaw.status) == (match_id, "playing")
    report = write_report(bot.path, flaw, tmp_path / "reports")
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    report_text = report.read_text()
    assert flaw.problem in report_text and '"kind": "answer"' in report_text
    assert str(ADA.id) not in report_text and ADA.name not in report_text


async def test_the_schedule(bot: Bot, tmp_path: Path) -> None:
    await played(bot, 1)
    folder, clock = tmp_path / "backups", HandClock(NOW)
    (tmp_path / "backups").mkdir()
    (folder / "voidream-mine.sqlite3").write_text("not ours")
    backups = Backups(bot.path, Schedule(folder, 24 * HOUR, 3), clock)

    def own() -> list[str]:
        return [name for name in names(folder) if name != "voidream-mine.sqlite3"]

    assert await backups.round() == NOW + 24 * HOUR
    assert own() == [backup_name(NOW)]
    # A restart makes no extra backups.
    await clock.move(3600)
    backups = Backups(bot.path, Schedule(folder, 24 * HOUR, 3), clock)
    assert await backups.round() == NOW + 24 * HOUR
    for day in range(1, 6):
        await clock.move((NOW + day * 24 * HOUR - clock.now()) / 1000)
        await backups.round()
    assert own() == [backup_name(NOW + day * 24 * HOUR) for day in (3, 4, 5)]
    assert (folder / "voidream-mine.sqlite3").exists()
    assert backups.problem == ""
    # A failure is reported, retried soon, and deletes nothing.
    await clock.move(24 * 3600)
    names_ = own()
    target = folder / backup_name(clock.now())
    target.mkdir()
    assert await backups.round() == clock.now() + AGAIN
    assert "is there already" in backups.problem
    target.rmdir()
    assert own() == names_
    await clock.move(AGAIN / 1000)
    await backups.round()
    assert backups.problem == "" and len(own()) == 3


async def test_backups_dated_in_the_future_delete_nothing(bot: Bot, tmp_path: Path) -> None:
    """They were made while the clock was wrong: each new backup stays, and the problem is reported."""
    await played(bot, 1)
    folder, clock = tmp_path / "backups", HandClock(NOW)
    folder.mkdir()
    future = [backup_name(NOW + year * 365 * 24 * HOUR) for year in (1, 2, 3)]
    for name in future:
        (folder / name).write_bytes(b"")
    backups = Backups(bot.path, Schedule(folder, 24 * HOUR, 2), clock)
    for day in range(4):
        await clock.move((NOW + day * 24 * HOUR - clock.now()) / 1000)
        await backups.round()
        assert backup_name(clock.now()) in names(folder)
        assert future[0] in backups.problem and "clock" in backups.problem
    assert names(folder) == sorted([*future, *(backup_name(NOW + day * 24 * HOUR) for day in (2, 3))])
    # A restart reports it before the next backup is due, until the files are removed.
    backups = Backups(bot.path, Schedule(folder, 24 * HOUR, 2), clock)
    await backups.round()
    assert future[0] in backups.problem
    for name in future:
        (folder / name).unlink()
    await backups.round()
    assert backups.problem == ""


async def test_deck_ids_are_not_reused_after_a_restore(tmp_path: Path) -> None:
    """A counter would repeat: a button that deletes one deck would delete another."""
    path, copy, draw = tmp_path / "bot.sqlite3", tmp_path / "copy", drawing()

    async def built(name: str, interaction: int) -> int:
        async with open_bot(path, draws=draw) as bot, bot.store.write(Everything()) as tx:
            await tx.people.store(ADA.id, ADA.name)
            return await tx.decks.add(ADA.id, "lanterns", name, name, "{}", interaction, NOW)

    deck_id = await built("kept", 1)
    make_copy(path, copy)
    lost = await built("lost", 2)
    path.unlink()
    copy.rename(path)
    assert await built("other", 3) not in (deck_id, lost)
    make_copy(path, copy)
    await restore(copy, path, NOW, draw)
    assert not {row[0] for row in rows(path, "SELECT id FROM decks")} & {deck_id, lost}
