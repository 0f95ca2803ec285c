"""`voidream backup`, `restore` and `check` as someone who hosts the bot meets them."""

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


def test_copied_checked_and_put_back(database: Path, tmp_path: Path) -> None:
    made = run("backup", "copy.sqlite3")
    assert made.exit_code == 0 and "copy.sqlite3 contains every decision in mine.sqlite3" in made.output
    again = run("backup", "copy.sqlite3")
    assert again.exit_code == 2 and "is there already" in again.output
    checked = run("check")
    assert checked.exit_code == 0 and "all of its 1 matches can be read" in checked.output
    assert run("check", "copy.sqlite3").exit_code == 0
    back = run("restore", "copy.sqlite3")
    assert back.exit_code == 0 and "What was there is mine.sqlite3.before-" in back.output
    assert run("check").exit_code == 0


def test_what_does_not_hold(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE matches SET data = X'00'")
    wrong = run("check", "--reports", "reports")
    assert wrong.exit_code == 1
    assert "Match 1 (playing) can't be read: This is not a saved match" in wrong.output
    assert (tmp_path / "reports" / "match-1.json").is_file()
    for arguments in (("check", "nothing"), ("restore", "nothing"), ("restore", "text"), ("check", "text")):
        Path("text").write_text("no database", encoding="utf-8")
        refused = run(*arguments)
        assert refused.exit_code == 2, arguments
        assert refused.output.count("\n") == 1 and "Traceback" not in refused.output
