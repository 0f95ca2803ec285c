"""The content of a table's folder, and refused folders."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from bot.local_discord.folder import FILE, FolderRefused, TableFolder, set_aside
from bot.local_discord.records import Message, MessageFlag
from bot.local_discord.server import LocalTable
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Player, begin_match, click_answer, room
from tests.table.actor import Actor


@asynccontextmanager
async def opened(path: Path, said: list[str] | None = None) -> AsyncGenerator[tuple[TableFolder, LocalTable]]:
    """Open a folder and its table, with a stopped clock."""
    folder = await TableFolder.open(path, (said if said is not None else []).append)
    try:
        yield folder, await folder.table(running=False)
    finally:
        await folder.close()


def everything(table: LocalTable) -> object:
    """Return the whole state of a table as plain data, in a fixed order."""
    world = table.world
    commands = {scope or 0: each for scope, each in table.registration.commands.items()}
    parts = [world.people, world.guilds, world.channels, dict(world.attachments.files), world.bot, commands]
    return msgspec.to_builtins(parts, order="sorted", str_keys=True)


def say(table: LocalTable, content: str) -> Message:
    world = table.world
    return world.post(Message(world.new_id(), table.channel.id, world.bot.id, world.clock.now(), content))


async def test_a_match_continues_at_a_reopened_table(tmp_path: Path) -> None:
    """Messages, people, pictures and commands are restored, and the next press on an old message works."""
    chance = Chance("kept")
    async with opened(tmp_path / "kept") as (folder, table):
        async with room(tmp_path / "bot.sqlite3", table=table) as lobby:
            duel = await begin_match(lobby, Actor(table, "Ada"), Actor(table, "Bo"))
            for _ in range(4):
                player, question = await duel.asked()
                panel = (await player.actor.click(await duel.status(), "turn")).reply
                await click_answer(player, panel, question, random_choice(question, chance))
                await lobby.quiet()
            player, question = await duel.asked()
            panel = (await player.actor.click(await duel.status(), "turn")).reply
        before, name = everything(table), player.actor.person.display_name
        await folder.save()
        # The files left behind by a killed process.
        shutil.copytree(tmp_path / "kept", tmp_path / "killed")
    for path in (tmp_path / "kept", tmp_path / "killed"):
        async with opened(path) as (_, again):
            assert everything(again) == before
            if path.name == "killed":
                break
            async with room(tmp_path / "bot.sqlite3", table=again) as lobby:
                actor = Actor(again, name)
                later = Player(actor, lobby, duel.match_id)
                restored = again.world.channels[panel.channel_id].messages[panel.id]
                now = await later.question()
                assert now is not None and now.id == question.id
                await click_answer(later, restored, now, random_choice(now, chance))
                await lobby.quiet()
                after = await later.question()
                assert after is None or after.id != question.id


async def test_changes_and_removals_are_stored(tmp_path: Path) -> None:
    async with opened(tmp_path) as (folder, table):
        world = table.world
        deleted, changed = say(table, "gone"), say(table, "before")
        waiting = say(table, "")
        waiting.flags |= MessageFlag.LOADING
        thread = world.add_thread(table.channel, "thread", world.bot, starter=changed)
        world.attachments.keep("1/2/picture.png", b"bytes", "image/png")
        world.attachments.keep("1/3/old.png", b"old", "image/png")
        await folder.save()
        changed.content = "after"
        world.change_message(changed)
        world.delete_message(deleted)
        world.attachments.forget("1/3/old.png")
        table.person("Ada").locale = "es-ES"
        table.clock.advance(3600)
    async with opened(tmp_path) as (_, again):
        messages = again.channel.messages
        assert [each.content for each in messages.values()] == ["after"], (
            "a response that can't arrive any longer is not shown"
        )
        assert messages[changed.id].flags & MessageFlag.HAS_THREAD
        assert dict(again.world.attachments.files) == {"1/2/picture.png": (b"bytes", "image/png")}
        assert again.person("Ada").locale == "es-ES"
        assert again.clock.now() >= table.clock.now()
        assert again.world.new_id() > table.world.last_id
        again.clock.advance(timedelta(minutes=1441).total_seconds())
        thread_ = again.world.channels[thread.id].thread
        assert thread_ is not None and thread_.archived, "the age of threads continues"
        again.world.delete_channel(again.world.channels[thread.id])
    async with opened(tmp_path) as (_, third):
        assert thread.id not in third.world.channels


def contents(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.glob("*")}


async def refusal(path: Path) -> str:
    before = contents(path)
    with pytest.raises(FolderRefused) as refused:
        async with opened(path):
            pass
    assert contents(path) == before, "nothing was changed"
    return str(refused.value)


async def test_folders_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    assert "can't be used" in await refusal(tmp_path / "file")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / FILE).write_bytes(b"not a database, but long enough to be looked at" * 100)
    assert "is damaged" in await refusal(damaged)
    for number, statement, words in [
        (1, "PRAGMA user_version = 0", "older format 0"),
        (2, "PRAGMA user_version = 99", "newer format 99"),
        (3, "PRAGMA application_id = 5", "another program's"),
        (4, "UPDATE record SET data = '{}' WHERE kind = 'guild'", "is damaged"),
        (5, "DELETE FROM record WHERE kind = 'person'", "is damaged"),
    ]:
        path = tmp_path / str(number)
        async with opened(path):
            pass
        with closing(sqlite3.connect(path / FILE)) as connection:
            connection.execute(statement)
            connection.commit()
        assert words in await refusal(path)


async def test_a_table_in_use_is_left_alone(tmp_path: Path) -> None:
    async with opened(tmp_path / "used") as (_, table):
        say(table, "mine")
        with pytest.raises(FolderRefused, match="in use"):
            await TableFolder.open(tmp_path / "used")
        with pytest.raises(FolderRefused, match="in use"):
            set_aside(tmp_path / "used")
    async with opened(tmp_path / "used") as (_, again):
        assert [each.content for each in again.channel.messages.values()] == ["mine"]


async def pages(folder: TableFolder, most: int) -> None:
    """Limit the file's number of pages: SQLite then reports a full disk."""
    await folder._connection.execute_fetchall(f"PRAGMA max_page_count = {most}")  # pyright: ignore[reportPrivateUsage]


async def test_a_full_disk_is_reported_once_and_written_later(tmp_path: Path) -> None:
    reports: list[str] = []
    async with opened(tmp_path, reports) as (folder, table):
        await pages(folder, 1)
        for _ in range(2):
            say(table, "long " * 2000)
            await folder.save()
        assert reports == [
            f"The disk of the folder {tmp_path} is full. What happens at the table is not kept until it can be."
        ]
        await pages(folder, 1_000_000)
    async with opened(tmp_path) as (_, again):
        assert len(again.channel.messages) == 2


def test_a_fresh_table_leaves_the_old_one(tmp_path: Path) -> None:
    assert set_aside(tmp_path / "table") is None
    for n in (1, 2):
        (tmp_path / "table").mkdir()
        assert set_aside(tmp_path / "table") == tmp_path / f"table-{n}"
