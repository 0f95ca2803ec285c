"""`voidream backup`, `restore` and `check` with a database file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.games.voidream import voidream
from tests.bot.kit import BO, open_bot

pytestmark = pytest.mark.sqlite


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
async def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", "mine.sqlite3")
    game = voidream()
    names = list(game.decks)
    async with open_bot(tmp_path / "mine.sqlite3", game=game) as bot:
        table = await bot.challenge(deck=names[0])
        await bot.challenges.accept(bot.press(), table.match_id, BO, names[1])
    return tmp_path / "mine.sqlite3"


def test_a_backup_is_made_checked_and_restored(database: Path, tmp_path: Path) -> None:
    backup = run("backup", "copy.sqlite3")
    assert backup.exit_code == 0 and "copy.sqlite3 contains every decision in mine.sqlite3" in backup.output
    second_backup = run("backup", "copy.sqlite3")
    assert second_backup.exit_code == 2 and "is there already" in second_backup.output
    check = run("check")
    assert check.exit_code == 0 and "all of its 1 matches can be read" in check.output
    assert run("check", "copy.sqlite3").exit_code == 0
    restored = run("restore", "copy.sqlite3")
    assert restored.exit_code == 0 and "What was there is mine.sqlite3.before-" in restored.output
    assert run("check").exit_code == 0


def test_damage_and_unreadable_files_are_reported(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE matches SET data = X'00'")
    result = run("check", "--reports", "reports")
    assert result.exit_code == 1
    assert "Match 1 (playing) can't be read: This is not a saved match" in result.output
    assert (tmp_path / "reports" / "match-1.json").is_file()
    for arguments in (("check", "nothing"), ("restore", "nothing"), ("restore", "text"), ("check", "text")):
        Path("text").write_text("no database", encoding="utf-8")
        refused = run(*arguments)
        assert refused.exit_code == 2, arguments
        assert refused.output.count("\n") == 1 and "Traceback" not in refused.output
