"""`voidream gallery` and `voidream avatar`: sheets of pictures, and errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from bot.cli import main

CARD = """
[[card]]
title = "The Lamp That Waits"
kind = "thought"
faction = "neutral"
value = 2
text = "Roll."
art = "lantern beside dog, in hill"
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(CARD + CARD.replace("The Lamp That Waits", "A Second Lamp"), encoding="utf-8")
    return file


def test_the_cards_of_a_file_are_drawn_on_one_sheet(cards: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    result = CliRunner().invoke(main, ["gallery", str(sheet), str(cards)])
    assert result.exit_code == 0, result.output
    with Image.open(sheet) as picture:
        assert f"{picture.width} × {picture.height} pixels" in result.output
        assert picture.width > 2 * 240


def test_the_other_games_are_shown(tmp_path: Path) -> None:
    sheet = tmp_path / "games.png"
    assert CliRunner().invoke(main, ["gallery", str(sheet), "--show", "games"]).exit_code == 0
    with Image.open(sheet) as picture:
        assert picture.width > 4 * 400


def test_avatar_and_banner_are_drawn_for_the_portal(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["avatar", str(tmp_path)]).exit_code == 0
    with Image.open(tmp_path / "avatar.png") as avatar, Image.open(tmp_path / "banner.png") as banner:
        assert avatar.width == avatar.height >= 512
        assert banner.width / banner.height == pytest.approx(680 / 240, rel=0.01)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{folder}/sheet.png", "{folder}/none.toml"], "none.toml"),
        (["{folder}/sheet.png", "{folder}/empty.toml"], "no card"),
        (["{folder}/sheet.png", "{folder}/empty.toml", "--show", "games"], "Card files can't be given"),
        (["{folder}/nowhere/sheet.png", "{cards}"], "can't be written"),
    ],
)
def test_errors_are_reported(arguments: list[str], sentence: str, cards: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text("", encoding="utf-8")
    filled = [argument.format(folder=tmp_path, cards=cards) for argument in arguments]
    result = CliRunner().invoke(main, ["gallery", *filled])
    assert result.exit_code == 2
    assert sentence in result.output
