"""What the README says can be done is done here as it stands there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.settings import Settings

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"\.venv/bin/voidream ([^\n`]+)", README)


def run(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.chdir(folder)
    return CliRunner().invoke(main, line.split(), catch_exceptions=False)


def test_the_card_can_be_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = [text for kind, text in BLOCKS if kind == "toml"]
    assert tomllib.loads(text)["card"]
    (tmp_path / "lamp.toml").write_text(text, encoding="utf-8")
    assert "cards check lamp.toml" in COMMANDS
    assert run("cards check lamp.toml", tmp_path, monkeypatch).exit_code == 0


def test_the_scenario_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = [text for kind, text in BLOCKS if "scenario:" in text]
    (tmp_path / "mine.scenario").write_text(text, encoding="utf-8")
    assert "1 of 1 scenarios hold" in run("scenario mine.scenario", tmp_path, monkeypatch).output


def test_the_position_on_the_picture_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "scenario docs/board.scenario" in COMMANDS
    assert run("scenario docs/board.scenario", ROOT, monkeypatch).exit_code == 0


def test_every_command_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert COMMANDS
    for command in COMMANDS:
        words = [word for word in command.split() if word.isalpha() and word.islower()]
        assert run(" ".join([*words, "--help"]), tmp_path, monkeypatch).exit_code == 0


def test_every_make_target_is_one() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_setting_is_told_with_its_default() -> None:
    for name, setting in Settings.model_fields.items():
        default = "" if setting.default is None else str(setting.default)
        assert re.search(rf"^\| `{name.upper()}` \| *`?{re.escape(default)}`? *\|", README, re.MULTILINE), (
            name
        )


def test_what_it_points_at_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README):
        path = "".join(target)
        assert (ROOT / path).exists(), path
