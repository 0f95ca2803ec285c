"""The page about adding a game names existing files and classes."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

HOUSE = Path(__file__).parent.parent
PAGE = (HOUSE / "docs/adding-a-game.md").read_text("utf-8")
IN_TEXT = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
ROOMS = ("engine/kernel", "engine/scenario", "bot/games", "cards/language", "render/table", "tests/games")


def test_its_files_exist() -> None:
    paths = {one for one in IN_TEXT if re.fullmatch(r"(bot|cards|engine|render|tests)/[a-z_/]+(\.py)?", one)}
    assert len(paths) > 30
    assert sorted(path for path in paths if not (HOUSE / path).exists()) == []


def test_its_classes_exist() -> None:
    named = {one for one in IN_TEXT if re.fullmatch(r"[A-Z][a-z]+([A-Z][a-z]+)*", one)}
    files = chain.from_iterable((HOUSE / room).rglob("*.py") for room in ROOMS)
    there = {
        name
        for file in files
        for name in re.findall(r"^(?:class )?([A-Z]\w+)(?=[\[(:]| =)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 20
    assert sorted(named - there) == []
