"""No file of code grows beyond a screenful of screens: it is split by topic first."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("bench", "cards", "engine", "render")
MOST = 450
"""The maximum number of lines of a file outside the bot."""


def test_no_file_is_too_long() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert len(files) > 300
    lengths = {str(file.relative_to(ROOT)): file.read_text("utf-8").count("\n") for file in files}
    assert {name: lines for name, lines in lengths.items() if lines > MOST} == {}
