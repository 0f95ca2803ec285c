"""The titles of a file's scenarios without parsing them, for collection."""

from __future__ import annotations

from pathlib import Path


def titles(path: Path) -> list[str]:
    """Return the titles in a scenario file, in order. The player of the scenarios checks that they are complete."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.partition(":")[2].strip() for line in lines if line.startswith("scenario:")]
