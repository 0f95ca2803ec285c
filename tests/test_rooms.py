"""The tests of a room are in the folder of the same name."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("bot", "cards", "engine", "render")


def test_each_folder_of_tests_is_named_after_a_room() -> None:
    folders = {file.parent for package in PACKAGES for file in (HERE / package).rglob("test_*.py")}
    assert len(folders) > 30
    strange = [
        str(one) for folder in folders if not (HERE.parent / (one := folder.relative_to(HERE))).is_dir()
    ]
    assert strange == []
